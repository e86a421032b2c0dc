"""The actions of Brass, one module each."""
