"""What a ladder's results say, for people and for programs: tables, text, a picture and a page."""
