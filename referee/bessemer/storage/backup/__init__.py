"""Backups of a database and its data folder: made, proven and put back."""
