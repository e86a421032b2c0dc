"""Tests of the shipped bot for Brass."""
