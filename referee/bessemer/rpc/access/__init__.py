"""Who may play a seat, and what ends when a token is revoked."""
