"""Boards of a tournament: those sealed, each table's results, the director's awards, what was published."""
