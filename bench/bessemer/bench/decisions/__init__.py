"""The decisions a second that a referee takes over gRPC."""
