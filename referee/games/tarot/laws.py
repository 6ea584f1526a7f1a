"""The laws of French Tarot by number.

S is the one document, for four players; F the French federation's rules of 2012, to which the document refers for the
rest, and its code of arbitration of that year; D our default where both are silent. docs/laws/tarot.md gives the tests
of each.
"""

from __future__ import annotations

from referee.rules import T, laws_of

LAWS = laws_of(
    "tarot",
    ("cards.1", "S", T("78 cards: four suits of fourteen from king, queen, knight, jack down to the ace, 21 trumps, "
                       "the Excuse.")),
    ("cards.2", "S", T("The 21, the Petit (1) and the Excuse are the bouts. A king or bout counts 4½ points, a queen "
                       "3½, a knight 2½, a jack 1½, any other card ½: 91 in all.")),
    ("deal.1", "S", T("Eighteen cards each and six in the kitty at four players; 24 and 6 at three, 15 and 3 at five "
                      "(F). Play goes counter-clockwise.")),
    ("deal.2", "F", T("The first dealer is who draws the lowest card; then the deal passes to the right.")),
    ("deal.3", "F", T("Who holds the Petit as the only trump, without the Excuse, must say so: the deal is void and "
                      "passes on.")),
    ("deal.4", "F", T("A deal given up for a misdeal is dealt again by the same dealer.")),
    ("bid.1", "S", T("Each player speaks once, the dealer's right first: pass, petite, garde, garde-sans or "
                     "garde-contre.")),
    ("bid.2", "F", T("A bid must be higher than the one before.")),
    ("bid.3", "F", T("If all pass the deal passes on; nobody scores.")),
    ("bid.4", "D", T("Garde is the only contract, where it is agreed.")),
    ("call.1", "F", T("At five the taker calls a king before the kitty is turned; whoever holds it is his partner.")),
    ("call.2", "F", T("With all four kings he calls a queen, with all queens too a knight, then a jack.")),
    ("call.3", "F", T("If the called card is the taker's own or lies in the kitty he plays alone.")),
    ("kitty.1", "S", T("In a petite or a garde the kitty is turned up for all to see, and the taker takes it.")),
    ("kitty.2", "S", T("In a garde-sans nobody sees the kitty; it counts with the taker's tricks.")),
    ("kitty.3", "S", T("In a garde-contre nobody sees the kitty; it counts for the defence.")),
    ("discard.1", "S", T("The taker sets aside, face down, as many cards as the kitty had; they count with his "
                         "tricks.")),
    ("discard.2", "F", T("No king and no bout may be set aside.")),
    ("discard.3", "F", T("Trumps may be set aside only if there is no other choice, and must be shown.")),
    ("slam.1", "S", T("The taker may announce a slam, that is all tricks, before the first card is played; he then "
                      "leads.")),
    ("handful.1", "S", T("Before his first card a player may show trumps: 10, 13 or 15 at four (F: 13, 15, 18 at "
                         "three, 8, 10, 13 at five), exactly so many, the others stay hidden.")),
    ("handful.2", "S", T("The Excuse may stand for a trump in a handful; then there is no other trump in the hand.")),
    ("play.1", "S", T("The dealer's right leads, or who announced a slam; then whoever took the trick.")),
    ("play.2", "S", T("Follow the suit led, or trump if trump is led.")),
    ("play.3", "S", T("Who cannot follow must trump.")),
    ("play.4", "S", T("Whoever plays a trump must beat the highest trump in the trick if he can, even a partner's; "
                      "if he cannot, he plays a trump all the same.")),
    ("play.5", "S", T("The Excuse may be played instead of any card and never takes the trick; led, it lets the next "
                      "card name the suit.")),
    ("play.6", "S", T("The Excuse stays with its side, which gives half a point for it.")),
    ("play.7", "S", T("Played to the last trick the Excuse changes sides, unless a side that has won every trick "
                      "leads it: then it wins.")),
    ("play.8", "F", T("At five the first lead may not be of the suit called, unless it is the called card.")),
    ("play.9", "S", T("Each plays in turn, cards of his own hand, each once.")),
    ("play.10", "S", T("Until a trick is gathered everybody may look at the one before.")),
    ("play.11", "F", T("After a card out of turn by a defender the taker may ask for a lead of that suit, or of "
                       "another.")),
    ("count.1", "F", T("The taker needs 56, 51, 41 or 36 points with 0, 1, 2 or 3 bouts.")),
    ("count.2", "S", T("Both sides count: 91 points together.")),
    ("count.3", "F", T("A half point, at three or five players, goes to the side that wins the deal; at four it is a "
                       "mistake in counting.")),
    ("count.4", "S", T("Who wins every trick has every card but the other side's Excuse and kitty.")),
    ("score.1", "S", T("25 points and the points above or below what was needed, times 1, 2, 4 or 6 for petite, "
                       "garde, garde-sans, garde-contre.")),
    ("score.2", "D", T("The Petit in the last trick: 10 times the contract to the side that wins the trick, whoever "
                       "wins the deal (F).")),
    ("score.3", "S", T("A handful: 20, 30, 40, not multiplied, to the side that wins the deal (F).")),
    ("score.4", "S", T("A slam announced and made: 400; announced and failed: 200 lost.")),
    ("score.5", "F", T("A slam not announced: 200.")),
    ("score.6", "S", T("A slam of the defence: 200 to each defender.")),
    ("score.7", "F", T("Each defender pays or gets as much; the taker all of it, at five a third of it goes to the "
                       "partner.")),
    ("score.8", "D", T("Misère, where it is played: so much from each other player.")),
    ("score.9", "D", T("Where it is agreed, a handful: 20, 40, 60, not multiplied.")),
    ("foul.1", "S", T("A card out of the hand is played; only if it is a foul may it be replaced.")),
    ("foul.2", "F", T("A revoke is consumed once the next trick has begun: then the deal is void if the offender's "
                      "side wins it, and counts if it loses.")),
    ("foul.3", "F", T("Penalty points stand in a column of their own; a warning comes first, then 100 points.")),
    ("foul.4", "S", T("Courtesy: no needless hesitation, no manner, no remark.")),
    ("foul.5", "D", T("What was bid or announced wrongly is put right at once.")),
    ("foul.6", "D", T("The same card cannot be played twice: one of the two was written down wrong.")),
    ("match.1", "D", T("A match has any number of deals; where a number is agreed it ends when everybody has dealt "
                       "equally often.")),
)  # fmt: skip

KIND_LAWS = {
    "out-of-turn": "play.9",
    "not-in-hand": "play.9",
    "already-played": "foul.6",
    "inconsistent": "foul.6",
    "illegal-bid": "bid.2",
    "illegal-lead": "play.8",
    "illegal-discard": "discard.2",
    "late-announcement": "handful.1",
    "false-announcement": "handful.1",
    "must-follow": "play.2",
    "must-trump": "play.3",
    "must-overtrump": "play.4",
    "wrong-count": "count.2",
}
"""The law that each kind of foul breaks, if no nearer one is known."""
