"""One channel to several referees that share their ladders: if one is away, the next one is called."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, Final, Self

import grpc

_STATE = grpc.ChannelConnectivity
_ON_THE_WAY: Final = (_STATE.IDLE, _STATE.CONNECTING)

ChannelMaker = Callable[[str], grpc.aio.Channel]


class SeveralAddresses(grpc.aio.Channel):
    """
    A channel whose calls go to one of several addresses: to the same one until that is away.

    A stream is opened where the referee was last reached, or at the next address if it is away there;
    whoever opens streams again when they are lost comes round to all of them. A call with one answer
    looks for a referee by itself.
    """

    def __init__(self, addresses: Sequence[str], new_channel: ChannelMaker) -> None:
        """None is connected to before it is needed."""
        self._addresses = addresses
        self._new_channel = new_channel
        self._channels: dict[str, grpc.aio.Channel] = {}
        self._at = 0
        self._moved = asyncio.Event()

    def _current(self) -> grpc.aio.Channel:
        address = self._addresses[self._at]
        if address not in self._channels:
            self._channels[address] = self._new_channel(address)
        return self._channels[address]

    def _next(self) -> grpc.aio.Channel:
        self._at = (self._at + 1) % len(self._addresses)
        moved, self._moved = self._moved, asyncio.Event()
        moved.set()
        return self._current()

    def _chosen(self) -> grpc.aio.Channel:
        """The channel for a stream that is opened now."""
        channel = self._current()
        if channel.get_state(try_to_connect=True) is _STATE.TRANSIENT_FAILURE:
            channel = self._next()
        return channel

    async def _connected(self) -> grpc.aio.Channel:
        """A channel over which a referee was reached; any if there is none."""
        channel = self._current()
        for _ in self._addresses:
            while (state := channel.get_state(try_to_connect=True)) in _ON_THE_WAY:
                await channel.wait_for_state_change(state)
            if state is _STATE.READY:
                break
            channel = self._next()
        return channel

    # ------------------------------------------------------------------------- as every channel

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self.close()

    async def close(self, grace: float | None = None) -> None:
        """Close the connections to all of them."""
        for channel in self._channels.values():
            await channel.close(grace)

    def get_state(self, try_to_connect: bool = False) -> grpc.ChannelConnectivity:  # noqa: FBT001, FBT002 - grpc's
        """The state of the connection that is used now."""
        return self._current().get_state(try_to_connect)

    async def wait_for_state_change(self, last_observed_state: grpc.ChannelConnectivity) -> None:
        """Return when it is another one, or when another connection is used."""
        waiting = {
            asyncio.ensure_future(self._current().wait_for_state_change(last_observed_state)),
            asyncio.ensure_future(self._moved.wait()),
        }
        try:
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for one in waiting:
                one.cancel()

    async def channel_ready(self) -> None:
        """Return when a referee was reached."""
        while (await self._connected()).get_state() is not _STATE.READY:  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(1.0)

    def unary_unary(self, *method: Any, **words: Any) -> Any:  # noqa: ANN401 - grpc's
        """Calls that look for a referee."""

        async def call(request: Any, **wishes: Any) -> Any:  # noqa: ANN401 - a message
            channel = await self._connected()
            return await channel.unary_unary(*method, **words)(request, **wishes)

        return call

    def unary_stream(self, *method: Any, **words: Any) -> Any:  # noqa: ANN401 - grpc's
        """Calls with many answers."""

        def call(*request: Any, **wishes: Any) -> Any:  # noqa: ANN401 - a message
            return self._chosen().unary_stream(*method, **words)(*request, **wishes)

        return call

    def stream_unary(self, *method: Any, **words: Any) -> Any:  # noqa: ANN401 - grpc's
        """Calls with many messages."""

        def call(*request: Any, **wishes: Any) -> Any:  # noqa: ANN401 - messages
            return self._chosen().stream_unary(*method, **words)(*request, **wishes)

        return call

    def stream_stream(self, *method: Any, **words: Any) -> Any:  # noqa: ANN401 - grpc's
        """Streams in both directions."""

        def call(*requests: Any, **wishes: Any) -> Any:  # noqa: ANN401 - messages
            return self._chosen().stream_stream(*method, **words)(*requests, **wishes)

        return call
