"""What the pages remember, and the files that it is in."""
