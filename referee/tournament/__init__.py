"""A club's tournament: what happened as facts, folded into players, rounds, tables and standings. Pure."""
