"""What is too much: requests, reads, streams and matches."""
