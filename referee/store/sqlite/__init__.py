"""The store in one SQLite file, for all threads of one process."""
