"""MatchService: matches are created, listed, watched and played call by call."""
