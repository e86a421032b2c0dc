"""The cost of an audience: spectators, browsers, and the pages they see."""
