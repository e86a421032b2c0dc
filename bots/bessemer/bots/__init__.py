"""The shipped bots and what they share."""
