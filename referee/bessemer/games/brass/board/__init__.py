"""The printed parts, which never change: figures, map, tiles and tracks."""
