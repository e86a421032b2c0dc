"""The machines of a Ray cluster: how to reach them, and which of them can have a worker."""

import asyncio
import os
import socket
import threading
from collections.abc import Awaitable, Iterable, Mapping
from concurrent.futures import Future
from typing import Final, NamedTuple, Protocol, TypeVar

import ray

from bessemer.runner.cluster.messages import ClusterFailed, WorkerConfig, WorkerEvents, WorkerHello
from bessemer.runner.cluster.worker import Worker

_CONNECT_SECONDS: Final = 4.0
_JOIN_SECONDS: Final = 15.0
_PROCESSORS: Final = 2
"""Of a worker: about one for the referee, and one for all bots together."""


_Answer_co = TypeVar("_Answer_co", covariant=True)


class RemoteMethod(Protocol[_Answer_co]):
    """A method of an actor, as Ray calls it on its machine."""

    def remote(self, *arguments: object) -> Awaitable[_Answer_co]: ...


class RemoteWorker(Protocol):
    """A `Worker` on another machine."""

    @property
    def start(self) -> RemoteMethod[WorkerHello]: ...

    @property
    def exchange(self) -> RemoteMethod[WorkerEvents]: ...

    @property
    def restart(self) -> RemoteMethod[None]: ...

    @property
    def stop(self) -> RemoteMethod[Mapping[str, bytes]]: ...


class Node(NamedTuple):
    """A machine of the cluster that is up."""

    node_id: str
    address: str
    processors: int
    """Those that its owner has given to the cluster."""


async def connect(address: str) -> None:
    """
    Join a cluster as its driver.

    Raises:
        ClusterFailed: there is none, or it does not accept us.
    """
    os.environ.setdefault("RAY_AUTH_MODE", "token")
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    if address.startswith("ray://"):
        raise ClusterFailed(f"--cluster takes HOST:PORT of the cluster's head, not {address}")
    if address != "auto":
        await asyncio.to_thread(_check_address, address)
    joined: Future[None] = Future()
    joined.set_running_or_notify_cancel()  # a thread cannot be cancelled
    threading.Thread(target=_join, args=(address, joined), daemon=True).start()
    try:
        # Ray itself would try for two minutes.
        async with asyncio.timeout(_JOIN_SECONDS):
            await asyncio.wrap_future(joined)
    except TimeoutError:
        raise ClusterFailed(
            f"{address} does not answer, or does not accept our token: check `ray status`, and that "
            "RAY_AUTH_TOKEN or ~/.ray/auth_token is the same on all machines"
        ) from None
    except (ray.exceptions.RayError, OSError, RuntimeError, ValueError, AssertionError) as error:
        raise ClusterFailed(f"cannot join the cluster at {address}: {error}") from None


def living_nodes() -> list[Node]:
    """The machines that are up and have processors to give. Blocking."""
    return [
        Node(one["NodeID"], one["NodeManagerAddress"], int(one["Resources"]["CPU"]))
        for one in ray.nodes()
        if one["Alive"] and one["Resources"].get("CPU", 0) >= 1
    ]


def next_node(
    nodes: Iterable[Node], present: Mapping[str, int], workers: int | None
) -> Node | None:
    """
    The machine for one more worker, `None` if there are enough.

    `present` counts the workers by the id of their machine; without a number of `workers` there is one
    for every two CPUs.
    """
    if workers is not None and sum(present.values()) >= workers:
        return None
    open_to_more = [
        node
        for node in nodes
        if present.get(node.node_id, 0) < _max_workers(node, is_default=workers is None)
    ]
    return min(
        open_to_more,
        key=lambda node: ((present.get(node.node_id, 0) + 1) / node.processors, node.address),
        default=None,
    )


def start_worker(
    node: Node, config: "ray.ObjectRef[WorkerConfig]", workers: int | None
) -> RemoteWorker:
    """A worker on this machine; it starts when the processors are free."""
    share = 1 if workers is not None else min(_PROCESSORS, node.processors)
    here = ray.util.scheduling_strategies.NodeAffinitySchedulingStrategy(node.node_id, soft=False)
    actor_class = ray.remote(Worker).options(
        num_cpus=share, max_restarts=0, max_task_retries=0, scheduling_strategy=here
    )
    worker: RemoteWorker = actor_class.remote(config)
    return worker


def _max_workers(node: Node, *, is_default: bool) -> int:
    return max(1, node.processors // _PROCESSORS) if is_default else node.processors


def _check_address(address: str) -> None:
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal():
        raise ClusterFailed(f"--cluster takes HOST:PORT of the cluster's head, not {address!r}")
    try:
        socket.create_connection((host, int(port)), _CONNECT_SECONDS).close()
    except (OSError, OverflowError) as error:
        raise ClusterFailed(
            f"cannot reach a cluster at {address} ({error}): see docs/operating.md, More machines"
        ) from None


def _join(address: str, joined: Future[None]) -> None:
    try:
        ray.init(address=address, log_to_driver=False, logging_level="CRITICAL")
    except Exception as error:  # noqa: BLE001 - whatever it is, it is for the one who waits
        joined.set_exception(error)
    else:
        joined.set_result(None)
