"""What talks to a referee: the command, the kit for bot authors, the terminal and the pages."""
