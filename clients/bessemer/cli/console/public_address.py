"""The options of commands that serve over HTTP, with which others than this machine may reach them."""

import argparse
from pathlib import Path


def add_public_address(
    command: argparse.ArgumentParser, prefix: str, whose: str, allow_host: str
) -> None:
    """Add --PREFIX-cert, --PREFIX-key, --insecure-public, and --allow-host with its help."""
    add = command.add_argument
    add(
        f"--{prefix}-cert",
        type=Path,
        metavar="FILE",
        help=f"{whose} TLS certificate (default: no TLS)",
    )
    add(f"--{prefix}-key", type=Path, metavar="FILE", help="its private key (default: no TLS)")
    add(
        "--insecure-public",
        action="store_true",
        help="allow a public address without TLS, for example behind a proxy",
    )
    add("--allow-host", action="append", default=[], metavar="NAME", help=allow_host)
