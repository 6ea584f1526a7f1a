"""What the cards left could still bring: exact values of endings, and what a foul did to them."""

from referee.endings.questions import Answer, Outlook, ask
from referee.endings.search import TooLong

__all__ = ["Answer", "Outlook", "TooLong", "ask"]
