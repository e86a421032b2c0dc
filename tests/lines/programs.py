"""Programs that speak lines, good and bad; each is Python, quick to start, and knows nothing of Bessemer."""

import sys
import textwrap
from pathlib import Path
from typing import Final

from bessemer.lines.line_bot import LineBot, LinePrograms
from bessemer.lines.names import LineCommand

_EACH: Final = """
import os, sys, time
def say(text): sys.stdout.write(text + "\\n"); sys.stdout.flush()
def asked(line): return line.split()[0] == "ask"
"""
FIRST: Final = """
say("bessemer 1 plain")
for line in sys.stdin:
    if asked(line): say(line.split()[2])
"""
"""Takes the first word."""
LAST: Final = FIRST.replace("[2]", "[-1]")
MANY: Final = """
say("bessemer 1 plain many")
for line in sys.stdin:
    channel, kind, *words = line.split()
    if kind == "match": print("a match", os.getpid(), channel, file=sys.stderr, flush=True)
    if kind == "ask": say(channel + " " + words[1])
"""
SILENT: Final = 'say("bessemer 1 plain")\nfor line in sys.stdin: pass'
MUTE: Final = "for line in sys.stdin: pass"
GARBAGE: Final = FIRST.replace("line.split()[2]", '"\\x00 nonsense \\xff"')
STRANGER: Final = 'for _ in range(30): say("hello world")\nfor line in sys.stdin: pass'
NEWER: Final = 'say("bessemer 9 plain")\nfor line in sys.stdin: pass'
CRASHES: Final = """
say("bessemer 1 plain")
for line in sys.stdin:
    if asked(line): sys.exit(3)
"""
KILLED: Final = CRASHES.replace("sys.exit(3)", "os.kill(os.getpid(), 9)")
CLOSES: Final = CRASHES.replace("sys.exit(3)", "os.close(1)")
FLOODS: Final = """
say("bessemer 1 plain")
while True: say("flood")
"""
ENDLESS: Final = """
say("bessemer 1 plain")
while True: sys.stdout.write("x" * 1000)
"""
EAGER: Final = FIRST + '    if asked(line): say("bid"); say("more")\n'
"""Answers, and answers again."""
STUBBORN: Final = FIRST + "time.sleep(1000)\n"
"""Does not end when its input ends."""


def program(folder: Path, source: str) -> LineCommand:
    """A program of this source."""
    path = folder / f"bot_{abs(hash(source))}.py"
    path.write_text(_EACH + source)
    return LineCommand((sys.executable, "-I", "-S", str(path)), path)


def line_bot(folder: Path, source: str) -> LineBot:
    """A bot for one seat, played by a program of this source."""
    return LineBot(LinePrograms(program(folder, source)))


_JSON: Final = """
import json, os, sys
def say(what): sys.stdout.write(json.dumps(what) + "\\n"); sys.stdout.flush()
def heard(): return json.loads(sys.stdin.readline())
sys.stdout.write("bessemer 1 json\\n"); sys.stdout.flush()
for line in sys.stdin:
    told = json.loads(line)
    if told["type"] != "ask": continue
"""


def json_program(body: str) -> str:
    """A program of the json dialect; `body` answers what it was `told`."""
    return _JSON + textwrap.indent(textwrap.dedent(body).strip(), "    ") + "\n"


BY_TEXT: Final = json_program(
    """
    say({"ask": "legal", "most": 1})
    say({"move": heard()["moves"][0], "note": "the first"})
    """
)
BY_INDEX: Final = json_program('say({"index": 0})')
BY_PATH: Final = json_program(
    """
    path = []
    while "choice" in told:
        choice = told["choice"]
        members = [one for one in choice["words"] for _ in range(choice.get("copies", {}).get(one, 1))]
        path.append(members[:choice.get("least", 1)])
        say({"ask": "choices", "path": path})
        told = heard()
    say({"path": path})
    """
)
