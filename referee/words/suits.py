"""The names of the suits in the laws and on the card pad. T are the trumps of games that have a separate trump suit."""

from __future__ import annotations

from referee.words.text import T

SUIT_LABEL = {"S": T("Spades"), "H": T("Hearts"), "D": T("Diamonds"), "C": T("Clubs"), "T": T("Trumps")}
SUIT_NAME = {"S": T("spades"), "H": T("hearts"), "D": T("diamonds"), "C": T("clubs"), "T": T("trumps")}
NO_SUIT = {"S": T("no spade"), "H": T("no heart"), "D": T("no diamond"), "C": T("no club"), "T": T("no trump")}
