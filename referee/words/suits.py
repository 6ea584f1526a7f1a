"""What the suits are called in the laws and on the card pad; T are the trumps, where they are a suit of their own."""

from __future__ import annotations

from referee.words.text import T

LABEL = {"S": T("Spades"), "H": T("Hearts"), "D": T("Diamonds"), "C": T("Clubs"), "T": T("Trumps")}
NAME = {"S": T("spades"), "H": T("hearts"), "D": T("diamonds"), "C": T("clubs"), "T": T("trumps")}
NO = {"S": T("no spade"), "H": T("no heart"), "D": T("no diamond"), "C": T("no club"), "T": T("no trump")}
