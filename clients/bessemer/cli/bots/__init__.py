"""Commands for bot authors: write a bot, let it play, watch it in one match."""
