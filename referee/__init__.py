"""Referee: a table referee and scorekeeper for real card games."""
