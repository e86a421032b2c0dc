"""`python -m bessemer.lines COMMAND ARGS`: the bridge, as the program of a bot that speaks lines."""

import os
import sys

if __name__ == "__main__":
    # The program that we start never uses our gRPC; without this it complains at the start of each.
    os.environ.setdefault("GRPC_ENABLE_FORK_SUPPORT", "0")
    from bessemer.lines.bridge import main

    main(sys.argv[1:])
