"""Reaching a referee: channels, TLS, reconnecting, and what is asked of it."""
