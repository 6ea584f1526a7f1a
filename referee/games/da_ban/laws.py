# ruff: noqa: E501 - a law is a sentence on a line
"""The laws of Da Ban in a sentence each; docs/laws/da-ban.md gives their sources."""

from __future__ import annotations

from referee.rules import T, laws_of

NAME = "da-ban"
LAWS = laws_of(
    NAME,
    ("deal.1", "S", T("Two teams, alternating round the table, as they sit or drawn with red and black cards.")),
    ("deal.2", "S", T("Three packs of 54: every card three times, among them three Big and three Little Kings.")),
    ("deal.3", "D", T("Everybody draws a card in turn until the kitty is left: 6 cards, all hands equal.")),
    ("deal.4", "D", T("First round: the next card of whoever turns a Big King names trumps; that player is master.")),
    ("declare.1", "S", T("While drawing, cards of the level may be shown: most of one suit by one player names trumps.")),
    ("declare.2", "S", T("Equal numbers shown: the one whose first card was laid first.")),
    ("declare.3", "D", T("Nobody showed: the kitty's first level card names trumps, else its highest plain card.")),
    ("trump.1", "S", T("Big King, Little King, level of trumps, other levels, 2 of trumps, other 2s, A K Q J 10 …")),
    ("trump.2", "R", T("All of these are one suit, the trumps; the other suits are without level card and 2.")),
    ("kitty.1", "S", T("The master turns the kitty up, takes it and sets as many cards aside.")),
    ("kitty.2", "S", T("Without a card of the trump suit, or of such cards only, it is set aside as it is.")),
    ("kitty.3", "D", T("The points set aside stay with the master's side.")),
    ("tribute.1", "S", T("Over 160 points the former master owes the new one a trump for every full 10 above 160.")),
    ("tribute.2", "S", T("He gives his best trumps, as many as he has; the new master gives back as many of his worst cards.")),
    ("tribute.3", "S", T("It is given before the kitty is turned, or it is lost.")),
    ("tribute.4", "S", T("Three Big or three Little Kings in one hand of the side that owes it, shown, cancel it.")),
    ("tribute.5", "D", T("Where the kitty names trumps, the tribute is given once it has.")),
    ("tribute.6", "D", T("Which of his cards are his worst the new master judges himself.")),
    ("tribute.7", "D", T("The Kings are shown before the first card of the tribute is given.")),
    ("lead.1", "S", T("The master leads to the first trick, then whoever took the last one.")),
    ("lead.2", "S", T("A lead is one card, or two or three identical ones.")),
    ("follow.1", "S", T("Everybody plays as many cards as were led.")),
    ("follow.2", "S", T("Of the suit led, as many as were led; who has fewer plays them all, and what he likes besides.")),
    ("follow.3", "D", T("If so agreed: the longest set of identical cards of the suit held, up to the number led.")),
    ("follow.4", "S", T("A player plays only cards of his own hand, each once.")),
    ("trick.1", "S", T("Only identical cards, as many as led, of the suit led or trumps, take the trick: the best of them.")),
    ("trick.2", "D", T("Equal cards: the first in turn order.")),
    ("early.1", "S", T("A card may be laid before its turn once the trick is led, and then stays.")),
    ("early.2", "S", T("If an equal card comes in turn before it, the early one may be taken back.")),
    ("early.3", "D", T("Nobody leads before it is his turn.")),
    ("points.1", "S", T("A King counts 10, a ten 10, a five 5: 300 points in all.")),
    ("result.1", "S", T("Up to 120 points for the opponents: the master's team rises a level, its next player is master.")),
    ("result.2", "S", T("More than 120: the next player, an opponent, becomes master, at that team's own level.")),
    ("end.1", "S", T("A team whose level reaches 10 wins the match.")),
    ("end.2", "D", T("At the agreed time the round is finished and the higher level wins; equal levels share it.")),
    ("foul.1", "D", T("A foul seen while the trick lies open is put right.")),
    ("foul.2", "D", T("A foul proved later loses the round for the team of its player.")),
)  # fmt: skip
"""Law ids are stable: records, sheets and tests cite them."""

KIND_LAWS = {
    "must-follow": "follow.2",
    "out-of-turn": "early.3",
    "not-in-hand": "follow.4",
    "already-played": "deal.2",
    "illegal-lead": "lead.2",
    "illegal-discard": "kitty.1",
    "illegal-give": "tribute.2",
    "late-announcement": "tribute.3",
    "false-announcement": "tribute.4",
    "wrong-count": "points.1",
    "inconsistent": "deal.2",
}
"""The law that each kind of foul breaks, if no nearer one is known. A foul of another kind breaks foul.2."""
