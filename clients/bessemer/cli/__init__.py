"""The command `bessemer`: the one place that may import everything."""
