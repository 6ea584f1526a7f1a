"""What a club keeps: tables, tournaments, decks, who may do what; drawn, moved, forgotten."""
