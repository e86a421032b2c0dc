"""
Plant bugs in one part of the referee, one at a time, and see whether the tests find them.

A part is the rules of a game, the matches, or the RPC layer.

A bug is one small change of one module: a comparison, an operator, a number, a condition turned
round, a statement left out. A bug that no test finds has survived: write the test, or say why the
change means nothing.

Each bug is compiled in a fork of a process that has pytest and Hypothesis loaded, and the quickest
tests come first. cosmic-ray writes a bug into the checkout, one at a time, and starts Python for each;
mutmut finds no tests for a package that has several source roots. Neither takes bugs from a file.

    make mutants                                  all of Furnace's, on all cores
    make mutants ARGS="--part brass --planted"    the bugs written down in tools/mutants/brass.toml
    make mutants ARGS="--module phases/auction.py"       of one module
    make mutants ARGS="--part rpc --sample 100"   a hundred in the RPC layer, always the same
    make mutants ARGS="--part brass --sample 100 --seed 7"    another hundred

What the tests print goes to the file named by MUTANTS_LOG, if it is set.
"""

import argparse
import ast
import copy
import importlib.machinery
import os
import random
import resource
import signal
import sys
import time
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import accumulate
from pathlib import Path
from typing import Any, Final, NamedTuple

import hypothesis  # noqa: F401 - imported once here, so that every fork has it
import pytest
from rich.console import Console
from rich.progress import Progress

ROOT: Final = Path(__file__).parents[1]
PACKAGE: Final = ROOT / "referee" / "bessemer"
TESTS: Final = ROOT / "tests"


class Part(NamedTuple):
    """A part of the referee that bugs are planted in, and the tests that should find them."""

    package: str
    """Below `bessemer`, with dots."""
    tests: tuple[str, ...]
    """Files and folders below `tests/`, the quickest first."""

    @property
    def folder(self) -> Path:
        """Where its modules are."""
        return PACKAGE.joinpath(*self.package.split("."))

    def modules(self) -> list[str]:
        """Its modules, as paths below the folder."""
        found = self.folder.rglob("*.py")
        return sorted(str(path.relative_to(self.folder)) for path in found)


PARTS: Final = {
    # By their folders: were anything of Bessemer imported here, tests would run on compiled modules.
    **{
        rules.parent.name: Part(
            f"games.{rules.parent.name}", (f"games/{rules.parent.name}", "games")
        )
        for rules in sorted(PACKAGE.glob("games/*/rules.py"))
    },
    "matches": Part("matches", ("matches", "replays", "rpc")),
    "rpc": Part("rpc", ("rpc", "wire")),
}
# The slow proofs run only on what the others let through.
SLOW: Final = {
    "test_brute_force.py",
    "test_chance.py",
    "test_conformance.py",
    "test_invariants.py",
    "test_perft.py",
    "test_production_brute_force.py",
    "test_sampling.py",
    "test_slow_auction.py",
    "test_slow_rules.py",
    "test_views.py",
}
_PROCESSOR_SECONDS: Final = 300
"""What the tests of a bug may use: a bug may loop for ever, and a busy machine is no bug."""
_SECONDS: Final = 10 * _PROCESSOR_SECONDS
"""Until tests are ended that only wait."""
_PYTEST: Final = (
    *("-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"),
    # Hypothesis is imported before the forks, for speed; its asserts are not ours to rewrite.
    *("-W", "ignore::pytest.PytestAssertRewriteWarning"),
)

_SWAPS: Final[dict[type[ast.AST], Any]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.And: ast.Or,
    ast.Or: ast.And,
}


class Bug(NamedTuple):
    """A module with one bug in it."""

    part: str
    module: str
    line: int
    what: str
    source: str


def _source(part: str, module: str) -> str:
    return (PARTS[part].folder / module).read_text(encoding="utf-8")


def planted_bugs(part: str) -> Iterator[Bug]:
    """
    The bugs of `part` that are written down.

    Raises:
        SystemExit: a text that a bug replaces is not in its module exactly once.
    """
    entries = tomllib.loads((ROOT / "tools" / "mutants" / f"{part}.toml").read_text("utf-8"))
    for bug in entries["bug"]:
        before, *after = _source(part, bug["module"]).split(bug["was"])
        if len(after) != 1:
            raise SystemExit(
                f"tools/mutants/{part}.toml: not once in {bug['module']}: {bug['was']}"
            )
        line, source = before.count("\n") + 1, f"{before}{bug['becomes']}{after[0]}"
        yield Bug(part, bug["module"], line, bug["rule"], source)


