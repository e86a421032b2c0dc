"""The exact production planner: the best plan for a hand, whatever is to be made much of."""
