"""A Model Context Protocol server: a language model plays matches by calling tools."""
