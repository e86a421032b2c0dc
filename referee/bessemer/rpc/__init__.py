"""The wire: servicers, tokens, limits, and each game's moves and views as protobuf messages."""

from bessemer.runtime import compiled

compiled.use()  # before any of the modules that may be compiled is imported
