"""Bots that are programs of any language: they read lines from standard input and write lines to standard output."""
