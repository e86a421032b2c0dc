"""People: who visits, signing in and out, their matches."""
