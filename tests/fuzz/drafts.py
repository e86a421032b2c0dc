"""Valid requests, one way to draw them for each method: what the mutations begin with."""

import random
from collections.abc import Callable
from typing import Final, NamedTuple

from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message
from grpc_health.v1 import health_pb2
from grpc_reflection.v1alpha import reflection_pb2

from bessemer.v1 import admin_service_pb2 as admin_pb
from bessemer.v1 import choice_pb2, match_pb2, move_pb2
from bessemer.v1 import ladder_service_pb2 as ladder_pb
from bessemer.v1 import match_service_pb2 as pb
from tests.fuzz.methods import Method
from tests.fuzz.process import LADDER
from tests.fuzz.samples import clumsy_deck, sample_moves
from tests.fuzz.submission_drafts import SUBMISSION_DRAFTS
from tests.fuzz.team_drafts import TEAM_DRAFTS
from tests.fuzz.world import PLAYER, Table, World

_SERVICES: Final = ("", "bessemer.v1.MatchService", "bessemer.v1.AdminService", "no.such.Service")


class Draft(NamedTuple):
    """A valid request, and the token with which it would be granted."""

    message: Message
    token: str


def draft(method: Method, world: World, luck: random.Random) -> Draft:
    """A valid request for `method`."""
    return DRAFTS[method.title](world, luck)


def join(world: World, table: Table, luck: random.Random) -> Draft:
    """The first message of a seat's stream."""
    seat = luck.randrange(len(table.tokens))
    message = pb.JoinSeat(
        match_id=table.match_id,
        seat=seat,
        known_turn=luck.choice((0, 0, 5, 1000)),
        push_moves=luck.random() < 0.3,
        max_legal_moves=luck.choice((0, 2, 100)),
    )
    return Draft(pb.PlayRequest(join=message), table.tokens[seat])


def answer(table: Table, seat: int, luck: random.Random) -> pb.PlayRequest:
    """An answer to what the seat was last asked, or to something like it; or bytes that nobody asked for."""
    if luck.random() < 0.05:
        reveal = pb.ChanceReveal(
            content=luck.choice((b"", luck.randbytes(16))),
            next_commitment=luck.choice((b"", luck.randbytes(32))),
        )
        return pb.PlayRequest(reveal=reveal)
    return pb.PlayRequest(
        answer=pb.Answer(turn=_turn(table, seat, luck), move=_move(table, seat, luck))
    )


def _create_match(world: World, luck: random.Random) -> Draft:
    request = pb.CreateMatchRequest(
        game="furnace",
        seats=[pb.SeatRequest(player=luck.choice(("", PLAYER))) for _ in range(luck.randint(2, 4))],
        durability=luck.choice(match_pb2.Durability.values()),
        seed=luck.choice((b"", b"", luck.randbytes(16))),
    )
    if luck.random() < 0.3:
        request.seats[0].clock.bank.seconds = luck.choice((0, 1800, 2**40))
    for name, value in (("rounds", "3"), ("capitalists", "off"), ("chain", "on")):
        if luck.random() < 0.3:
            request.options[name] = value
    if luck.random() < 0.2:
        request.options["deck"] = clumsy_deck(luck)
    if luck.random() < 0.3:
        # From few: the same request is often sent twice, at once and later.
        request.request_id = f"again-{luck.randrange(40)}"
    if luck.random() < 0.5:
        request.clock.bank.seconds = luck.choice((0, 1, 60))
        request.clock.increment.nanos = 500_000_000
        request.clock.increment_by_kind["bid"].seconds = 1
        request.clock.join_timeout.seconds = 1
        request.clock.strike_limit = luck.choice((0, 1, 3))
    return Draft(request, luck.choice((world.organiser, world.player)))


def _get_match(world: World, luck: random.Random) -> Draft:
    return Draft(pb.GetMatchRequest(match_id=_any_match(world, luck)), world.watcher)


def _list_matches(world: World, luck: random.Random) -> Draft:
    request = pb.ListMatchesRequest(
        page_size=luck.choice((0, 1, 20)),
        status=luck.choice(match_pb2.MatchStatus.values()),
        game=luck.choice(("", "furnace")),
        # 2026, as a page token: "1.79e9 x".
        page_token=luck.choice(("", "MS43OWU5IHg=")),
    )
    return Draft(request, world.watcher)


def _play(world: World, luck: random.Random) -> Draft:
    return join(world, luck.choice(world.tables), luck)


