"""The actions of Alchemicus, one module each."""
