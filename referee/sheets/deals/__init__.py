"""The deals of a score sheet: their rows, and the list of them."""
