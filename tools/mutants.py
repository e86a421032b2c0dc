"""
Plant bugs in one part of the referee, one at a time, and see whether the tests find them.

A part is the rules of a game, the matches, or the RPC layer.

Each mutant is one small change of one module: a comparison, an operator, a number, a condition
turned round, a statement left out. A mutant that no test finds has survived; it is listed with its
line, for somebody to write the test or to say why the change means nothing.

    make mutants                                  all of Furnace's, on all cores
    make mutants ARGS="--part brass --planted"    the bugs written down in tools/mutants/brass.toml
    make mutants ARGS="--module auction.py"       of one module
    make mutants ARGS="--part rpc --sample 100"   a hundred in the RPC layer, always the same

What the tests print goes to the file named by MUTANTS_LOG, if it is set.
"""

import argparse
import ast
import copy
import importlib.machinery
import os
import random
import signal
import sys
import time
import tomllib
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

import hypothesis  # noqa: F401 - imported once here, so that every fork has it
import pytest
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

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
_SECONDS: Final = 300
_PYTEST: Final = (
    *("-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"),
    # Hypothesis is imported before the forks, for speed; its asserts are not ours to rewrite.
    *("-W", "ignore::pytest.PytestAssertRewriteWarning"),
)

_SWAPS: Final[dict[type[ast.AST], type[ast.AST]]] = {
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


# Any: each change is made for one kind of node, and is only ever given that one.
Change = Callable[[Any], None]


class Mutant(NamedTuple):
    """One bug: `change` alters the `place`-th node of the module's tree in place."""

    part: str
    module: str
    line: int
    what: str
    place: int
    change: Change

    def tree(self) -> ast.Module:
        """The module with the bug in it."""
        tree = copy.deepcopy(ast.parse(_source(self.part, self.module)))
        self.change(list(ast.walk(tree))[self.place])
        return ast.fix_missing_locations(tree)


class PlantedBug(NamedTuple):
    """One bug that somebody wrote down: a text that stands once in the module becomes another."""

    part: str
    module: str
    line: int
    what: str
    was: str
    becomes: str

    def tree(self) -> ast.Module:
        """The module with the bug in it."""
        source = _source(self.part, self.module)
        if source.count(self.was) != 1:
            raise SystemExit(
                f"tools/mutants/{self.part}.toml: not once in {self.module}: {self.was}"
            )
        return ast.parse(source.replace(self.was, self.becomes))


Bug = Mutant | PlantedBug


def _source(part: str, module: str) -> str:
    return (PARTS[part].folder / module).read_text(encoding="utf-8")


def planted_bugs(part: str) -> list[PlantedBug]:
    """The bugs of `part` that are written down."""
    entries = tomllib.loads((ROOT / "tools" / "mutants" / f"{part}.toml").read_text("utf-8"))
    return [
        PlantedBug(part, bug["module"], 0, bug["rule"], bug["was"], bug["becomes"])
        for bug in entries["bug"]
    ]


def mutants(part: str, module: str) -> Iterator[Mutant]:
    """Every bug that can be planted in `module`."""
    tree = ast.parse(_source(part, module))
    passed_over = set(_without_meaning(tree))
    for place, node in enumerate(ast.walk(tree)):
        if node in passed_over:
            continue
        for what, change in _changes(node):
            yield Mutant(part, module, getattr(node, "lineno", 0), what, place, change)


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
        elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]).istitle():
            hidden.append(node.value)  # a union of types, such as `Move = Bid | Compensation`
        for part in hidden:
            if part is not None:
                yield from ast.walk(part)


def _changes(node: ast.AST) -> Iterator[tuple[str, Change]]:
    """What can be done to one node, in words and as a function."""
    yield from _other_operators(node)
    yield from _statements_left_out(node)
    if isinstance(node, ast.Constant) and type(node.value) is int:
        yield f"{node.value} → {node.value + 1}", lambda n: setattr(n, "value", n.value + 1)
    if isinstance(node, ast.Constant) and type(node.value) is bool:
        yield f"{node.value} → {not node.value}", lambda n: setattr(n, "value", not n.value)
    if isinstance(node, ast.If | ast.IfExp | ast.While):
        yield "condition turned round", lambda n: setattr(n, "test", _negated(n.test))
    if isinstance(node, ast.comprehension):
        for index in range(len(node.ifs)):
            yield "filter turned round", partial(_negate_filter, index)


def _other_operators(node: ast.AST) -> Iterator[tuple[str, Change]]:
    if isinstance(node, ast.Compare):
        for index, operator in enumerate(node.ops):
            other = _SWAPS[type(operator)]
            yield _swapped(operator, other), partial(_set_comparison, index, other)
    elif isinstance(node, ast.BinOp | ast.AugAssign | ast.BoolOp) and type(node.op) in _SWAPS:
        other = _SWAPS[type(node.op)]
        yield _swapped(node.op, other), partial(_set_operator, other)
    elif isinstance(node, ast.UnaryOp):
        # A node cannot take itself out of its parent: twice the operator is none (or, for a sign,
        # the number itself).
        what = f"{type(node.op).__name__} dropped"
        yield what, lambda n: setattr(n, "operand", ast.UnaryOp(type(n.op)(), n.operand))


