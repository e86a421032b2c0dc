"""A ladder's results for people and for programs: tables, text, a picture and a page."""
