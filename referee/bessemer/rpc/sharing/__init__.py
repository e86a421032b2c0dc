"""Several referees on one database: calls are passed on, and what a dead one had is taken over."""
