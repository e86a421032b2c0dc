"""A ladder as pages: the same from disk and from the web server, as no page needs to ask anything."""
