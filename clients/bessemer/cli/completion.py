"""`bessemer completion`: what a shell needs to complete commands, options and their values."""

import argparse
from collections.abc import Callable, Iterable
from shlex import quote
from typing import Final

from bessemer.cli.command_tree import Argument, Command, commands
from bessemer.cli.console.arguments import describe

_EXAMPLES: Final = """\
bessemer completion bash > ~/.local/share/bash-completion/completions/bessemer
bessemer completion zsh > ~/.zfunc/_bessemer                # a folder of your $fpath
bessemer completion fish > ~/.config/fish/completions/bessemer.fish
"""
_NOTES: Final = """\
The script knows the commands and options of this version: write it again after an update.
"""
_BASH: Final = r"""# bash completion for bessemer
_bessemer() {
  local cur="${COMP_WORDS[COMP_CWORD]}" prev="${COMP_WORDS[COMP_CWORD-1]}" at=bessemer i
  local words='' options='' files=''
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$at ${COMP_WORDS[i]}" in
%(paths)s
    esac
  done
  case "$at $prev" in
%(values)s
    *) case "$at" in
%(commands)s
       esac
       [[ $cur == -* ]] && { words=$options files=''; } ;;
  esac
  COMPREPLY=()
  [[ -n $words ]] && mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
  [[ -n $files ]] && { compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$cur"); }
  return 0
}
complete -F _bessemer bessemer
"""
_ZSH: Final = r"""#compdef bessemer
_bessemer() {
  local at=bessemer i
  local -a said options
  for ((i = 2; i < CURRENT; i++)); do
    case "$at ${words[i]}" in
%(paths)s
    esac
  done
  case "$at ${words[CURRENT-1]}" in
%(values)s
  esac
  case "$at" in
%(commands)s
  esac
  if [[ $PREFIX == -* ]]; then
    _describe option options
  elif (( $#said )); then
    _describe command said
  else
    _files
  fi
}
if [[ $funcstack[1] == _bessemer ]]; then _bessemer "$@"; else compdef _bessemer bessemer; fi
"""
_FISH: Final = r"""# fish completion for bessemer
function __bessemer_at
  set -l at bessemer
  for word in (commandline -opc)[2..]
    switch "$at $word"
%(paths)s
    end
  end
  test "$at" = "$argv[1]"
end
complete -c bessemer -f
%(commands)s
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command."""
    describe(command, "Print a script that completes commands in a shell.", _EXAMPLES, _NOTES)
    command.add_argument("shell", choices=sorted(SCRIPTS), help="the shell that is to read it")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the script."""
    from bessemer.cli.main import parser

    print(SCRIPTS[args.shell](list(commands(parser()))), end="")
    return 0


def bash(found: Iterable[Command]) -> str:
    """What bash reads."""
    found = list(found)
    return _BASH % {
        "paths": _paths(found, '      {}) at="$at ${{COMP_WORDS[i]}}" ;;'),
        "values": "\n".join(
            f"    {keys}) {_bash_value(argument)} ;;" for keys, argument in _valued(found)
        ),
        "commands": "\n".join(
            f"         {quote(command.name)}) options={quote(' '.join(_flags(command)))}"
            f" words={quote(' '.join(_next_words(command)))}"
            f" files={'1' if _takes_file(command) else quote('')} ;;"
            for command in found
        ),
    }


def _bash_value(argument: Argument) -> str:
    if argument.choices:
        return f"words={quote(' '.join(argument.choices))}"
    return "files=1" if argument.is_path else ":"


def zsh(found: Iterable[Command]) -> str:
    """What zsh reads."""
    found = list(found)
    about = {command.name: command.summary for command in found}
    return _ZSH % {
        "paths": _paths(found, '      {}) at="$at ${{words[i]}}" ;;'),
        "values": "\n".join(
            f"    {keys}) {_zsh_value(argument)}; return ;;" for keys, argument in _valued(found)
        ),
        "commands": "\n".join(
            f"    {quote(command.name)})\n"
            f"      options=({' '.join(_described(flag, one.help) for one in command.options for flag in one.flags)})\n"
            f"      said=({' '.join(_described(word, about.get(f'{command.name} {word}', '')) for word in _next_words(command))}) ;;"
            for command in found
        ),
    }


def _zsh_value(argument: Argument) -> str:
    if argument.choices:
        return f"compadd -- {' '.join(map(quote, argument.choices))}"
    return "_files" if argument.is_path else "_message " + quote(argument.value)


def _described(word: str, text: str) -> str:
    plain = " ".join(text.split())
    return quote(f"{word}:{plain}" if plain else word)


def fish(found: Iterable[Command]) -> str:
    """What fish reads."""
    found = list(found)
    about = {command.name: command.summary for command in found}
    return _FISH % {
        "paths": _paths(found, '      case {}\n        set at "$at $word"', " "),
        "commands": "\n".join(line for command in found for line in _fish_lines(command, about)),
    }


def _fish_lines(command: Command, about: dict[str, str]) -> list[str]:
    at = f"complete -c bessemer -n {quote(f'__bessemer_at {quote(command.name)}')}"
    lines = [
        f"{at} -a {quote(word)} -d {quote(about.get(f'{command.name} {word}', ''))}"
        for word in _next_words(command)
    ]
    if _takes_file(command):
        lines.append(f"{at} -F")
    for option in command.options:
        flags = [
            f"-l {flag[2:]}" if flag.startswith("--") else f"-s {flag[1:]}" for flag in option.flags
        ]
        value = ""
        if option.choices:
            value = f" -x -a {quote(' '.join(option.choices))}"
        elif option.value:
            value = " -r -F" if option.is_path else " -x"
        lines.append(f"{at} {' '.join(flags)}{value} -d {quote(' '.join(option.help.split()))}")
    return lines


# --- what all of them need -----------------------------------------------------------------------


def _paths(found: Iterable[Command], line: str, between: str = " | ") -> str:
    """The line for whatever leads from one command to the one below."""
    names = [quote(command.name) for command in found if " " in command.name]
    return line.format(between.join(names))


def _valued(found: Iterable[Command]) -> list[tuple[str, Argument]]:
    """Of each option that takes a value: what stands before the value, and the option."""
    return [
        (" | ".join(quote(f"{command.name} {flag}") for flag in option.flags), option)
        for command in found
        for option in command.options
        if option.value
    ]


def _flags(command: Command) -> list[str]:
    return [flag for option in command.options for flag in option.flags]


def _next_words(command: Command) -> list[str]:
    """What may stand next that is no option: commands, or the choices of the words it takes."""
    return [*command.below, *(choice for word in command.words for choice in word.choices)]


def _takes_file(command: Command) -> bool:
    return any(word.is_path for word in command.words)


SCRIPTS: Final[dict[str, Callable[[Iterable[Command]], str]]] = {
    "bash": bash,
    "fish": fish,
    "zsh": zsh,
}
