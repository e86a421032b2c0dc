"""What docs/protocol.md says of playing without rules is so, and its program plays."""

import json
import random
import re
import shutil
import subprocess
from pathlib import Path
from typing import Final

from google.protobuf import json_format

from bessemer.engine import choices, drafts
from bessemer.matches.records import Cause
from bessemer.replays.verify import verify
from bessemer.rpc.matches.choice_messages import MOST_PATHS
from bessemer.v1 import match_service_pb2 as pb
from tests.games.walks import SETTINGS, states
from tests.kits.built import PROTO, ROOT, node_packages
from tests.kits.served import PATIENCE, Served
from tests.programs import needed_program

_PAGE: Final = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
(TEXT,) = re.findall(
    r"^## Playing without rules: choices\n(.*?)^## ", _PAGE, re.DOTALL | re.MULTILINE
)


def test_the_program_of_the_page_plays_brass(served: Served, tmp_path: Path) -> None:
    """As it stands there, with the .proto files beside it: nothing is refused, the replay verifies."""
    (program,) = re.findall(r"```js brass.mjs\n(.*?)```", TEXT, re.DOTALL)
    needed_program("npm", "the program in JavaScript")
    folder = tmp_path / "page"
    folder.mkdir()
    (folder / "node_modules").symlink_to(node_packages())
    (folder / "brass.mjs").write_text(program, encoding="utf-8")
    shutil.copytree(PROTO / "bessemer", folder / "proto" / "bessemer")
    token = tmp_path / "organiser.token"
    token.write_text(served.metadata[0][1].removeprefix("Bearer ") + "\n", encoding="ascii")
    done = subprocess.run(
        ["node", "brass.mjs", served.address, str(token)],  # noqa: S607 - the node of this machine
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert (0, "") == (done.returncode, done.stderr)
    told = json.loads(done.stdout.splitlines()[-1])
    replay = served.replay(told["match"])

    assert verify(replay).ok
    assert {Cause.PLAYED} == {entry.cause for entry in replay.records}
    assert 3 == len(told["scores"])
    kinds = {entry.move.split()[0] for entry in replay.records}
    assert {"build", "canal"} <= kinds, "it does more than pass"


def test_the_example_of_a_request_is_one() -> None:
    """It has only fields that the message has."""
    (example,) = re.findall(r"```json\n(.*?)```", TEXT, re.DOTALL)
    request = json_format.Parse(example, pb.ListChoicesRequest())

    assert 3 == len(request.paths)


def test_the_choices_of_brass_are_those_of_the_table() -> None:
    """In whole matches every path has the names of its row, in that order; and every row occurs."""
    rows = {
        action: re.findall("`([a-z_]+)`", names)
        for action, names in re.findall(r"^\| `([a-z_]+)` \| (`[^|]*`) \|", TEXT, re.MULTILINE)
        if action != "action"
    }
    rows |= {"sale": ["mill", "buyer"], "shortfall": ["tile"]}
    draws, seen = random.Random(1).randrange, set()
    for seed in range(8):
        for walk in states(SETTINGS["brass 3"], bytes([seed])):
            for decision in walk.game.decisions(walk.state):
                draft = drafts.begin(walk.game, walk.game.view(walk.state, decision.seat))
                while draft.choice is not None:
                    draft = draft.take(*choices.sample_answer(draft.choice, draws))
                named = [(one.choice.name, one.answer[0]) for one in draft.trail]
                key: str = decision.kind
                if key == "action":
                    (first, key), *named = named
                    assert first == "action"
                row = iter(rows[key])
                assert all(choice in row for choice, _ in named), (key, named)
                seen.add(key)

    assert {*rows} == seen


def test_the_limit_is_the_shipped_one() -> None:
    """So many paths a call."""
    assert f"up to {MOST_PATHS} paths" in TEXT
