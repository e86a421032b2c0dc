"""The phases of a round, one module each, and what those have in common that all answer at once."""
