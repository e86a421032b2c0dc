"""The lobby, where players wait for matches, and the schedules that say which match comes next."""
