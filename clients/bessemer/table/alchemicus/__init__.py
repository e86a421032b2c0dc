"""What people type for moves of Alchemicus."""
