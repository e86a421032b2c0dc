"""Submissions, their archives and their logs, in the database of a store."""
