"""The pages of a server with many clubs."""
