"""Playing seats over gRPC: one, several, or all that a ladder gives."""
