"""The right to play a seat, and the end of all that was opened with a revoked token."""
