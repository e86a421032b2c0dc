"""
The proof that a match survives the death of its referee.

Several matches are played at once over gRPC while the referee is killed at random instants, again
and again, and started again on the same data. The players always answer the same, so every match
must come out move by move as it does when nobody interferes; and whatever anybody was told before a
death must still be true after it.
"""
