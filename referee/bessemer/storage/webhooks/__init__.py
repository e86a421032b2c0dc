"""What webhooks have yet to be sent, in the database."""
