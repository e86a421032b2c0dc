"""Values of the games as protobuf messages, and back."""
