"""Time: banks and deadlines, whose time it is, and the clock that stops while the referee is busy."""
