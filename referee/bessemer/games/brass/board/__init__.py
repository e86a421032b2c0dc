"""What is printed, and so never changes: the figures, the map, the tiles and the tracks."""
