"""The generators that `dev.py` runs: the pages of laws, the map."""
