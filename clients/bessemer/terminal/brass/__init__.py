"""Brass for people at a terminal: its pictures, its questions and its sentences."""
