"""What lies where on a map, and what follows: connections, sites for tiles, sources of cubes."""
