"""Commands for people who play."""
