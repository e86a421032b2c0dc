"""How do whole ladders and bots do? Matches a second, a busy machine, strength."""
