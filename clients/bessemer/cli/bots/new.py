"""`bessemer new`: a folder with a bot, its test and a README, ready to play."""

import argparse
import keyword
import re
import sys
import tempfile
from collections.abc import Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from bessemer.cli.bots.kits import KITS, Kit, NoStarter, kit_files
from bessemer.cli.bots.languages import LANGUAGES, PYTHON, Language
from bessemer.cli.console.arguments import WrongUsage, add_game, describe
from bessemer.cli.console.output import failed
from bessemer.engine.catalogue import NAMES
from bessemer.runtime.whole_files import write_whole
from bessemer.sdk.program.environment import MODEL_COMMAND
from bessemer.submissions.manifest import FILE as MANIFEST

_EXAMPLES: Final = "\n".join(
    (
        "bessemer new my_bot                        # a bot for Furnace",
        *(f"bessemer new --game {game} my_bot" for game in NAMES),
        "bessemer new --language cpp my_bot         # in C++, for every game",
        "bessemer new --kind grpc --language ts my_bot   # on a typed kit, for one game",
        "bessemer new --kind llm my_bot             # a language model plays, every game",
        "bessemer match brass --bots ./my_bot/my_bot.py,greedy,random    # its first match",
    )
)
_NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,38}")
# A file of such a name beside the bot would be imported instead of the real thing.
_OURS: Final = frozenset({"bessemer", "grpc", "google", "test"})
PROGRAM: Final = "program"
GRPC: Final = "grpc"
LLM: Final = "llm"
_OF_A_GAME: Final = {"bot.py.txt": "{name}.py", "test.py.txt": "test_{name}.py"}
"""What is written from the folder of templates with the game's name."""
_OF_ANY_GAME: Final = {"README.md.txt": "README.md"}


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command."""
    describe(command, "Write a folder with a bot that plays, its test and a README.", _EXAMPLES)
    add_game(command)
    known = ", ".join(f"{name} ({one.title})" for name, one in LANGUAGES.items())
    command.add_argument(
        "--language",
        choices=(PYTHON, *LANGUAGES),
        default=PYTHON,
        metavar="NAME",
        help=f"python (the default), or one that reads lines and plays every game: {known}",
    )
    command.add_argument(
        "--kind",
        choices=(PROGRAM, GRPC, LLM),
        default=PROGRAM,
        help=f"{PROGRAM} (the default): you write how it decides; {GRPC}: the same on a typed kit that speaks "
        f"gRPC itself, in {' or '.join(KITS)}; {LLM}: a language model decides, in Python",
    )
    command.add_argument(
        "folder", type=Path, metavar="DIR", help="a new folder; the bot gets its name"
    )
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """
    Write the project that `args` ask for.

    Raises:
        WrongUsage: the folder or its name will not do, or there is no template for the game.
    """
    folder: Path = args.folder
    game: str = args.game
    name = _checked_name(folder)
    language = LANGUAGES.get(args.language)
    kit: Kit | None = None
    if args.kind == LLM:
        if language is not None:
            raise WrongUsage(f"--kind {LLM} writes Python: leave out --language")
        texts = _texts_of_a_model(game, name)
    elif args.kind == GRPC:
        if (kit := KITS.get(args.language)) is None:
            raise WrongUsage(
                f"there is a kit for --language {' and '.join(KITS)}; Python needs none, and a bot in any "
                "other language reads lines: leave out --kind"
            )
        texts = _texts_on(kit, game, name)
    else:
        texts = _texts(game, name) if language is None else _texts_in(language, game, name)
    if kit is None:  # its packages come from elsewhere: it is built before it is handed in
        texts[MANIFEST] = _manifest(language, game, name)
    try:
        _write(folder, texts)
    except OSError as error:
        return failed(f"cannot write {folder}: {error.strerror}")
    if args.kind == LLM:
        print(f"{folder}: a bot that asks a model, its test and a README. Its first match:\n")
        print(f"  cd {folder}\n  export {MODEL_COMMAND}='your-model --its-options'")
        print(f"  bessemer match {game} --bots ./{name}.py,random --bank 3600 --no-sandbox")
        return 0
    if kit is not None:
        print(f"{folder}: a bot in {kit.title} on its kit, and a README. Its first match:\n")
        print(f"  cd {folder}\n  {kit.build}")
        print(f"  bessemer match {game} --bots ./{_named(kit.program, name)},random")
        return 0
    if language is None:
        print(f"{folder}: a bot for {game.capitalize()}, its test and a README. Its first match:\n")
        print(f"  cd {folder}\n  bessemer match {game} --bots ./{name}.py,greedy,random")
        return 0
    print(f"{folder}: a bot in {language.title}, its test and a README. Its first match:\n")
    print(f"  cd {folder}")
    if language.build:
        print(f"  {_named(language.build, name)}")
    print(f'  bessemer match {game} --bots "{_named(language.run, name)},random"')
    return 0


def _checked_name(folder: Path) -> str:
    """
    The bot's name, which becomes a module and a class.

    Raises:
        WrongUsage: Python could not import it, or would import it for something else.
    """
    name = folder.name
    if not _NAME.fullmatch(name):
        raise WrongUsage(
            f"{str(folder)!r}: a bot's name is a small letter, then small letters, digits and _: "
            "my_bot"
        )
    if keyword.iskeyword(name) or name in sys.stdlib_module_names or name in _OURS:
        raise WrongUsage(
            f"{name!r} means something else to Python: choose another, such as {name}_bot"
        )
    return name


def _texts(game: str, name: str) -> dict[str, str]:
    """
    What to write, by file.

    Raises:
        WrongUsage: nobody has written a template for the game yet.
    """
    templates = files("bessemer.cli") / "templates"
    own = templates / game
    if not own.is_dir():
        raise WrongUsage(
            f"there is no template for {game} yet; `python -m pydoc bessemer.{game}` says how a bot is written"
        )
    texts = {}
    for folder, names in ((own, _OF_A_GAME), (templates, _OF_ANY_GAME)):
        for template, file in names.items():
            texts[file.format(name=name)] = _filled(folder / template, game, name)
    return texts


def _texts_of_a_model(game: str, name: str) -> dict[str, str]:
    """What to write of a bot that asks a model, by file."""
    templates = files("bessemer.cli") / "templates" / "text"
    return {
        file.format(name=name): _filled(templates / template, game, name)
        for template, file in (_OF_A_GAME | _OF_ANY_GAME).items()
    }


def _texts_in(language: Language, game: str, name: str) -> dict[str, str]:
    """What to write of a bot that reads lines, by file."""
    templates = files("bessemer.cli") / "templates" / "lines"
    names = {
        language.template: language.file,
        "test.sh.txt": "test.sh",
        "README.md.txt": "README.md",
    }
    words = {
        "LANGUAGE": language.title,
        "MY_FILE": _named(language.file, name),
        "BUILD_LINE": _named(language.build, name),
        "RUN_LINE": _named(language.run, name),
    }
    texts = {}
    for template, file in names.items():
        text = _filled(templates / template, game, name)
        if not language.build:
            text = text.replace("BUILD_LINE\n", "")
        texts[_named(file, name)] = _with(text, words)
    return texts


def _manifest(language: Language | None, game: str, name: str) -> str:
    """The file with which the bot is handed in."""
    lines = {"name": name, "game": game, "run": f"{name}.py"}
    if language is not None:
        lines["run"] = _named(language.run, name)
        if language.build:
            lines["build"] = _named(language.build, name)
    return "".join(f'{key} = "{value}"\n' for key, value in lines.items())


def _texts_on(kit: Kit, game: str, name: str) -> dict[str, str]:
    """
    What to write of a bot on a kit, by file.

    Raises:
        WrongUsage: there is none for the game.
    """
    words = {"my_game": game, "MyGame": game.capitalize()}
    try:
        texts = kit_files(kit, game)
    except NoStarter as error:
        raise WrongUsage(str(error)) from None
    return {
        _named(file, name): text if file.startswith("proto/") else _named(_with(text, words), name)
        for file, text in texts.items()
    }


def _filled(template: Traversable, game: str, name: str) -> str:
    """A template with the bot's and the game's names in it."""
    words = {"my_game": game, "MyGame": game.capitalize()}
    return _named(_with(template.read_text(encoding="utf-8"), words), name)


def _named(text: str, name: str) -> str:
    """A text with the bot's name in it."""
    class_name = "".join(word.capitalize() for word in name.split("_"))
    return _with(text, {"my_bot": name, "MyBot": class_name})


def _with(text: str, words: Mapping[str, str]) -> str:
    return re.sub("|".join(words), lambda found: words[found[0]], text)


def _write(folder: Path, texts: dict[str, str]) -> None:
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise WrongUsage(f"{folder} is there already: nothing was changed; choose another name")
    folder.parent.mkdir(parents=True, exist_ok=True)
    # Beside its place first: of a disk that is full no half of a project is left.
    with tempfile.TemporaryDirectory(prefix=".new-", dir=folder.parent) as place:
        draft = Path(place) / folder.name
        draft.mkdir()
        for file, text in texts.items():
            (draft / file).parent.mkdir(parents=True, exist_ok=True)
            write_whole(draft / file, text)
        draft.replace(folder)