def _get_decision(world: World, luck: random.Random) -> Draft:
    table, seat = _seat(world, luck)
    request = pb.GetDecisionRequest(
        match_id=table.match_id,
        seat=seat,
        known_turn=luck.choice((0, 3)),
        wait=Duration(nanos=luck.choice((0, 1_000_000))),
        max_legal_moves=luck.choice((0, 1, 100)),
        with_setup=luck.random() < 0.3,
        with_choices=luck.random() < 0.3,
    )
    return Draft(request, table.tokens[seat])


def _submit_move(world: World, luck: random.Random) -> Draft:
    table, seat = _seat(world, luck)
    request = pb.SubmitMoveRequest(
        match_id=table.match_id,
        seat=seat,
        turn=_turn(table, seat, luck),
        move=_move(table, seat, luck),
    )
    return Draft(request, table.tokens[seat])


def _check_move(world: World, luck: random.Random) -> Draft:
    submit, token = _submit_move(world, luck)
    return Draft(pb.CheckMoveRequest.FromString(submit.SerializeToString()), token)


def _list_choices(world: World, luck: random.Random) -> Draft:
    table, seat = _seat(world, luck)
    words = ("pass", "build", "1", "0", "card")
    paths = [
        choice_pb2.ChoicePath(
            answers=[
                choice_pb2.ChoiceAnswer(words=luck.choices(words, k=luck.randrange(3)))
                for _ in range(luck.randrange(3))
            ]
        )
        for _ in range(luck.randrange(4))
    ]
    request = pb.ListChoicesRequest(
        match_id=table.match_id,
        seat=seat,
        turn=_turn(table, seat, luck),
        paths=[choice_pb2.ChoicePath(), *paths],
        explain=luck.random() < 0.5,
        page_size=luck.choice((0, 1, 100)),
    )
    return Draft(request, table.tokens[seat])


def _watch_match(world: World, luck: random.Random) -> Draft:
    request = pb.WatchMatchRequest(
        match_id=_any_match(world, luck), from_turn=luck.choice((0, 1, 10, 100_000))
    )
    return Draft(request, world.watcher)


def _get_replay(world: World, luck: random.Random) -> Draft:
    return Draft(pb.GetReplayRequest(match_id=_any_match(world, luck)), world.watcher)


def _get_notes(world: World, luck: random.Random) -> Draft:
    tokens = [world.watcher, *(token for table in world.tables for token in table.tokens)]
    return Draft(pb.GetNotesRequest(match_id=_any_match(world, luck)), luck.choice(tokens))


def _get_replay_key(world: World, _luck: random.Random) -> Draft:
    return Draft(pb.GetReplayKeyRequest(), world.watcher)


def _get_self(world: World, luck: random.Random) -> Draft:
    tokens = [world.watcher, *(token for table in world.tables for token in table.tokens)]
    return Draft(pb.GetSelfRequest(), luck.choice(tokens))


def _resign(world: World, luck: random.Random) -> Draft:
    if not world.spares:
        return Draft(pb.ResignRequest(), world.player)
    spare = luck.choice(world.spares)
    seat = luck.randrange(len(spare.tokens))
    request = pb.ResignRequest(match_id=spare.match_id, seat=seat)
    return Draft(request, spare.tokens[seat])


def _greet(world: World, luck: random.Random) -> Draft:
    if not world.spares:
        return Draft(pb.GreetRequest(), world.player)
    spare = luck.choice(world.spares)
    seat = luck.randrange(len(spare.tokens))
    request = pb.GreetRequest(match_id=spare.match_id, seat=seat, greeting=luck.choice((1, 2, 3)))  # type: ignore[arg-type]  # numbers of the enum
    return Draft(request, spare.tokens[seat])


def _take_back(world: World, luck: random.Random) -> Draft:
    if not world.spares:
        return Draft(pb.TakeBackRequest(), world.player)
    spare = luck.choice(world.spares)
    seat = luck.randrange(len(spare.tokens))
    request = pb.TakeBackRequest(match_id=spare.match_id, seat=seat, wish=luck.randrange(3))
    request.decline = luck.random() < 0.5
    return Draft(request, spare.tokens[seat])


def _cancel_match(world: World, luck: random.Random) -> Draft:
    return Draft(pb.CancelMatchRequest(match_id=_any_match(world, luck)), world.watcher)


