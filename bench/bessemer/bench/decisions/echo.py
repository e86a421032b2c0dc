"""
The floor: a bare `grpc.aio` echo, the least that any referee on gRPC must cost.

It sends messages that a referee sent, over streams of the same kind, with the same server options
and the same event loop, and does nothing else. `python -m bessemer.bench.decisions.echo FILE` takes them from a file,
one a line in hexadecimal digits, prints its address and serves. With `--patient` its threads are as
the referee's are (see `bessemer.runtime.threads`): what is left between the two is the referee alone.
"""

import sys
from collections.abc import Sequence
from contextlib import nullcontext
from itertools import cycle
from pathlib import Path
from typing import Any

import grpc
import uvloop

from bessemer.rpc.serving.server_options import server_options
from bessemer.runtime.gc import calm_collector
from bessemer.runtime.threads import patient_threads

METHOD = "/bench.Echo/Exchange"


async def serve(payloads: Sequence[bytes], *, patient: bool) -> None:
    """Answer each message of a stream with the next of `payloads`, until killed."""

    async def exchange(_: object, context: grpc.aio.ServicerContext[Any, Any]) -> None:
        sending = cycle(payloads)
        while await context.read() is not grpc.aio.EOF:
            await context.write(next(sending))

    with patient_threads() if patient else nullcontext():
        server = grpc.aio.server(options=server_options())
        handler: grpc.RpcMethodHandler[Any, Any] = grpc.stream_stream_rpc_method_handler(exchange)
        server.add_generic_rpc_handlers(
            (grpc.method_handlers_generic_handler("bench.Echo", {"Exchange": handler}),)
        )
        port = server.add_insecure_port("127.0.0.1:0")
        await server.start()
    print(f"127.0.0.1:{port}", flush=True)
    await server.wait_for_termination()


if __name__ == "__main__":
    calm_collector()
    lines = Path(sys.argv[1]).read_text(encoding="ascii").split()
    payloads = [bytes.fromhex(line) for line in lines]
    uvloop.run(serve(payloads, patient="--patient" in sys.argv[2:]))
