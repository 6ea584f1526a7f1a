"""What `dev.py` makes out of the sources: the pages of laws, the map."""
