"""Ladders in the database: their histories, standings and disqualifications."""