def _take_seat(world: World, luck: random.Random) -> Draft:
    if not world.spares:
        return Draft(pb.TakeSeatRequest(), world.player)
    spare = luck.choice(world.spares)
    seat = luck.randrange(len(spare.tokens))
    request = pb.TakeSeatRequest(match_id=spare.match_id, seat=seat, seat_token=spare.tokens[seat])
    return Draft(request, world.player)


def _enlist(world: World, luck: random.Random) -> Draft:
    request = ladder_pb.EnlistRequest(leaving=luck.random() < 0.1)
    if luck.random() < 0.7:
        enlistment = request.enlistment
        enlistment.ladder = luck.choice((LADDER, LADDER, "other"))
        enlistment.concurrency = luck.choice((0, 1, 256))
        enlistment.assignments_only = luck.random() < 0.3
        enlistment.version = luck.choice(("", "", "2", "a:b", "x" * 40))
    for _ in range(luck.choice((0, 0, 1, 3))):
        said = pb.PlayRequest(answer=pb.Answer(turn=luck.randrange(5), move=sample_moves()[0]))
        request.requests.add(channel=luck.randrange(1, 300), request=said)
    return Draft(request, world.player)


def _challenge(world: World, luck: random.Random) -> Draft:
    opponents = luck.choice(([], ["nobody"], ["a:1", "b"], ["x" * 100]))
    ladder = luck.choice((LADDER, LADDER, "other"))
    return Draft(ladder_pb.ChallengeRequest(ladder=ladder, opponents=opponents), world.player)


def _list_ladders(world: World, _: random.Random) -> Draft:
    return Draft(ladder_pb.ListLaddersRequest(), world.watcher)


def _get_lobby(world: World, luck: random.Random) -> Draft:
    request = ladder_pb.GetLobbyRequest(ladder=luck.choice((LADDER, LADDER, "other")))
    return Draft(request, world.watcher)


def _get_tournament(world: World, luck: random.Random) -> Draft:
    request = ladder_pb.GetTournamentRequest(
        ladder=luck.choice((LADDER, LADDER, "other")), season=luck.choice((0, 0, 1, 2**31 - 1))
    )
    return Draft(request, world.watcher)


def _list_standings(world: World, luck: random.Random) -> Draft:
    ladder = luck.choice((LADDER, LADDER, "other"))
    request = ladder_pb.ListStandingsRequest(ladder=ladder, season=luck.choice((0, 1, 2**31 - 1)))
    return Draft(request, world.watcher)


def _get_standing(world: World, luck: random.Random) -> Draft:
    ladder = luck.choice((LADDER, LADDER, "other"))
    return Draft(ladder_pb.GetStandingRequest(ladder=ladder, player=PLAYER), world.watcher)


def _list_player_matches(world: World, luck: random.Random) -> Draft:
    request = ladder_pb.ListPlayerMatchesRequest(
        ladder=luck.choice((LADDER, LADDER, "other")),
        player=PLAYER,
        page_size=luck.choice((0, 1, 50)),
        page_token=luck.choice(("", "7", "x")),
    )
    return Draft(request, world.watcher)


def _list_rated_matches(world: World, luck: random.Random) -> Draft:
    request = ladder_pb.ListRatedMatchesRequest(
        ladder=luck.choice((LADDER, LADDER, "other")),
        season=luck.choice((0, 1, 2**31 - 1)),
        page_size=luck.choice((0, 1, 50)),
        page_token=luck.choice(("", "7", "x")),
    )
    return Draft(request, world.watcher)


def _create_player(world: World, luck: random.Random) -> Draft:
    request = admin_pb.CreatePlayerRequest(
        name=f"p{luck.randrange(200)}",
        role=luck.choice(admin_pb.Role.values()),
        person=luck.random() < 0.3,
    )
    return Draft(request, world.organiser)


def _list_players(world: World, luck: random.Random) -> Draft:
    request = admin_pb.ListPlayersRequest(
        page_size=luck.choice((0, 1, 50)), page_token=luck.choice(("", "p1", "zzz"))
    )
    return Draft(request, world.organiser)


def _create_token(world: World, luck: random.Random) -> Draft:
    name = luck.choice((PLAYER, "nobody", f"p{luck.randrange(200)}"))
    return Draft(admin_pb.CreateTokenRequest(name=name), world.organiser)


