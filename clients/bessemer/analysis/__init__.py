"""The analysis of a logged match, as facts, tables and a page."""
