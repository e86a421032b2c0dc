"""What Brass says to people."""
