"""The terminal as a device: what it can show, and output that never blocks."""
