# ruff: noqa: E501 - a law is a sentence on a line
"""The laws, numbered as in docs/laws/plain.md. All are ours (D): a score sheet has no document."""

from __future__ import annotations

from referee.rules import T, laws_of

NAME = "plain"
LAWS = laws_of(
    NAME,
    ("deal.1", "D", T("After every round the deal passes to the next player.")),
    ("bid.1", "D", T("Where bids are agreed, each player says before a round how many tricks to take.")),
    ("score.1", "D", T("After every round the points of each player are written down: whole numbers, above or below zero.")),
    ("score.2", "D", T("Where a sum is agreed, the points of a round add up to it.")),
    ("score.3", "D", T("Where bids are agreed, the tricks of each are written down, and the points follow from both; the table may write others.")),
    ("foul.1", "D", T("The table settles a foul by its own rules; the sheet takes penalty points and warnings.")),
    ("end.1", "D", T("Where a goal is agreed, the match ends with the round after which somebody has reached it.")),
    ("end.2", "D", T("Where a number of rounds is agreed, the match ends after the last of them.")),
    ("end.3", "D", T("The most points win, or the fewest if so agreed; who is level shares the victory.")),
)  # fmt: skip
