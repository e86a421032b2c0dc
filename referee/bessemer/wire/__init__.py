"""Values of the games as protobuf messages, and back."""

from bessemer.runtime import compiled

compiled.use()  # before any of the modules that may be compiled is imported
