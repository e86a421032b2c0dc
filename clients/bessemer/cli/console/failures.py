"""Failures that are no bugs: each ends a command with one sentence, which the error has, and an exit code."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from bessemer.cli.console.arguments import WrongUsage
from bessemer.cli.console.extras import explained
from bessemer.cli.console.output import reason
from bessemer.engine.errors import BadOption, GameError

CODES: Final = {
    "bessemer.analysis.logged_match.UnusableReplay": 1,
    "bessemer.bots.registry.NoSuchBot": 2,
    "bessemer.errors.RefereeError": 1,
    "bessemer.matches.durable.store.StoreError": 1,
    "bessemer.replays.difference.ReplayDiffers": 1,
    "bessemer.rpc.serving.serve_config.ConfigError": 1,
    "bessemer.runner.bots.single_match.MatchFailed": 1,
    "bessemer.runner.cluster.messages.ClusterFailed": 1,
    "bessemer.runner.report.facts.UnknownPlayer": 1,
    "bessemer.sdk.connection.referee_calls.CallFailed": 1,
    "bessemer.sdk.errors.SeatError": 1,
    "bessemer.sdk.offline.local_match.BotFault": 1,
    "bessemer.table.private_matches.hosting.HostingFailed": 1,
    "bessemer.table.private_matches.kept_tables.KeptTableError": 1,
    "bessemer.web.server.serving.WebConfigError": 1,
    "bessemer.wire.tls.certificate_files.CertificateError": 1,
}
"""
Errors of other rooms, by name: a command imports only those that it needs.

An error that has an `exit_code` of its own ends the command with that.
"""


class Failed(Exception):
    """A command cannot do what it was asked for; the sentence says why."""


@contextmanager
def wrong_data() -> Iterator[None]:
    """
    The folder that --data names is made ready in the body: a folder that cannot be used is wrong usage.

    Raises:
        WrongUsage: it cannot.
    """
    from bessemer.matches.durable.store import StoreError

    try:
        yield
    except StoreError as error:
        raise WrongUsage(str(error)) from None
    except OSError as error:
        raise WrongUsage(f"--data: {reason(error)}") from None


def cause_of(error: Exception) -> Exception:
    """The error itself, without the task groups that it went through; several of a kind count as one."""
    while isinstance(error, ExceptionGroup) and len({type(one) for one in error.exceptions}) == 1:
        error = error.exceptions[0]
    return error


def sentence_and_code(error: Exception) -> tuple[str, int] | None:
    """The sentence for an error, and the exit code; `None` for a bug."""
    if isinstance(error, (BadOption, WrongUsage)):
        return str(error), 2
    if isinstance(error, (Failed, GameError)):
        return str(error), 1
    if isinstance(error, ModuleNotFoundError):
        sentence = explained(error)
        return (sentence, 2) if sentence else None
    if isinstance(error, OSError):
        return (reason(error), 1) if error.strerror else None
    names = (f"{base.__module__}.{base.__qualname__}" for base in type(error).__mro__)
    code = next((CODES[name] for name in names if name in CODES), None)
    return None if code is None else (str(error), getattr(error, "exit_code", code))
