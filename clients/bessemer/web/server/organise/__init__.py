"""The organisers' page."""
