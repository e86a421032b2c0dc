"""Pages: frames, files and the web server."""
