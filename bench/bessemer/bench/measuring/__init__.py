"""How every benchmark measures: rounds, the options of its command, and its line of progress."""
