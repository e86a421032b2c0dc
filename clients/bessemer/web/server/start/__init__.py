"""Starting a match: options, opponents, tables and the bots at them."""
