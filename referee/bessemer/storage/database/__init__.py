"""One database, SQLite or PostgreSQL: its tables, connections, lock, and how it is opened."""
