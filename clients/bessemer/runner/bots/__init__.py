"""The bots that take part: their command lines, instances, and failures."""
