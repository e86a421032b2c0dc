"""Hosting: versions of handed-in bots play on the ladders of a referee elsewhere, from this machine."""
