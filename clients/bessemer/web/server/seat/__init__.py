"""A person's seat: the events of its page, and the requests that it sends."""
