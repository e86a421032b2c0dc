"""What people type for moves of Furnace."""
