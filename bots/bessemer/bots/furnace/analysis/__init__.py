"""A logged match as it could have been: better plans, the worth of cards, other ways to continue."""
