"""What the commands for organisers share: where the referee is, how it is called, what is printed."""
