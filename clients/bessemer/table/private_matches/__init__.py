"""Private matches: a referee and bots for one person, and the matches that are kept for later."""
