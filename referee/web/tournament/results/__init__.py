"""Results from paper and from phones: quick entry, a paper list deal by deal, what a table hands in."""
