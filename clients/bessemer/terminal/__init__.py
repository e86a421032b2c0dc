"""A seat for people: a table in the terminal, full-screen or in plain lines."""
