"""Who plays whom, and how strong they are: pure functions on the results of matches."""
