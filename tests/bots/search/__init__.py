"""Tests of the search of every game."""
