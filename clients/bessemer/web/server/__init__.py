"""The web server: pages of ladders, matches as they are played, replays that one drops on a page."""
