"""What a club has beside its tables: people, decks, laws, sheets."""
