"""How a referee is served: its parts, its addresses, its start and its end."""
