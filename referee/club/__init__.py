"""A club's tables, tournaments, decks and access rights: keep, draw, move and forget them."""
