"""A table: its log of facts folded into deals, judged, ruled and scored, and told."""
