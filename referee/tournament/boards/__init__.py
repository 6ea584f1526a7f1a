"""Boards of a tournament: which were sealed, what each table made of them, what the director gave, what was told."""
