"""What outlives the referee: the journal, the store it writes to, recovery, and who of several has a match."""
