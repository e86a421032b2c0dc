"""Charts and pages: SVG and HTML that need nothing else, for light and dark."""
