"""How fast are the rules? Random games, and the plans of a production."""
