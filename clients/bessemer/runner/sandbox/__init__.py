"""Processes of bots: started in a sandbox, watched, restarted."""
