"""A tournament: a format as it is played, from the plan that was fixed at its start to its result."""
