"""Hooks: addresses to which the news of a table or a tournament is posted, so that programs are told of it."""
