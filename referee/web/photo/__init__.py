"""Cards read from photos, on the device that took them: decks that devices are taught, piles that are counted."""

from referee.web.photo import hands, pile  # their pages join the blueprint
from referee.web.photo.decks import photo

__all__ = ["hands", "photo", "pile"]