def mutants(part: str, module: str) -> Iterator[Bug]:
    """Every bug that a small change of `module` makes."""
    source = _source(part, module)
    content, tree = source.encode(), ast.parse(source)
    starts = [0, *accumulate(map(len, content.splitlines(keepends=True)))]
    passed_over = set(_without_meaning(tree))
    for node in ast.walk(tree):
        for old, new in _changes(node) if node not in passed_over else ():
            text = ast.unparse(ast.fix_missing_locations(new))
            assert old.end_lineno is not None
            assert old.end_col_offset is not None
            first = starts[old.lineno - 1] + old.col_offset
            last = starts[old.end_lineno - 1] + old.end_col_offset
            becomes = f"({text})" if isinstance(new, ast.expr) else text
            changed = content[:first] + becomes.encode() + content[last:]
            what = f"{ast.unparse(old)} → {text}"
            yield Bug(part, module, old.lineno, what, changed.decode())


def _without_meaning(tree: ast.Module) -> Iterator[ast.AST]:
    """Types and the wording of messages: changing them breaks no rule."""
    for node in ast.walk(tree):
        hidden: list[ast.AST | None] = []
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            hidden += [node.returns, *node.decorator_list]
            if node.name == "__repr__":
                hidden += node.body
        elif isinstance(node, ast.arg | ast.AnnAssign):
            hidden.append(node.annotation)
        elif isinstance(node, ast.JoinedStr):
            hidden.append(node)
        elif isinstance(node, ast.keyword) and node.arg == "strict":
            hidden.append(node.value)  # of zip: it only finds what cannot be
        elif isinstance(node, ast.Expr) and ast.unparse(node.value).startswith("assert_never("):
            hidden.append(node)
        elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]).istitle():
            hidden.append(node.value)  # a union of types, such as `Move = Bid | Compensation`
        for part in hidden:
            if part is not None:
                yield from ast.walk(part)


def _changes(node: ast.AST) -> Iterator[tuple[ast.expr | ast.stmt, ast.expr | ast.stmt]]:
    """The changes at one node: a part of the source, and what takes its place."""
    match node:
        case ast.Constant(value=bool() as value):
            yield node, ast.Constant(not value)
        case ast.Constant(value=int() as value):
            yield node, ast.Constant(value + 1)
        case ast.Compare(ops=ops):
            for index, op in enumerate(ops):
                others = [*ops[:index], _SWAPS[type(op)](), *ops[index + 1 :]]
                yield node, ast.Compare(node.left, others, node.comparators)
        case ast.BinOp(op=op) | ast.BoolOp(op=op) if type(op) in _SWAPS:
            other = copy.copy(node)
            other.op = _SWAPS[type(op)]()
            yield node, other
        case ast.UnaryOp():
            yield node, node.operand
        case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
            yield test, ast.UnaryOp(ast.Not(), test)
        case ast.comprehension(ifs=ifs):
            yield from ((test, ast.UnaryOp(ast.Not(), test)) for test in ifs)
        case ast.AugAssign(op=op) if type(op) in _SWAPS:
            yield node, ast.AugAssign(node.target, _SWAPS[type(op)](), node.value)
            yield node, ast.Pass()
        case ast.Expr(value=ast.Call()) | ast.AugAssign() | ast.Continue() | ast.Raise():
            yield node, ast.Pass()


_ENDINGS: Final = {0: "survived", -signal.SIGXCPU: "timeout"}


def verdicts(planted: Sequence[Bug], jobs: int) -> Iterator[tuple[Bug, str]]:
    """Each bug with killed, survived or timeout, found out in a process of its own."""
    # One thread and plain forks: a fork beside other threads may inherit a lock for ever.
    waiting, running = list(reversed(planted)), dict[int, tuple[Bug, float]]()
    while waiting or running:
        while waiting and len(running) < jobs:
            bug = waiting.pop()
            if (child := os.fork()) == 0:
                os._exit(_run_tests(bug))
            running[child] = bug, time.monotonic() + _SECONDS
        time.sleep(0.02)
        for child, (bug, deadline) in list(running.items()):
            ended, status = os.waitpid(child, os.WNOHANG)
            if not ended and time.monotonic() > deadline:
                os.kill(child, signal.SIGKILL)
                ended, status = os.waitpid(child, 0)
                del running[child]
                yield bug, "timeout"
            elif ended:
                del running[child]
                yield bug, _ENDINGS.get(os.waitstatus_to_exitcode(status), "killed")


