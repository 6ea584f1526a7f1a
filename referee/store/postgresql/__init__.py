"""The store on a server of PostgreSQL, for many clubs and several processes."""
