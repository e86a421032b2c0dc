"""The search of every game: a few candidates, played on by quick seats on the same luck."""
