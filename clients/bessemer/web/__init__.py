"""Pages that one looks at: frames of matches, pages from disk, and a web server."""
