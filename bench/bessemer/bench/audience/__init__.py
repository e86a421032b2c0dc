"""What does an audience cost? Spectators, browsers, and the pages they see."""
