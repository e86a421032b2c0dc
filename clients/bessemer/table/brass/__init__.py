"""What people type for moves of Brass."""
