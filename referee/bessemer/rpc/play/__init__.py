"""The hot path: streams of seats, from bytes to a move and back."""
