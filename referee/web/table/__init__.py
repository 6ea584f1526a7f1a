"""The table as it is played: the page, taps, prompts, fouls, devices, the board."""
