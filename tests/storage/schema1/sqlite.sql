CREATE TABLE audit (
	number INTEGER NOT NULL,
	time DOUBLE NOT NULL,
	who TEXT NOT NULL,
	ladder TEXT NOT NULL,
	action TEXT NOT NULL,
	subject TEXT NOT NULL,
	reason TEXT NOT NULL,
	PRIMARY KEY (number)
);
CREATE INDEX ix_audit_ladder ON audit (ladder);
CREATE TABLE bessemer_schema (
	version INTEGER NOT NULL,
	bessemer TEXT NOT NULL,
	PRIMARY KEY (version)
);
CREATE TABLE disqualified (
	ladder TEXT NOT NULL,
	player TEXT NOT NULL,
	time DOUBLE NOT NULL,
	reason TEXT NOT NULL,
	PRIMARY KEY (ladder, player)
);
CREATE TABLE ladders (
	name TEXT NOT NULL,
	game TEXT NOT NULL,
	options TEXT NOT NULL,
	seats INTEGER NOT NULL,
	clock TEXT NOT NULL,
	authors_apart BOOLEAN NOT NULL,
	season INTEGER NOT NULL,
	frozen BOOLEAN NOT NULL,
	created DOUBLE NOT NULL,
	people_clock TEXT NOT NULL,
	PRIMARY KEY (name)
);
CREATE TABLE matches (
	match_id TEXT NOT NULL,
	game TEXT NOT NULL,
	rules_version INTEGER NOT NULL,
	options TEXT NOT NULL,
	reserved TEXT NOT NULL,
	seed BLOB NOT NULL,
	clock TEXT NOT NULL,
	durability TEXT NOT NULL,
	created DOUBLE NOT NULL,
	creator TEXT NOT NULL,
	request_id TEXT NOT NULL,
	suggestions_allowed BOOLEAN NOT NULL,
	ladder TEXT NOT NULL,
	season INTEGER NOT NULL,
	block TEXT NOT NULL,
	referee TEXT NOT NULL,
	status TEXT NOT NULL,
	players TEXT,
	started DOUBLE,
	ending TEXT,
	repeatable BOOLEAN NOT NULL,
	commitments TEXT,
	mix TEXT,
	seat_clocks TEXT,
	PRIMARY KEY (match_id)
);
CREATE INDEX matches_by_age ON matches (created, match_id);
CREATE INDEX matches_by_game ON matches (game, created, match_id);
CREATE INDEX matches_by_game_and_status ON matches (game, status, created, match_id);
CREATE UNIQUE INDEX matches_by_request ON matches (creator, request_id) WHERE request_id <> '';
CREATE INDEX matches_by_status ON matches (status, created, match_id);
CREATE TABLE open_blocks (
	ladder TEXT NOT NULL,
	season INTEGER NOT NULL,
	block TEXT NOT NULL,
	PRIMARY KEY (ladder, season, block)
);
CREATE TABLE players (
	name TEXT NOT NULL,
	role TEXT NOT NULL,
	author TEXT NOT NULL,
	created DOUBLE NOT NULL,
	banned TEXT,
	person BOOLEAN NOT NULL,
	PRIMARY KEY (name)
);
CREATE TABLE rated_seats (
	ladder TEXT NOT NULL,
	season INTEGER NOT NULL,
	name TEXT NOT NULL,
	number INTEGER NOT NULL,
	player TEXT NOT NULL,
	PRIMARY KEY (ladder, season, name, number, player)
)
 WITHOUT ROWID;
