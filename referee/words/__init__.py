"""Texts for people: before they have a language, the languages, numbers, names of suits, CSV, charts."""