def _revoke_token(world: World, luck: random.Random) -> Draft:
    ids = [*world.spare_token_ids, "aaaaaaaaaaaa"]
    return Draft(admin_pb.RevokeTokenRequest(token_id=luck.choice(ids)), world.organiser)


def _abort_match(world: World, luck: random.Random) -> Draft:
    spares = [spare.match_id for spare in world.spares]
    match_id = luck.choice(spares) if spares and luck.random() < 0.97 else _any_match(world, luck)
    return Draft(admin_pb.AbortMatchRequest(match_id=match_id, message="enough"), world.organiser)


def _pause(world: World, luck: random.Random) -> Draft:
    return Draft(admin_pb.PauseRequest(paused=luck.random() < 0.5), world.organiser)


def _drain(world: World, _: random.Random) -> Draft:
    return Draft(admin_pb.DrainRequest(), world.organiser)


def _get_status(world: World, _: random.Random) -> Draft:
    return Draft(admin_pb.GetStatusRequest(), world.organiser)


def _some_player(luck: random.Random) -> str:
    """Of those that nothing depends on, or nobody."""
    return luck.choice(("nobody", f"p{luck.randrange(200)}"))


def _get_player(world: World, luck: random.Random) -> Draft:
    name = luck.choice((PLAYER, _some_player(luck)))
    return Draft(admin_pb.GetPlayerRequest(name=name), world.organiser)


def _import_players(world: World, luck: random.Random) -> Draft:
    players = [
        admin_pb.CreatePlayerRequest(
            name=f"i{luck.randrange(2000)}",
            role=luck.choice(admin_pb.Role.values()),
            author=luck.choice(("", "ada")),
        )
        for _ in range(luck.randrange(4))
    ]
    return Draft(admin_pb.ImportPlayersRequest(players=players), world.organiser)


def _ban_player(world: World, luck: random.Random) -> Draft:
    request = admin_pb.BanPlayerRequest(name=_some_player(luck), reason="a test")
    return Draft(request, world.organiser)


def _unban_player(world: World, luck: random.Random) -> Draft:
    request = admin_pb.UnbanPlayerRequest(name=_some_player(luck), reason="a test")
    return Draft(request, world.organiser)


def _delete_player(world: World, luck: random.Random) -> Draft:
    # One of those that drafts create: the others are needed to the end.
    name = f"i{luck.randrange(2000)}"
    return Draft(admin_pb.DeletePlayerRequest(name=name, reason="a test"), world.organiser)


def _set_player(world: World, luck: random.Random) -> Draft:
    request = admin_pb.SetPlayerRequest(
        name=_some_player(luck), author=luck.choice((None, "", "ann")), reason="a test"
    )
    if luck.random() < 0.7:
        request.person = luck.random() < 0.5
    return Draft(request, world.organiser)


def _list_audit(world: World, luck: random.Random) -> Draft:
    request = admin_pb.ListAuditRequest(
        page_size=luck.choice((0, 1, 50)),
        page_token=luck.choice(("", "7", "x")),
        ladder=luck.choice(("", LADDER, "other")),
    )
    return Draft(request, world.organiser)


def _create_ladder(world: World, luck: random.Random) -> Draft:
    request = admin_pb.CreateLadderRequest(
        name=luck.choice((LADDER, "other", f"l{luck.randrange(20)}")),
        game=luck.choice(("furnace", "brass", "alchemicus")),
        seats=luck.choice((0, 2, 3, 4)),
        authors_apart=luck.random() < 0.3,
    )
    return Draft(request, world.organiser)


def _other_ladder(luck: random.Random) -> str:
    """One that nobody of the others plays on."""
    return luck.choice(("other", f"l{luck.randrange(20)}"))


def _freeze_ladder(world: World, luck: random.Random) -> Draft:
    request = admin_pb.FreezeLadderRequest(
        ladder=_other_ladder(luck), frozen=luck.random() < 0.5, reason="a test"
    )
    return Draft(request, world.organiser)


def _start_ladder(world: World, luck: random.Random) -> Draft:
    players = [PLAYER] * luck.randrange(3)
    request = admin_pb.StartLadderRequest(
        ladder=_other_ladder(luck), players=players, reason="a test"
    )
    return Draft(request, world.organiser)


def _set_ladder(world: World, luck: random.Random) -> Draft:
    request = admin_pb.SetLadderRequest(
        ladder=_other_ladder(luck), until=luck.randrange(-1, 100), reason="a test"
    )
    return Draft(request, world.organiser)


