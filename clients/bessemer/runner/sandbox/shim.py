"""
The shim: a small process between the ladder and one bot.

It starts the bot with its limits, writes what it prints into a bounded log, checks twice a second
what the bot's whole process tree uses, and leaves none of it behind. Where control groups can be had
the kernel does most of this. Its standard input is a lifeline to the ladder: when that is closed,
because the ladder wants it or because it was killed, the bot gets SIGTERM, and SIGKILL if it does not
end; until then it says when the bot is to stand still. Its standard output has the report in the end.

It is a program of its own, since the ladder's last act must not depend on the ladder, and imports
little, since there is one for each bot.
"""

import contextlib
import json
import os
import resource
import select
import signal
import sys
import time
from typing import Final, NoReturn

from bessemer.processes.bounded_log import BoundedLog
from bessemer.processes.process_tree import (
    adopt_orphans,
    descendants,
    dying_with_parent,
    go_on_all,
    install_filter,
    kill_all,
    pin_all,
    proportional_memory,
    send_signal,
    stop_all,
    usage,
)
from bessemer.runner.sandbox.control_groups import ControlGroup
from bessemer.runner.sandbox.limits import ResourceLimits
from bessemer.runner.sandbox.socket_memory import socket_memory
from bessemer.runner.sandbox.spec import PAUSE, ExitReport, SandboxSpec

_NICE: Final = 5
"""The referee goes first."""
_KILL_ME_FIRST: Final = b"500"
"""When the machine has no memory left, a bot is killed, not the referee."""
_CHECK_SECONDS: Final = 0.5
_CHUNK: Final = 32 * 1024
_CPU_GRACE: Final = 2
"""Seconds of CPU time that a bot has after SIGXCPU."""
_MIB: Final = 1024 * 1024


class Shim:
    """Runs one bot from its start to its end."""

    def __init__(
        self, spec: SandboxSpec, command: list[str], group: ControlGroup | None = None
    ) -> None:
        self._limits = spec.limits
        self._group = group
        self._is_paused = False
        self._pinned = spec.pinned
        self._is_pinned = False
        self._me = os.getpid()
        self._woken, wake = os.pipe()
        os.set_blocking(wake, False)
        signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
        for number in (signal.SIGCHLD, signal.SIGTERM):
            signal.signal(number, self._on_signal)
        self._log = BoundedLog(spec.log, spec.limits.log * 1024, time.monotonic())
        self._is_wrapped = spec.is_wrapped
        self._is_silent = False
        self._must_end = False
        self._reason = ""
        self._output, output = os.pipe()
        os.set_blocking(self._output, False)
        die_with_us = dying_with_parent()
        self._bot = os.fork()
        if self._bot == 0:
            die_with_us()
            _become(spec, command, output, group)
        os.close(output)

    def run(self) -> ExitReport:
        """Return when the bot has ended, and its process tree with it."""
        status = self._wait()
        self._pause(is_paused=False)  # nobody frozen can die
        kill_all(self._me, self._bot)
        self._copy_output()  # what it printed last; a pipe holds no more than 64 KiB
        code = os.waitstatus_to_exitcode(status)
        if code and not self._reason:
            self._reason = _memory_excess(self._limits, self._group)
        return ExitReport(code if code >= 0 else 128 - code, self._reason)

    def _wait(self) -> int:
        """The status with which the bot ends; that of SIGKILL if it must be killed."""
        poll = select.poll()
        poll.register(0, select.POLLIN)
        poll.register(self._woken, select.POLLIN)
        next_check = time.monotonic() + _CHECK_SECONDS
        deadline = float("inf")
        while (now := time.monotonic()) < deadline and not self._reason:
            if self._must_end and deadline == float("inf"):
                deadline = now + self._limits.grace
                self._pause(is_paused=False)
                self._terminate()
            if not self._is_silent and self._log.allowed(now) >= _CHUNK:
                poll.register(self._output, select.POLLIN)
            for file, _ in poll.poll(max(0.0, min(next_check, deadline) - now) * 1000):
                if file == self._woken:
                    os.read(self._woken, _CHUNK)
                elif file == self._output:
                    poll.unregister(file)
                    self._copy_output()
                elif not self._listen():
                    poll.unregister(file)
                    self._must_end = True
            status = self._ended()
            if status is not None:
                return status
            if time.monotonic() >= next_check:
                next_check = time.monotonic() + _CHECK_SECONDS
                self._pin()  # processes that were started meanwhile
                self._reason = excess(self._limits, self._me, self._group)
        return signal.SIGKILL

    def _on_signal(self, number: int, _frame: object) -> None:
        self._must_end = self._must_end or number == signal.SIGTERM

    def _listen(self) -> bool:
        """Do what the ladder says; whether it may say more."""
        told = os.read(0, _CHUNK)
        if told and not self._must_end:
            self._is_pinned = self._is_pinned or PAUSE in told
            self._pause(is_paused=told[-1:] == PAUSE)
            self._pin()
        return bool(told)

    def _pin(self) -> None:
        """Hold a bot that has taken more than its share to that; others may use what is free."""
        if self._is_pinned and self._pinned:
            pin_all(self._me, self._pinned)

    def _pause(self, *, is_paused: bool) -> None:
        """Have all of the bot's processes stand still, or go on."""
        if is_paused == self._is_paused:
            return
        self._is_paused = is_paused
        with contextlib.suppress(OSError):
            if self._group is not None and self._group.freeze(is_frozen=is_paused):
                return
        if is_paused:
            stop_all(self._me)
        else:
            go_on_all(self._me)

    def _terminate(self) -> None:
        # If our child is bubblewrap it would obey at once, and the bot would have no time.
        for one in descendants(self._bot if self._is_wrapped else self._me):
            send_signal(one, signal.SIGTERM)

    def _ended(self) -> int | None:
        """The bot's status if it has ended; adopted orphans that have ended are reaped."""
        found = None
        with contextlib.suppress(ChildProcessError):
            while (ended := os.waitpid(-1, os.WNOHANG))[0]:
                if ended[0] == self._bot:
                    found = ended[1]
        return found

    def _copy_output(self) -> None:
        with contextlib.suppress(BlockingIOError):
            text = os.read(self._output, 2 * _CHUNK)
            self._log.write(text)
            self._is_silent = not text


