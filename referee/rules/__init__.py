"""What every game is made of: cards, a deal, plays and tricks, options, prompts, scores, and what a game must say."""
