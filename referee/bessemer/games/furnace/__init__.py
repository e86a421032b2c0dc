"""Furnace: auctions for companies, then production; the most money wins."""