def excess(limits: ResourceLimits, process: int, group: ControlGroup | None = None) -> str:
    """The excess of the descendants of `process` over their limits, in words; empty if there is none."""
    if too_much := _memory_excess(limits, group):
        return too_much
    used = usage(process)
    if used.tasks > limits.tasks:
        return f"it has {used.tasks} processes and threads (limit {limits.tasks})"
    if used.processor > limits.processor + _CPU_GRACE + 1:
        return f"its processes used their {limits.processor} s of CPU time (see --cpu)"
    in_sockets = socket_memory(descendants(process))
    if (
        used.memory + in_sockets > limits.memory
        and (held := proportional_memory(process) + in_sockets) > limits.memory
    ):
        return _holds(held, limits)
    return ""


def _memory_excess(limits: ResourceLimits, group: ControlGroup | None) -> str:
    """The group's excess of memory, even if the kernel has prevented it; empty if there is none."""
    with contextlib.suppress(OSError):
        held = None if group is None else group.memory()
        if held is not None and (held.was_exceeded or held.mebibytes > limits.memory):
            return _holds(max(held.mebibytes, limits.memory), limits)
    return ""


def _holds(mebibytes: float, limits: ResourceLimits) -> str:
    return f"its processes hold {mebibytes:.0f} MiB of memory (limit {limits.memory}, see --memory)"


def _become(
    spec: SandboxSpec, command: list[str], output: int, group: ControlGroup | None
) -> NoReturn:
    """In the child: give up everything that is ours, and turn into the bot."""
    try:
        os.setsid()
        for number in (signal.SIGPIPE, signal.SIGXFSZ):
            signal.signal(number, signal.SIG_DFL)  # which Python ignores, and children inherit that
        with contextlib.suppress(OSError), open("/proc/self/oom_score_adj", "wb") as file:  # noqa: PTH123 - for the shim's start
            file.write(_KILL_ME_FIRST)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(output, 1)
        os.dup2(output, 2)
        os.chdir(spec.folder)
        if group is not None:
            group.enter()
        _limit(spec.limits)
        if spec.filter:
            command = _filtered(command, bytes.fromhex(spec.filter), is_wrapped=spec.is_wrapped)
        os.execvp(command[0], command)  # noqa: S606 - the bot: whatever the organiser enlisted
    except OSError as error:
        os.write(2, f"{command[0]} cannot be run: {error.strerror}\n".encode())
    os._exit(127)


def _filtered(command: list[str], program: bytes, *, is_wrapped: bool) -> list[str]:
    """The command that starts the bot with a filter; bubblewrap does that, after its own work."""
    if not is_wrapped:
        install_filter(program)
        return command
    reading, writing = os.pipe()
    os.write(writing, program)  # a pipe holds more than any filter has
    os.close(writing)
    os.set_inheritable(reading, True)  # noqa: FBT003 - the library's
    return [command[0], "--seccomp", str(reading), *command[1:]]


def _limit(limits: ResourceLimits) -> None:
    # Not RLIMIT_AS: gRPC and V8 reserve far more addresses than they use. Not RLIMIT_NPROC: out
    # here it would count all processes of the user, the referee's threads among them.
    for kind, most in (
        (resource.RLIMIT_DATA, limits.memory * _MIB),
        (resource.RLIMIT_NOFILE, limits.files),
        (resource.RLIMIT_FSIZE, limits.file_size * _MIB),
        (resource.RLIMIT_CORE, 0),
    ):
        _set_limit(kind, most, most)
    _set_limit(resource.RLIMIT_CPU, limits.processor, limits.processor + _CPU_GRACE)


def _set_limit(kind: int, soft: int, hard: int) -> None:
    """Set a limit, or leave the harder one that holds for us already."""
    ours = resource.getrlimit(kind)[1]
    if ours != resource.RLIM_INFINITY:
        soft, hard = min(soft, ours), min(hard, ours)
    resource.setrlimit(kind, (soft, hard))


def main() -> None:
    """Run the bot whose spec and command line are the arguments."""
    os.nice(_NICE)
    adopt_orphans()
    spec = SandboxSpec.decode(sys.argv[1])
    group, limits = None, spec.limits
    if spec.trees:  # a failure is one of the bot's start, and in its log
        group = ControlGroup(spec.trees, spec.group)
        group.limit(processors=limits.processors, memory=limits.memory, tasks=limits.tasks)
    try:
        report = Shim(spec, sys.argv[2:], group).run()
    finally:
        if group is not None:
            group.remove()
    if spec.temporary:
        from shutil import rmtree  # noqa: PLC0415 - not before the end

        rmtree(spec.temporary, ignore_errors=True)
    os.write(1, json.dumps(report).encode())
