"""The words of Brass for people."""
