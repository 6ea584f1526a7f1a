"""The pages: Flask and htmx, driven by prompts. Nothing here knows a game."""

from referee.web.app import build

__all__ = ["build"]
