"""Storage of what outlives the process: matches, replays, players, tokens; on SQLite or on PostgreSQL."""
