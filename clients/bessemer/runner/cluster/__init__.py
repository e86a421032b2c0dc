"""A ladder on a Ray cluster."""
