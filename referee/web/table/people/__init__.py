"""Who is at a table: its devices, who writes and who confirms, who plays now."""
