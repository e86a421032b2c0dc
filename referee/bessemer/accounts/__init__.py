"""Accounts: roles, players and their tokens, and the audit log."""