def _run_tests(bug: Bug) -> int:
    """Run the tests on the bug, the quick ones first; for a forked child only."""
    log = os.open(os.environ.get("MUTANTS_LOG", os.devnull), os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(log, 1)
    os.dup2(log, 2)
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (_PROCESSOR_SECONDS, most))
    part = PARTS[bug.part]
    file = part.folder / bug.module
    name = ".".join(file.relative_to(PACKAGE.parent).with_suffix("").parts)
    name = name.removesuffix(".__init__")
    load = importlib.machinery.SourceFileLoader.get_code

    def get_code(loader: importlib.machinery.SourceFileLoader, fullname: str) -> object:
        if fullname == name:
            return compile(bug.source, str(file), "exec")
        return load(loader, fullname)

    importlib.machinery.SourceFileLoader.get_code = get_code  # type: ignore[method-assign,assignment]
    for chosen in _rounds(part):
        if chosen and (code := pytest.main([*_PYTEST, *map(str, chosen)])):
            return int(code)
    return 0


def _rounds(part: Part) -> Iterator[list[Path]]:
    """The tests of a part: those of its own folder, then what else should find a bug, slow ones last."""
    slow: list[Path] = []
    for tests in part.tests:
        folder = TESTS / tests
        files = sorted(folder.glob("test_*.py") if tests == "games" else folder.rglob("test_*.py"))
        slow += [file for file in files if file.name in SLOW]
        yield [file for file in files if file.name not in SLOW]
    yield slow


def main(argv: Sequence[str] | None = None) -> int:
    """Plant the bugs, print what survived, and succeed if at least 90 % were found."""
    parser = argparse.ArgumentParser(prog="make mutants", description="Plant bugs.")
    parser.add_argument(
        "--part",
        default="furnace",
        choices=PARTS,
        help=f"where to plant them: {', '.join(PARTS)} (default: %(default)s)",
    )
    parser.add_argument(
        "--planted", action="store_true", help="the bugs written down in tools/mutants/PART.toml"
    )
    parser.add_argument(
        "--module", help="only the bugs of one module, such as phases/auction.py or actions/loan.py"
    )
    parser.add_argument("--sample", type=int, metavar="N", help="only N bugs, always the same")
    parser.add_argument(
        "--seed", type=int, default=0, help="with --sample: other bugs (default: 0)"
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args(argv)
    os.chdir(ROOT)
    sys.path.insert(0, str(ROOT))
    modules = [args.module] if args.module else PARTS[args.part].modules()
    planted: list[Bug] = (
        list(planted_bugs(args.part))
        if args.planted
        else [bug for module in modules for bug in mutants(args.part, module)]
    )
    if args.sample and args.sample < len(planted):
        planted = random.Random(args.seed).sample(planted, args.sample)  # noqa: S311
    err = Console(stderr=True)
    last = PARTS[args.part].modules()[-1]
    untouched = Bug(args.part, last, 0, "no bug at all", _source(args.part, last))
    ((_, ending),) = verdicts([untouched], 1)
    if ending != "survived":
        why = (
            f"take more than {_PROCESSOR_SECONDS} s of a processor"
            if ending == "timeout"
            else "fail"
        )
        err.print(f"The tests {why} without a planted bug: run make test first.")
        return 1
    out = Console(highlight=False, markup=False, soft_wrap=True)
    survived = tried = 0
    with (
        suppress(KeyboardInterrupt),  # a long run that is cut short has not been for nothing
        Progress(console=err, auto_refresh=False, disable=not err.is_terminal) as progress,
    ):
        bar = progress.add_task("planting bugs", total=len(planted))
        for bug, ending in verdicts(planted, args.jobs):
            progress.update(bar, advance=1, refresh=True)
            tried += 1
            if ending != "killed":
                survived += ending == "survived"
                out.print(f"{ending}: {bug.module}:{bug.line} {bug.what}")
    found = tried - survived
    if tried < len(planted):
        out.print(f"stopped after {tried} of {len(planted)} bugs")
    out.print(f"{found} of {tried} planted bugs found ({found / max(1, tried):.1%})")
    return 0 if found >= 0.9 * tried else 1


if __name__ == "__main__":
    sys.exit(main())
