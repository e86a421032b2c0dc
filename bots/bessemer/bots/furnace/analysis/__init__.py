"""What a logged match could have been: better plans, what cards were worth, other ways to go on."""
