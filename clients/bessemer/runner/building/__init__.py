"""Bots that were handed in are built and checked here, in the sandbox."""
