"""Several referees on one PostgreSQL."""
