"""The engine of PostgreSQL: the logs of many clubs in one database, which several processes write."""
