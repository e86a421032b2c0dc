"""`bessemer completion`: what a shell needs to complete commands, options and their values."""

import argparse
from pathlib import Path
from typing import Final

from bessemer.cli.console.arguments import describe, every_command
from bessemer.cli.console.extras import require
from bessemer.cli.console.values import output_file

_EXAMPLES: Final = """\
bessemer completion bash > ~/.local/share/bash-completion/completions/bessemer
bessemer completion zsh > ~/.zfunc/_bessemer                # a folder of your $fpath
bessemer completion fish > ~/.config/fish/completions/bessemer.fish
"""
_NOTES: Final = """\
The script knows the commands and options of this version: write it again after an update.
"""
_BOTS_METAVARS: Final = ("A,B,…", "C,D,…", "A", "B", "BOT")
_BOTS_FUNCTION: Final = {
    "bash": "_bessemer_bots",
    "zsh": "_bessemer_bots",
    "fish": "(_bessemer_bots)",
}


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command."""
    describe(command, "Print a script that completes commands in a shell.", _EXAMPLES, _NOTES)
    command.add_argument("shell", choices=("bash", "fish", "zsh"), help="the shell that reads it")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the script."""
    require("completion", "terminal")
    import shtab

    from bessemer.cli.main import parser

    top = parser()
    for command in every_command(top):
        for action in command._actions:  # noqa: SLF001 - argparse has no other way to ask
            if action.type in (Path, output_file) or action.metavar in ("FILE", "DIR", "FILE|DIR"):
                action.complete = shtab.FILE  # type: ignore[attr-defined]
            elif action.metavar in _BOTS_METAVARS:
                action.complete = _BOTS_FUNCTION  # type: ignore[attr-defined]
    print(shtab.complete(top, args.shell, preamble=_bots_functions()[args.shell]), end="")
    return 0


def _bots_functions() -> dict[str, str]:
    """By shell: a function that offers bots, after a comma too; those of a game that the line names."""
    from bessemer.bots.registry import BOTS

    every = " ".join(dict.fromkeys(name for bots in BOTS.values() for name in bots))
    cases = {game: " ".join(bots) for game, bots in BOTS.items()}
    posix = "".join(f' *" {game} "*) names="{names}";;' for game, names in cases.items())
    fish = "".join(f"case {game}; set names {names}; " for game, names in cases.items())
    return {
        "bash": f"""\
_bessemer_bots() {{
  local names="{every}" last="${{1##*,}}"
  case " ${{COMP_WORDS[*]}} " in{posix} esac
  case "$last" in
    */*|.*) compgen -P "${{1%"$last"}}" -f -- "$last";;
    *) compgen -P "${{1%"$last"}}" -W "$names" -- "$last";;
  esac
}}
""",
        "zsh": f"""\
_bessemer_bots() {{
  local names="{every}"
  case " ${{(j: :)words}} " in{posix} esac
  _sequence compadd - ${{=names}} || _files
}}
""",
        "fish": f"""\
function _bessemer_bots
  set -l names {every}
  for word in (commandline -opc)
    switch $word; {fish}end
  end
  set -l before (string match -r '.*,' -- (commandline -ct))
  printf '%s\\n' "$before"$names
end
""",
    }
