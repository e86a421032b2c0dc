"""The words that each game says to people, in plain text: for a terminal, a browser, or a pipe."""
