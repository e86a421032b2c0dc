"""The walls around a bot's process: limits, isolation, control groups."""