def _lock_ladder(world: World, luck: random.Random) -> Draft:
    request = admin_pb.LockLadderRequest(
        ladder=_other_ladder(luck), lift=luck.random() < 0.5, reason="a test"
    )
    return Draft(request, world.organiser)


def _start_season(world: World, luck: random.Random) -> Draft:
    request = admin_pb.StartSeasonRequest(ladder=_other_ladder(luck), reason="a test")
    return Draft(request, world.organiser)


def _void_match(world: World, luck: random.Random) -> Draft:
    request = admin_pb.VoidMatchRequest(match_id=_any_match(world, luck), reason="a test")
    return Draft(request, world.organiser)


def _restore_match(world: World, luck: random.Random) -> Draft:
    request = admin_pb.RestoreMatchRequest(match_id=_any_match(world, luck), reason="a test")
    return Draft(request, world.organiser)


def _disqualify_player(world: World, luck: random.Random) -> Draft:
    request = admin_pb.DisqualifyPlayerRequest(
        ladder=_other_ladder(luck), player=_some_player(luck), reason="a test"
    )
    return Draft(request, world.organiser)


def _reinstate_player(world: World, luck: random.Random) -> Draft:
    request = admin_pb.ReinstatePlayerRequest(
        ladder=_other_ladder(luck), player=_some_player(luck), reason="a test"
    )
    return Draft(request, world.organiser)


def _release_blocks(world: World, luck: random.Random) -> Draft:
    return Draft(admin_pb.ReleaseBlocksRequest(ladder=_other_ladder(luck)), world.organiser)


def _list_old_replays(world: World, luck: random.Random) -> Draft:
    request = admin_pb.ListOldReplaysRequest(
        page_size=luck.choice((0, 1, 50)), page_token=luck.choice(("", "MS4wIG0x", "x"))
    )
    request.created_before.seconds = luck.choice((0, 4_000_000_000, -(2**63)))
    return Draft(request, world.organiser)


def _remove_replays(world: World, luck: random.Random) -> Draft:
    request = admin_pb.RemoveReplaysRequest(reason=luck.choice(("", "old")))
    for match_id in [*world.ended, "0123456789abcdef"][: luck.randrange(4)]:
        request.replays.add(match_id=match_id, sha256=luck.randbytes(32))
    return Draft(request, world.organiser)


def _create_webhook(world: World, luck: random.Random) -> Draft:
    # Addresses of this machine alone, which are refused: no referee that is tested asks others.
    url = luck.choice(("https://127.0.0.1/", "http://127.0.0.1:1/hook", "https://[::1]/", "no url"))
    kinds = luck.choice(((), ("alert",), ("match.ended", "nothing")))
    request = admin_pb.CreateWebhookRequest(name=luck.choice(("", "hook")), url=url, kinds=kinds)
    return Draft(request, world.organiser)


def _list_webhooks(world: World, _luck: random.Random) -> Draft:
    return Draft(admin_pb.ListWebhooksRequest(), world.organiser)


def _test_webhook(world: World, luck: random.Random) -> Draft:
    return Draft(admin_pb.TestWebhookRequest(name=luck.choice(("", "hook"))), world.organiser)


def _delete_webhook(world: World, luck: random.Random) -> Draft:
    return Draft(admin_pb.DeleteWebhookRequest(name=luck.choice(("", "hook"))), world.organiser)


def _health(_: World, luck: random.Random) -> Draft:
    return Draft(health_pb2.HealthCheckRequest(service=luck.choice(_SERVICES)), "")


def _health_list(_: World, __: random.Random) -> Draft:
    # Its request has no fields, and the stubs do not know it yet.
    return Draft(admin_pb.GetStatusRequest(), "")


def _reflect(_: World, luck: random.Random) -> Draft:
    request = reflection_pb2.ServerReflectionRequest(host="here")
    match luck.randrange(3):
        case 0:
            request.list_services = "*"
        case 1:
            request.file_containing_symbol = luck.choice(_SERVICES)
        case _:
            request.file_by_filename = "bessemer/v1/match.proto"
    return Draft(request, "")


def _by_an_organiser(make: Callable[[random.Random], Message]) -> Callable[..., Draft]:
    return lambda world, luck: Draft(make(luck), world.organiser)


