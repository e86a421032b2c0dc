"""A person at a table, on whatever screen: the seat, what is known, the answer in the making."""