CREATE TABLE standings (
	ladder TEXT NOT NULL,
	season INTEGER NOT NULL,
	player TEXT NOT NULL,
	name TEXT NOT NULL,
	position INTEGER NOT NULL,
	place INTEGER NOT NULL,
	matches INTEGER NOT NULL,
	rating DOUBLE NOT NULL,
	rating_low DOUBLE NOT NULL,
	rating_high DOUBLE NOT NULL,
	wins TEXT NOT NULL,
	median_score TEXT NOT NULL,
	faults INTEGER NOT NULL,
	retired BOOLEAN NOT NULL,
	first_drawn DOUBLE NOT NULL,
	PRIMARY KEY (ladder, season, player)
);
CREATE INDEX standings_by_name ON standings (ladder, season, name);
CREATE INDEX standings_by_position ON standings (ladder, season, position);
CREATE TABLE standings_revisions (
	ladder TEXT NOT NULL,
	season INTEGER NOT NULL,
	rated INTEGER NOT NULL,
	audit INTEGER NOT NULL,
	PRIMARY KEY (ladder, season)
);
CREATE TABLE moves (
	match_id TEXT NOT NULL,
	number INTEGER NOT NULL,
	turn INTEGER NOT NULL,
	seat INTEGER NOT NULL,
	move TEXT NOT NULL,
	cause TEXT NOT NULL,
	spent BIGINT NOT NULL,
	"check" TEXT NOT NULL,
	PRIMARY KEY (match_id, number),
	FOREIGN KEY(match_id) REFERENCES matches (match_id)
)
 WITHOUT ROWID;
