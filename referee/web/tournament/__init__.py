"""A tournament's pages: the console, the players' pages, standings, papers, seasons."""
