"""Processes that are kept running: started, restarted, logged, and accounted for."""
