# ruff: noqa: E501 - a law is a sentence on a line
"""The laws, numbered as in docs/laws/double-detente.md. Source S: the one document there is; D: our default where it is
silent, with an option beside it.
"""

from __future__ import annotations

from referee.rules import T, laws_of

NAME = "double-detente"
LAWS = laws_of(
    NAME,
    ("deal.1", "S", T("Each part is played with thirteen cards a player; a card played in one part of a round cannot come back in a later one.")),
    ("deal.2", "D", T("The same player deals every part of a round; the deal passes to the left for the next round.")),
    ("bid.1", "S", T("Each player says once, from the dealer's left, how many tricks he will take: 0 to 13.")),
    ("bid.2", "S", T("With two players the second may not bring the sum of the bids to 13.")),
    ("play.1", "S", T("The dealer's left leads to each part, then whoever took the trick.")),
    ("play.2", "S", T("Follow the suit led, or trump if trump is led.")),
    ("play.3", "S", T("Who cannot follow must trump.")),
    ("play.4", "S", T("Whoever plays a trump must beat the highest trump in the trick if he can; if he cannot, he plays a trump all the same.")),
    ("play.5", "S", T("The Excuse may be played instead of any card and never takes the trick; led, it lets the next card name the suit.")),
    ("play.6", "D", T("A card played out of turn is put right at once.")),
    ("play.7", "S", T("A player plays only cards of his own hand, each once.")),
    ("score.1", "S", T("Every trick taken is a point.")),
    ("score.2", "S", T("A bid met exactly, by one, by two: 10, 5, 2 in the first part; 20, 10, 5 in the second; 30, 20, 10 in the third.")),
    ("score.3", "S", T("Whoever takes the Petit scores 2.")),
    ("score.4", "S", T("If the Petit falls in the last trick of a part, whoever takes that trick scores 5 more.")),
    ("score.5", "S", T("Who plays the Excuse to the last trick of a part loses 5.")),
    ("foul.1", "S", T("A foul stops the part; its player loses 20 in the first part, 30 in the second, 40 in the third.")),
    ("foul.2", "D", T("After a foul the others score nothing for that part; only the first foul committed counts.")),
    ("end.1", "S", T("The match ends after the first full round in which somebody has reached 200: the highest total wins.")),
    ("end.2", "D", T("A tie at the top is played out in one more round.")),
)  # fmt: skip

KIND_LAWS = {
    "out-of-turn": "play.6",
    "not-in-hand": "play.7",
    "already-played": "deal.1",
    "inconsistent": "deal.1",
    "illegal-bid": "bid.1",
    "must-follow": "play.2",
    "must-trump": "play.3",
    "must-overtrump": "play.4",
    "wrong-count": "deal.1",
}
"""The law that each kind of foul breaks. A foul of another kind breaks foul.1."""
