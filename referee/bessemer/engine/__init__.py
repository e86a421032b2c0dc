"""What every game is made of: the interface, chance, errors, and the catalogue of the games."""
