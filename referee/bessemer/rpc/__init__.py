"""The wire: servicers, tokens, limits, and each game's moves and views as protobuf messages."""
