"""What follows from the pieces on the map: connections, sites for tiles, sources of cubes."""
