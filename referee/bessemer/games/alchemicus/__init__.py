"""Alchemicus: the rules as code, with the card bank, the advanced sale, Noctis and the Race."""
