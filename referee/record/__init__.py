"""The record: the facts of a table, how they are written, whole records as text."""
