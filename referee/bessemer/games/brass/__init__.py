"""Brass (Lancashire), by the rules of 2007."""
