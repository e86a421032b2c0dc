"""Where workers are placed, and what is said if there is no cluster."""

import asyncio
from collections import Counter

import pytest

pytest.importorskip("ray", reason="Ray is not installed: make cluster")

from bessemer.runner.cluster.messages import ClusterFailed
from bessemer.runner.cluster.nodes import Node, connect, next_node
from tests.ports import free_ports

LARGE = Node("a", "10.0.0.1", 8)
SMALL = Node("b", "10.0.0.2", 2)
TINY = Node("c", "10.0.0.3", 1)


def placed(nodes: list[Node], workers: int | None) -> Counter[str]:
    """How many workers every node gets in the end."""
    present: Counter[str] = Counter()
    while (node := next_node(nodes, present, workers)) is not None:
        present[node.node_id] += 1
    return present


def test_there_is_a_worker_for_two_processors_and_one_on_every_machine() -> None:
    """A machine with one processor has one worker, too."""
    assert {"a": 4, "b": 1, "c": 1} == placed([LARGE, SMALL, TINY], None)


@pytest.mark.parametrize(
    ("workers", "expected"),
    [
        pytest.param(1, {"a": 1}, id="the largest first"),
        pytest.param(5, {"a": 4, "b": 1}, id="by size"),
        pytest.param(99, {"a": 8, "b": 2, "c": 1}, id="at most one for a processor"),
    ],
)
def test_as_many_workers_as_were_asked_for(workers: int, expected: dict[str, int]) -> None:
    """They are spread by the processors that the machines have."""
    assert expected == placed([LARGE, SMALL, TINY], workers)


def test_a_lost_worker_is_replaced_on_another_machine() -> None:
    """Its own machine is not there any more."""
    assert SMALL == next_node([SMALL], {}, 1)


@pytest.mark.parametrize("address", ["nowhere", "host:", ":6379", "ray://10.0.0.1:10001"])
def test_an_address_that_is_none_is_refused(address: str) -> None:
    """The sentence says what an address looks like."""
    with pytest.raises(ClusterFailed, match="HOST:PORT"):
        asyncio.run(connect(address))


def test_a_cluster_that_is_not_there_is_named() -> None:
    """Nobody listens at that port."""
    address = f"127.0.0.1:{free_ports()[0]}"

    with pytest.raises(ClusterFailed, match=f"cannot reach a cluster at {address}"):
        asyncio.run(connect(address))
