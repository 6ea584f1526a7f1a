# ruff: noqa: E501 - a law is a sentence on a line
"""The laws of DOUBLE, numbered as in docs/laws/double.md, which names the tests of each.

Source: the published rules of DOUBLE (W. Johnson 1995, FX Schmid 1996), S; where they are silent a default, D.
"""

from __future__ import annotations

from referee.rules import T, laws_of

NAME = "double"

LAWS = laws_of(
    NAME,
    ("deck.1", "S", T("Two identical lots of 27 cards, or one for up to five players; each card shows two motifs that differ in suit and rank: four suits of 2 to ace, the Fool, the Pope.")),
    ("deck.2", "D", T("Which two motifs share a card is published nowhere: the table says which deck it plays with. Where nobody knows, scores and winners count, and no play can be proved a foul.")),
    ("deal.1", "S", T("Ten rounds of 1, 2, 3, 4, 5, 5, 4, 3, 2, 1 cards a player; the deal passes to the left.")),
    ("deal.2", "S", T("Everybody begins with 15 points in chips: two red of 5 and five black of 1.")),
    ("trump.1", "S", T("The next card is turned: the suit of its stronger motif is trump.")),
    ("trump.2", "D", T("If the Fool or the Pope is turned there is no trump.")),
    ("bid.1", "D", T("Each player says once, from the dealer's left, how many tricks he will take: 0 to the cards in his hand.")),
    ("bid.2", "S", T("Nobody bids more than the points he has: the bid is laid out in chips.")),
    ("bid.3", "D", T("The sum of the bids is free; under the hook the last bid may not bring it to the number of tricks, unless no other is left.")),
    ("play.1", "S", T("The dealer's left leads, then whoever took the trick.")),
    ("play.2", "S", T("A card played counts as the motif that lies up; its other side counts no more.")),
    ("play.3", "S", T("Whoever holds a card with a motif of the suit led, on either side, must play one, that side up; otherwise anything goes, there is no duty to trump.")),
    ("play.4", "S", T("To follow with the Fool or the Pope a hand must have no motif of the suit led and none of trump.")),
    ("play.5", "S", T("If the Fool or the Pope is led, the next motif that is not trump names the suit; until then everybody plays what he likes.")),
    ("play.6", "S", T("If the other side of the Fool or Pope that is led is of the trump suit, the trick has no trump.")),
    ("play.7", "S", T("The Fool takes the trick, else the Pope, else the highest trump, else the highest card of the suit led; of two alike the first laid.")),
    ("play.8", "D", T("A card played out of turn is put right at once.")),
    ("play.9", "S", T("A player plays only cards of his own hand, each once: a card can be seen as often as there are lots, whichever side is up.")),
    ("play.10", "D", T("The other side of the Fool or the Pope itself counts as held when it follows.")),
    ("score.1", "S", T("A bid met exactly earns five points.")),
    ("score.2", "S", T("A bid met exactly earns as many points as were bid.")),
    ("score.3", "S", T("A bid missed loses the points that were bid.")),
    ("foul.1", "D", T("A foul noticed while its trick is open is put right. One proved later: the bid of its player counts as missed, the others score as played.")),
    ("foul.2", "D", T("Nobody loses more points than he has.")),
    ("end.1", "S", T("After ten rounds the most points win.")),
    ("end.2", "D", T("A tie at the top shares the victory.")),
)  # fmt: skip

KIND_LAWS = {
    "must-follow": "play.3",
    "special-too-early": "play.4",
    "out-of-turn": "play.8",
    "not-in-hand": "play.9",
    "already-played": "play.9",
    "inconsistent": "play.9",
    "wrong-count": "play.9",
    "illegal-bid": "bid.1",
}
"""The law that each kind of foul breaks, if no nearer one is known."""
