"""AdminService, what an organiser does: to players, to ladders, to the referee."""
