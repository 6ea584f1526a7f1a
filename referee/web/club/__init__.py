"""A club's pages beside its tables: people, decks, laws, sheets."""
