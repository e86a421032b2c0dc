"""Commands that run a referee or its pages: start, configure, back up."""