DRAFTS: Final[dict[str, Callable[[World, random.Random], Draft]]] = {
    "MatchService.CreateMatch": _create_match,
    "MatchService.GetMatch": _get_match,
    "MatchService.ListMatches": _list_matches,
    "MatchService.Play": _play,
    "MatchService.GetDecision": _get_decision,
    "MatchService.SubmitMove": _submit_move,
    "MatchService.CheckMove": _check_move,
    "MatchService.ListChoices": _list_choices,
    "MatchService.WatchMatch": _watch_match,
    "MatchService.GetReplay": _get_replay,
    "MatchService.GetNotes": _get_notes,
    "MatchService.GetReplayKey": _get_replay_key,
    "MatchService.TakeSeat": _take_seat,
    "MatchService.Resign": _resign,
    "MatchService.CancelMatch": _cancel_match,
    "MatchService.Greet": _greet,
    "MatchService.TakeBack": _take_back,
    "MatchService.GetSelf": _get_self,
    "LadderService.Enlist": _enlist,
    "LadderService.Challenge": _challenge,
    "LadderService.ListLadders": _list_ladders,
    "LadderService.GetLobby": _get_lobby,
    "LadderService.ListStandings": _list_standings,
    "LadderService.GetTournament": _get_tournament,
    "LadderService.GetStanding": _get_standing,
    "LadderService.ListPlayerMatches": _list_player_matches,
    "LadderService.ListRatedMatches": _list_rated_matches,
    "AdminService.CreatePlayer": _create_player,
    "AdminService.ListPlayers": _list_players,
    "AdminService.CreateToken": _create_token,
    "AdminService.RevokeToken": _revoke_token,
    "AdminService.AbortMatch": _abort_match,
    "AdminService.Pause": _pause,
    "AdminService.Drain": _drain,
    "AdminService.GetStatus": _get_status,
    "AdminService.GetPlayer": _get_player,
    "AdminService.ImportPlayers": _import_players,
    "AdminService.BanPlayer": _ban_player,
    "AdminService.UnbanPlayer": _unban_player,
    "AdminService.DeletePlayer": _delete_player,
    "AdminService.SetPlayer": _set_player,
    "AdminService.ListAudit": _list_audit,
    "AdminService.CreateLadder": _create_ladder,
    "AdminService.FreezeLadder": _freeze_ladder,
    "AdminService.SetLadder": _set_ladder,
    "AdminService.LockLadder": _lock_ladder,
    "AdminService.StartLadder": _start_ladder,
    "AdminService.StartSeason": _start_season,
    "AdminService.VoidMatch": _void_match,
    "AdminService.RestoreMatch": _restore_match,
    "AdminService.DisqualifyPlayer": _disqualify_player,
    "AdminService.ReinstatePlayer": _reinstate_player,
    "AdminService.ReleaseBlocks": _release_blocks,
    "AdminService.ListOldReplays": _list_old_replays,
    "AdminService.RemoveReplays": _remove_replays,
    "AdminService.CreateWebhook": _create_webhook,
    "AdminService.ListWebhooks": _list_webhooks,
    "AdminService.TestWebhook": _test_webhook,
    "AdminService.DeleteWebhook": _delete_webhook,
    **{
        f"SubmissionService.{name}": _by_an_organiser(make)
        for name, make in SUBMISSION_DRAFTS.items()
    },
    **{f"TeamService.{name}": _by_an_organiser(make) for name, make in TEAM_DRAFTS.items()},
    "Health.Check": _health,
    "Health.Watch": _health,
    "Health.List": _health_list,
    "ServerReflection.ServerReflectionInfo": _reflect,
}


def _any_match(world: World, luck: random.Random) -> str:
    return luck.choice(
        [
            *(table.match_id for table in world.tables),
            *(spare.match_id for spare in world.spares),
            *world.ended,
        ]
    )


def _seat(world: World, luck: random.Random) -> tuple[Table, int]:
    table = luck.choice(world.tables)
    asked = sorted(table.decisions)
    seat = luck.choice(asked) if asked and luck.random() < 0.8 else 0
    return table, seat


def _turn(table: Table, seat: int, luck: random.Random) -> int:
    decision = table.decisions.get(seat)
    return decision.turn if decision is not None else luck.randrange(60)


def _move(table: Table, seat: int, luck: random.Random) -> move_pb2.Move:
    decision = table.decisions.get(seat)
    if decision is not None and decision.legal_moves and luck.random() < 0.8:
        return luck.choice(decision.legal_moves)
    return luck.choice(sample_moves())