CREATE TABLE rated (
	number INTEGER NOT NULL,
	match_id TEXT NOT NULL,
	ladder TEXT NOT NULL,
	season INTEGER NOT NULL,
	voided TEXT,
	PRIMARY KEY (number),
	UNIQUE (match_id),
	FOREIGN KEY(match_id) REFERENCES matches (match_id)
);
CREATE INDEX rated_by_ladder ON rated (ladder, season, number);
CREATE TABLE replays (
	match_id TEXT NOT NULL,
	content BLOB NOT NULL,
	PRIMARY KEY (match_id),
	FOREIGN KEY(match_id) REFERENCES matches (match_id)
);
CREATE TABLE seat_tokens (
	match_id TEXT NOT NULL,
	seat INTEGER NOT NULL,
	token_id TEXT NOT NULL,
	hash BLOB NOT NULL,
	revoked BOOLEAN NOT NULL,
	PRIMARY KEY (match_id, seat),
	FOREIGN KEY(match_id) REFERENCES matches (match_id),
	UNIQUE (token_id)
);
CREATE TABLE tokens (
	token_id TEXT NOT NULL,
	name TEXT NOT NULL,
	hash BLOB NOT NULL,
	created DOUBLE NOT NULL,
	revoked BOOLEAN NOT NULL,
	PRIMARY KEY (token_id),
	FOREIGN KEY(name) REFERENCES players (name)
);
CREATE INDEX ix_tokens_name ON tokens (name);
INSERT INTO audit (number, time, who, ladder, action, subject, reason) VALUES (1, 1794984340.287818, 'organiser', 'furnace', 'create', 'furnace', '');
INSERT INTO bessemer_schema (version, bessemer) VALUES (1, '0.1.0');
INSERT INTO ladders (name, game, options, seats, clock, authors_apart, season, frozen, created, people_clock) VALUES ('furnace', 'furnace', '{"rounds": "3", "capitalists": "on", "chain": "off", "deck": "standard"}', 2, '{"bank": 2.0, "increment": 0.02, "increment_by_kind": {}, "strike_limit": 3, "join_timeout": 60.0}', 0, 1, 0, 1794984340.287818, '{"bank": 1800.0, "increment": 30.0, "increment_by_kind": {}, "strike_limit": 3, "join_timeout": 120.0}');
INSERT INTO matches (match_id, game, rules_version, options, reserved, seed, clock, durability, created, creator, request_id, suggestions_allowed, ladder, season, block, referee, status, players, started, ending, repeatable, commitments, mix, seat_clocks) VALUES ('3dc90a7db0facf0a', 'furnace', 1, '{"rounds": "3", "capitalists": "on", "chain": "off", "deck": "standard"}', '["", "", ""]', X'50ba892900b8ab5a1ec28ebf59e50fdb21c2fd3131fecdde1f1b076cb24357c8', '{"bank": 2.0, "increment": 1.0, "increment_by_kind": {}, "strike_limit": 2, "join_timeout": 5.0}', 'move', 1794984341.5065854, 'ann', '', 0, '', 0, '', '', 'open', NULL, NULL, NULL, 1, NULL, NULL, NULL);
INSERT INTO matches (match_id, game, rules_version, options, reserved, seed, clock, durability, created, creator, request_id, suggestions_allowed, ladder, season, block, referee, status, players, started, ending, repeatable, commitments, mix, seat_clocks) VALUES ('50c673c3ca9ce793', 'furnace', 1, '{"rounds": "3", "capitalists": "on", "chain": "off", "deck": "standard"}', '["idle", "random"]', X'777ce015dc42830e35ebb5c91c044e13', '{"bank": 2.0, "increment": 0.02, "increment_by_kind": {}, "strike_limit": 3, "join_timeout": 60.0}', 'match', 1794984340.7861652, '', '', 0, 'furnace', 1, '', '', 'finished', '["idle", "random"]', 1794984340.7863293, '{"status": "finished", "ended": 1794984340.8792298, "ranks": [1, 2], "scores": [0, 0], "seat_faults": [], "fault": null, "message": ""}', 1, NULL, NULL, NULL);
INSERT INTO matches (match_id, game, rules_version, options, reserved, seed, clock, durability, created, creator, request_id, suggestions_allowed, ladder, season, block, referee, status, players, started, ending, repeatable, commitments, mix, seat_clocks) VALUES ('aab73bf4384aad95', 'furnace', 1, '{"rounds": "3", "capitalists": "on", "chain": "off", "deck": "standard"}', '["", ""]', X'889abb290c75ac63968de52ec2baa293b72971835cc0751a894c0a85111ddc81', '{"bank": 2.0, "increment": 1.0, "increment_by_kind": {}, "strike_limit": 2, "join_timeout": 5.0}', 'move', 1794984341.4970345, 'ann', '', 0, '', 0, '', '', 'running', '["", ""]', 1794984341.500554, NULL, 1, NULL, NULL, NULL);
INSERT INTO matches (match_id, game, rules_version, options, reserved, seed, clock, durability, created, creator, request_id, suggestions_allowed, ladder, season, block, referee, status, players, started, ending, repeatable, commitments, mix, seat_clocks) VALUES ('fb3cc8f530dae8af', 'furnace', 1, '{"rounds": "3", "capitalists": "on", "chain": "off", "deck": "standard"}', '["random", "idle"]', X'65b99d2990a6939808d42d945f6e1cb6', '{"bank": 2.0, "increment": 0.02, "increment_by_kind": {}, "strike_limit": 3, "join_timeout": 60.0}', 'match', 1794984340.7851543, '', '', 0, 'furnace', 1, '', '', 'finished', '["random", "idle"]', 1794984340.7860408, '{"status": "finished", "ended": 1794984340.8751318, "ranks": [1, 2], "scores": [8, 0], "seat_faults": [], "fault": null, "message": ""}', 1, NULL, NULL, NULL);
INSERT INTO players (name, role, author, created, banned, person) VALUES ('ann', 'player', '', 1794984341.4917905, NULL, 0);
INSERT INTO players (name, role, author, created, banned, person) VALUES ('idle', 'player', '', 1794984340.3834643, NULL, 0);
INSERT INTO players (name, role, author, created, banned, person) VALUES ('organiser', 'organiser', '', 1794984340.3358407, NULL, 0);
INSERT INTO players (name, role, author, created, banned, person) VALUES ('random', 'player', '', 1794984340.3811297, NULL, 0);
INSERT INTO moves (match_id, number, turn, seat, move, cause, spent, "check") VALUES ('aab73bf4384aad95', 1, 1, 0, 'bid 1 on C27', 'played', 0, '5d0362f8c8c36a2f');
INSERT INTO moves (match_id, number, turn, seat, move, cause, spent, "check") VALUES ('aab73bf4384aad95', 2, 2, 1, 'bid 1 on C33', 'played', 0, 'f60a0ba4fbaf675e');
INSERT INTO moves (match_id, number, turn, seat, move, cause, spent, "check") VALUES ('aab73bf4384aad95', 3, 3, 0, 'bid 2 on C33', 'played', 0, '9afd6762816ec9fc');
INSERT INTO moves (match_id, number, turn, seat, move, cause, spent, "check") VALUES ('aab73bf4384aad95', 4, 4, 1, 'bid 2 on C20', 'played', 0, '3d22da7b161b0941');
INSERT INTO moves (match_id, number, turn, seat, move, cause, spent, "check") VALUES ('aab73bf4384aad95', 5, 5, 0, 'bid 3 on C20', 'played', 0, '1e689d1de612979b');
INSERT INTO moves (match_id, number, turn, seat, move, cause, spent, "check") VALUES ('aab73bf4384aad95', 6, 6, 1, 'bid 3 on C27', 'played', 0, 'c275fdc46ef785f4');
INSERT INTO rated (number, match_id, ladder, season, voided) VALUES (1, 'fb3cc8f530dae8af', 'furnace', 1, NULL);
INSERT INTO rated (number, match_id, ladder, season, voided) VALUES (2, '50c673c3ca9ce793', 'furnace', 1, NULL);
INSERT INTO replays (match_id, content) VALUES ('50c673c3ca9ce793', X'28b52ffd604b14153800aa94841624206936ed13e11463c6bf2a1fc6295c7dcbc23224987a18965e4636b79c869a84100966449601460140015ecee9636c11c2537385ed48b94bc1ac4a43bbbeafe4ee64db6bccecbebd71c3ead9c59efd1b8d77196d2f8fe420df50634c51609003410779c642a9034342613003423439c823a04820873a48e33c63b1d0200a005840b6cc0d4d625b675332dd4a6eb163faf5d0908320601c04e44008e0c3c56930c88110a0c58ad9029587e6516a006301980550aeae717ee1e4b0a00a5439486341f10988c6810442710039e0411a880404c2814f80583418e4b040c141500291e040027de0aa40fdc2130872a80277900489d344c14112b802c1c981645faaa377908d4ba9194a9fe930ca2d25ad2bcdaee422cd4b05f9a9715c3d784eaf26394823f1090d444282c23eb3dcd8b5fb15bfd05c3a52abf7dd250741ff0c722880242850e2202004317010c6e21338080ae4b080a0c54189d360908324f047e440525290832410078193034928c841180d0602e134100ac7c981203908032516140ba2e0208c8402d15050900341de773e8e8e5bbc941c04210e20f0c6494828108cc5237080f1080b0b7220ef27b15848e4209f700c20073b48020741e11744416fecbc41fc45add4a571d59d7f723185342137c553961e75266bbae7e1e3cee2e8a72a734bae6d1d7a4dd6d4975211a3e4da8db46c63fd623283c54e003b30fbd29d1eef0f3eee6ea2dd53659379cd3469c8d2ddba2a1a9eef21df81c1a00c298021711014ca4c71e4dbfd2e59568a5d3bb13671c153f6b86723dedd17eae2a7982d4319120a44e33012af90a0f06245dee6375ed4e7ad8ecadc39e74f23bb637dffdd5dd57b7c894a9999ca32e80bba3e09ed1ebc4d4dd33b4b2ecbbc8da5a8b50c4dd161ad5deb2cc47f7cda0ddf4109e9e12353ee38355dd1622ba6f3cfcd8aa595927aaca61a65d1bffdaa34b6e87452c4aee6a0da5be349d7ea1d0d1f963e7f15dc3e8f76961619dc4407d399ea41a8b6da94ef2e6be9dc8b58ccd2b5a039b5fc634caa2f99184b2a6baee931d9e9344baec675fdb8f00ad11d223ae617b63a59d219e52939d69a434ccb4bfd9656eab4914d2ffabf83756e4d0f7b22d3691c3519dbfcf8d6a415de2e27fd3ebf627cded6f00c37f1f49d7390f1f4ecce0f1e4c5d52d16a6bb48ab48f6b21bfecb3e39d12991e969e4f26f90e0c06050f0c0677070603bbf3870693f3b171324f8eb2be70561a3eceb4c8f3ea99cbb9a3b642b33ad7bfa409fb32bd1367a292184f5b1ec4533725fbcc39be6b3c7d6d5a16a73a6ec8f5b5b9fd5aa6abd5a9f0d51a7bae946713f9fe3184e8f2eacecc55315eee8dbdc82e159f837ace1fb5ef75f7eff3d1352917d5d3988258db686b97ef1dd7bdce7c3afc628cb81843df63453be9fabcda75e9e9a595538406afd0edb9b0f14c6de4a69cd7953fc6aaba6717f9963ac818c375a5558abff6de8b5b492e85730ff7ac1694ea5c3cd394d371eb4186796585a9ff8d496edca9d9a4d64ba638be96c20e002c20c59cad782e91592d94efc5d361f94ca88d161eaf418937e030189f400e08080b8983904301060ec268202c9c74a0803a948183307ea17006391470073370104602f40818880422918330161aa7c1f04b75cc2721533567ed3c6aa86b8af64958ec0c69070a08846428c3096006c40383c16dbaa9fd32cbc596cb2a9f96ad52a56b4f8f6fcf7f72f4ebe48889066c070683bc038341199e45f4896829af1dfb7039f427e17a769f33889d0d4ab4940a32b5796ca878de9434b4568c6e6e317fd2b93cb45e3b2539624dd6c463a515af244ab868798db9cfe6dfb652fd37237b417cf456271bbd49b588789cf57e6bf0d9f48dc9e26f57b6bbcc189ab4cb4c7ab458e3b569b2dd62418a6a3abd6cf2c4c7e99c90a662366561f797d46edc8e99939885765aac511e63df72dd670b9764d414b6838eb913f1b9dce22a5b55ce2b3df4b494e607f11fd14c9584a8dbfa5fbbdd202f254b61ac80dfa85140cb08212490400211c1400219d6015093489a340712086208cd107a501a428821124920a14c80b5690ea040a1496fbd403c9e01c78a6c2ad01470bfb4800c344115b83374009a473e913be24b8eb0398a82d7931e2adb92859bb9cd860acaf0148850c693e9367415f3a7e111243a5516c1d466e03246612328da6c20f2413722e3b05262a0d237108a2d9c7819279854e0aa412801561c2731579b2ecf9f8a901436ae366fb80b409431708ac906b707242a217ec86adcf9db1630d5c0f1de33a08112cfcb6e874535eefc6d0b986ae078efec1ab2821a54067bd5a9b16b5a4b0cc02fd0ac61d100a05dda5e8668ab69037dabc9701202932e090f97f92044f931ba381a197178cc0a9ac61d7eb1c579cf6e4b99d7d688c38c15b6db00c1e64b525db22e2534ab9dce7bd5796135414431a53ccdd0df50c02e736a1b98b68b37750b9396c64ff1b74a03dba81953bd8fff78e4bb9a29ea3f');
INSERT INTO replays (match_id, content) VALUES ('fb3cc8f530dae8af', X'28b52ffd604014d538007a95c01624206936ed13e11463c6bf2a1fc699c2825cc23224987a18965e4636b79c869a8410096644970149014901f868091d3299d0395b9edbafa4df716a15dad5a1e7bdedaabbfa5473d4a062c74a69abbda0cfb5b44f4c7dd236908b8b02831c881fe4190b5b078684c26006471c7290474091d0e8672c161a4401000b48f1ad554d991abb135361e35379974e8f1f7210048c46605965d10d06391002524dcd16a83c348f5203180bc02c807275e420fe8dfe0522870555a0ca411a0b8a4f40340e24108a03c8010fd2402420100e7c02c4a2c12087050a0ee209448203099c035705ea17288120872a70074990e843141c240152202072206ab891beef31535a1721bd74d2b3b33e7245799e537bfa326e071d9119979baa16af918334129fd04024242810399072907d499aec976eca3072e9623e673e5ac841fc9f410e059047700439900485277a410c1c84b1f8041a41811c16105fb427bac120074980dec981a4a4200749201a01220792509083301a0c044237100a8dc881203908c3130b8a05517010464281682828c881a436df5ea8c9208427918338e20002d4e8848402c1583c0207188fb0b02007f2a8138b85440ef2096d0039d841126804855f1005019c12eb216299316faa16953f57ccbde9fd825f541bf3cc98fdfae54c74296db1bd3234b3749ad10fcb8b1a646b8be6782966af4bf594d2e50d53e1f93e556a895766c535f5760f42bc280ddaf6b6345a69f1ec0e3a657a0c262dff3ade3218a21d180ccaa05676ce7cdf8a359d5156796466deb1ff9a4d9fa10c69070683b4038302022119ca600218128da0c0b96651aa57e5f3ec9a59d4b7a053a9051d359db6f6e9b50be7293d2e2bf37e25a14d88bdd43afdd56ccbd17263aef894d38798b1aca26cc46b688bf6572837f1c1cfdb4fe8195dd7dca715c465fb33d119fb26b545ccac72ca8abfe14c9afa5d5b1e8d25d543bf4ce5145469b18d2b31222d9568a6ce65e53ca172cc1b15731f3fb52853e71573b3944c4a27774d1f0b1a62e56e9f5637a578623da6319a57d494be6c77b3768eaff7df0c1fabcc34f463f7e674fd902958cc49de0d8a77ee9c3f3774cb3c8afc7a926157f939bc8f08ef13a774d4459dd12edf349b93d6aafc136af34bbee244cafafc9c47ad94eb4a799c6aa5eaceeef2a09359e7e8181d3686524268b7a9d2257d3d7ecc7ca39d756a8a19943a3018982133cf65e5db24dc92b8a4c4369e79deaf141ae01d180ccc7086b483ba2d28f5d64194d24f296b09ad95edff3762c4c5dc95ac78baee3f4b434281683423f10a090a648b890eeeb62e9f5ab983ca1f5be44fabdc3bf896de45d368c2c426cd4e522ba36b4eba3beadd6236ca28219673bb055da5aa3568cc6e5e292b33e6d6fff4393c879a4b91f9c353e374a72531d31f9f45f3a60c1e9a79eaf542be5a270fa2d99ef45ae7af87a609bda092ce5e1219d5e65595bb4207ad31de05d373637759d46e5e684fd22bae4b3d7cc478a59b6c4a9d5976993d34b66d67add42984ee9c63acfac355ccb165f51f4b01002c20260d131b39eba5b21aae53aa3c7d5935d587a66b3cf1063483f109e48080b0903808391460e0208c06c242a70305d4c1183808e3170ac4208702ee60060ec24890e80539107f040c440291c841180b8d6e3034eb68a2c64bd977798f2c319ee395e6c813f9a29478585016740caad51d180c0a1e180cec902393d219115f3a44be5e70cd99da33bb0383c1dd81c1c00c7886859fd3a0ada59fc2e651ae793f3698ca27d7629ce6fcb849a7f1ca15aed13e633f99cef8a4628a1a19a6a3a666882c1954a5457155cf96bbe3f4c29cb2cbf5414617abe8d9b74fdf28a5fd59f344858b239fb53375a77a98f514b917657b3b1fb45852327a97ce9941ddfa4288df990dd6ddb5213bc554d6889e8c9584ccddd1d75bf384eba7b9ddd5c8adae9882a7e9a45d44dd64a5cfb44977ab758c9aeb3bd7cfa7edcff7a72e56aa68e7e8a988ea6a30f5ca29d682953af9afa0f93ecefe7d1eb1e1625c1c80dba85148a90c21020924129124910c1bc640231169521d1240e03084c4f0289386088d21d18844321368670ea0c037938522fa0efe9acdbbf5b80c2f5fa8296139d3b33a2c70428850c1e63327f3a504d1a5c2315fd2ea5293b99d9193b03bad11cf18436388e70ad0f024f66e483c1a979c216a3e89fe0d090ff3553508ed97d885c9d21523c0ecf37a34284e87fabd28330151bfc65ace2a39a17806f254b6b561ec8231875a439c84cd21222977e9820bb17901956807898a02e0e200d49857271dbf35763710b8a9d040b86f616006c5790a0c2e00f2a100018c4272e0aef13602c675dd9d74ec1610d1ec6c9d3b74db01d0bcde861cb4f74056a4d4924e3d80a0b715f34229220864822cac98038f7275c1145604386684ec45b42f1191509a4607811dc1131677527c1c94d1f4c0676c0c700e7f303c41a53805f819de4441ff89390bc50d057e654e3fc2d39f0c2bda57dffd1460836b5811cb7686a957cd98c61f');
INSERT INTO seat_tokens (match_id, seat, token_id, hash, revoked) VALUES ('3dc90a7db0facf0a', 0, 'q5jttgje4ufx', X'5b47dbcb18868c4807d9f10782044a92f7cdbbabfa10927b0d921a72837e7d9a', 0);
INSERT INTO seat_tokens (match_id, seat, token_id, hash, revoked) VALUES ('3dc90a7db0facf0a', 1, '3toby2yitq4s', X'c08c6e2ce0a32dd587c28ae3f6f973a94163e8c0aabf82aca6adb6c29e901f36', 0);
INSERT INTO seat_tokens (match_id, seat, token_id, hash, revoked) VALUES ('3dc90a7db0facf0a', 2, 'pk3j2p6h3575', X'bb5ebf427b9f28feffa23d93c958709a93d07ac0c05d2a93300df779518dc3ef', 0);
INSERT INTO seat_tokens (match_id, seat, token_id, hash, revoked) VALUES ('aab73bf4384aad95', 0, 'v7tvfdfktmyh', X'd69bed78b22bedb419302f3cbde513fcede2777ac37f0ac5ac524d75bc77ee35', 0);
INSERT INTO seat_tokens (match_id, seat, token_id, hash, revoked) VALUES ('aab73bf4384aad95', 1, 'rkjhujxfdpff', X'b1570db2048b8d3bdf449a0064027236616c55892df786ac030b940616c85ef4', 0);
INSERT INTO tokens (token_id, name, hash, created, revoked) VALUES ('jvqyplwpr7tq', 'ann', X'a432816e8055cd6e3f32b4657ad87e002cd5bd05acb7b10e539c05613b939474', 1794984341.4935215, 0);
INSERT INTO tokens (token_id, name, hash, created, revoked) VALUES ('k62g6jk7syr5', 'idle', X'c089cbe8bf488f0b49214b7976ae4c4bb49b73586077c903bea9b959488cf04e', 1794984340.3838196, 0);
INSERT INTO tokens (token_id, name, hash, created, revoked) VALUES ('nqmrbkqztuox', 'organiser', X'2dfebce1c99a5facb736a1dd1de63662e5cd534886b642db921efcae929924aa', 1794984340.3358407, 0);
INSERT INTO tokens (token_id, name, hash, created, revoked) VALUES ('pqzmwclsohdo', 'random', X'31b5728422c5a56d6e616154f1460442e84d88323c50a4eb111ac0ec73078593', 1794984340.3817956, 0);
INSERT INTO tokens (token_id, name, hash, created, revoked) VALUES ('qi74luem6uw5', 'random', X'cc5267bdde6ece5901080ddee807c869dda7173011ca8776bda9a12f0409c09c', 1794984340.3827767, 0);
INSERT INTO tokens (token_id, name, hash, created, revoked) VALUES ('tmz4pynxfkrs', 'idle', X'e63be13892d1eadbedaa7cd72fc206c64d3f22e67051bd181610afa06a773166', 1794984340.3845263, 0);
