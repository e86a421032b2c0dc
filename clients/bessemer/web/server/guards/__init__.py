"""Protection against visitors who take too much: connections, hosts, headers, limits."""
