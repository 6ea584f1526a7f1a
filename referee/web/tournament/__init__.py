"""A tournament: the console, the players' pages, standings, papers, seasons."""
