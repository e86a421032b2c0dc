"""What the referee's process does to itself."""

import asyncio
import os
import threading
from threading import Thread

import pytest

from bessemer.runtime.threads import finished, patient_threads

pytestmark = pytest.mark.skipif(not hasattr(os, "SCHED_BATCH"), reason="Linux alone knows it")


def policy_of_a_new_thread() -> int:
    """How a thread that is started now is scheduled."""
    policies: list[int] = []
    thread = Thread(target=lambda: policies.append(os.sched_getscheduler(0)))
    thread.start()
    thread.join()
    return policies[0]


def test_threads_of_the_network_are_patient_and_no_others() -> None:
    """Those started in the body are; those before and after it, and the caller, are as ever."""
    before = os.sched_getscheduler(0)
    with patient_threads():
        inside = policy_of_a_new_thread()

    assert os.SCHED_BATCH == inside
    assert [before, before] == [os.sched_getscheduler(0), policy_of_a_new_thread()]


def test_the_caller_is_as_ever_after_a_failure() -> None:
    """A port that is taken, say."""
    before = os.sched_getscheduler(0)
    with pytest.raises(OSError, match="taken"), patient_threads():
        raise OSError("taken")

    assert before == os.sched_getscheduler(0)


@pytest.mark.asyncio
async def test_work_in_a_thread_is_over_before_its_caller_leaves() -> None:
    """Whoever is cancelled closes what the thread works on, such as a database."""
    began, may_end, ended = threading.Event(), threading.Event(), threading.Event()

    def read() -> None:
        began.set()
        may_end.wait()
        ended.set()

    task = asyncio.create_task(finished(asyncio.to_thread(read)))
    await asyncio.to_thread(began.wait)
    task.cancel()
    await asyncio.sleep(0)
    assert not task.done()
    may_end.set()
    with pytest.raises(asyncio.CancelledError):
        await task

    assert ended.is_set()