def _statements_left_out(node: ast.AST) -> Iterator[tuple[str, Change]]:
    for name in ("body", "orelse"):
        statements = getattr(node, name, None)
        for index, statement in enumerate(statements if isinstance(statements, list) else ()):
            is_call = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)
            if is_call or isinstance(statement, ast.AugAssign | ast.Continue | ast.Raise):
                yield f"line {statement.lineno} left out", partial(_leave_out, name, index)


def _swapped(operator: ast.AST, other: type[ast.AST]) -> str:
    return f"{type(operator).__name__} → {other.__name__}"


def _set_comparison(index: int, other: type[ast.AST], node: Any) -> None:  # noqa: ANN401
    node.ops[index] = other()


def _set_operator(other: type[ast.AST], node: Any) -> None:  # noqa: ANN401
    node.op = other()


def _negate_filter(index: int, node: Any) -> None:  # noqa: ANN401
    node.ifs[index] = _negated(node.ifs[index])


def _leave_out(name: str, index: int, node: Any) -> None:  # noqa: ANN401
    getattr(node, name)[index] = ast.Pass()


def _negated(test: ast.expr) -> ast.expr:
    return ast.UnaryOp(ast.Not(), test)


def verdicts(planted: Sequence[Bug], jobs: int) -> Iterator[tuple[Bug, str]]:
    """Each mutant with killed, survived or timeout, found out in a process of its own."""
    # One thread and plain forks: a fork beside other threads may inherit a lock for ever.
    waiting, running = list(reversed(planted)), dict[int, tuple[Bug, float]]()
    while waiting or running:
        while waiting and len(running) < jobs:
            mutant = waiting.pop()
            if (child := os.fork()) == 0:
                os._exit(_run_tests(mutant))
            running[child] = mutant, time.monotonic() + _SECONDS
        time.sleep(0.02)
        for child, (mutant, deadline) in list(running.items()):
            ended, status = os.waitpid(child, os.WNOHANG)
            if not ended and time.monotonic() > deadline:
                os.kill(child, signal.SIGKILL)
                ended, status = os.waitpid(child, 0)
                del running[child]
                yield mutant, "timeout"
            elif ended:
                del running[child]
                yield mutant, "killed" if os.waitstatus_to_exitcode(status) else "survived"


def _run_tests(mutant: Bug) -> int:
    """Run the tests on the mutant, the quick ones first; for a forked child only."""
    log = os.open(os.environ.get("MUTANTS_LOG", os.devnull), os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(log, 1)
    os.dup2(log, 2)
    part = PARTS[mutant.part]
    file = part.folder / mutant.module
    name = ".".join(file.relative_to(PACKAGE.parent).with_suffix("").parts)
    name = name.removesuffix(".__init__")
    tree, load = mutant.tree(), importlib.machinery.SourceFileLoader.get_code

    def get_code(loader: importlib.machinery.SourceFileLoader, fullname: str) -> object:
        if fullname == name:
            return compile(tree, str(file), "exec")
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
        "--module", help="only the bugs of one module, such as auction.py or actions/loan.py"
    )
    parser.add_argument("--sample", type=int, metavar="N", help="only N bugs, always the same")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args(argv)
    os.chdir(ROOT)
    sys.path.insert(0, str(ROOT))
    modules = [args.module] if args.module else PARTS[args.part].modules()
    planted: list[Bug] = (
        list(planted_bugs(args.part))
        if args.planted
        else [mutant for module in modules for mutant in mutants(args.part, module)]
    )
    if args.sample and args.sample < len(planted):
        planted = random.Random(0).sample(planted, args.sample)  # noqa: S311
    err = Console(stderr=True)
    untouched = Mutant(
        args.part, PARTS[args.part].modules()[-1], 0, "no bug at all", 0, lambda _: None
    )
    if [(untouched, "survived")] != list(verdicts([untouched], 1)):
        err.print("The tests fail without a planted bug: run make test first.")
        return 1
    survivors: list[Bug] = []
    with Progress(console=err, auto_refresh=False, disable=not err.is_terminal) as progress:
        bar = progress.add_task("planting bugs", total=len(planted))
        for mutant, ending in verdicts(planted, args.jobs):
            progress.update(bar, advance=1, refresh=True)
            if ending == "survived":
                survivors.append(mutant)
                # At once: a long run that is cut short has not been for nothing.
                err.print(f"survived: {mutant.module}:{mutant.line} {mutant.what}")
    table = Table("module", "line", "change", title="survived")
    for mutant in sorted(survivors, key=lambda survivor: survivor[1:4]):
        table.add_row(mutant.module, str(mutant.line), mutant.what)
    out = Console(highlight=False)
    if survivors:
        out.print(table)
    found = len(planted) - len(survivors)
    out.print(f"{found} of {len(planted)} planted bugs found ({found / max(1, len(planted)):.1%})")
    return 0 if found >= 0.9 * len(planted) else 1


if __name__ == "__main__":
    sys.exit(main())
