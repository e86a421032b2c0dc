"""Accounts: roles, players and their tokens, who calls, and what is noted of them in the audit log."""
