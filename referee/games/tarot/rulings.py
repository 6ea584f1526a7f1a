"""The federation's code of arbitration of 1 July 2012, as data: what each fault costs and what becomes of the deal.

A later edition would be a second table beside this one. `CA` is the code (CA201206), `R-RO` the rules (RO201206).
"""

from __future__ import annotations

from dataclasses import dataclass

from referee.texts import T, Text


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the code says of one fault.

    `wins` and `loses` say what becomes of the deal if the offender's side wins or loses it (with `by="taker"`: if
    the taker makes or fails his contract): `void`, `counts`, `drop` (the deal counts, the handful does not) or nothing.
    `now` is done at once: `redeal` by the same dealer, or `void`. `first` and `repeat` are a warning or points, which
    are the director's to give where they are `optional`; some spare the taker.
    """

    id: str
    phase: str
    offender: str
    wins: str
    loses: str
    first: str
    repeat: str
    source: str
    name: Text
    remedy: Text
    optional: bool = False
    spares_taker: bool = False
    by: str = "offender"
    now: str = ""

    @property
    def law(self) -> str:
        """Its number among the laws."""
        return f"tarot.code.{self.id}"


CA2012 = (
    Ruling("misdeal-dealer", "deal", "dealer", "", "", "", "", "CA p.4",
           T("Misdeal by the dealer"),
           T("The same dealer deals again and may not bid on the new deal."), now="redeal"),
    Ruling("card-turned-high", "deal", "player", "", "", "", "", "CA p.4",
           T("A court card, trump or the Excuse turned up while dealing"),
           T("The same dealer deals again; who turned it may not bid."), now="redeal"),
    Ruling("card-turned-low", "deal", "player", "", "", "", "", "CA p.4",
           T("A card below the jack turned up while dealing"),
           T("The deal goes on.")),
    Ruling("card-turned-at-cut", "deal", "player", "", "", "", "", "CA p.7",
           T("A card turned up at the cut"),
           T("The player opposite the dealer gathers the pack and it is dealt again; who cut may bid."), now="redeal"),
    Ruling("misdeal-found-after-bid-dealer-chien", "before play", "dealer", "void", "void", "500", "500", "CA p.4",
           T("Misdeal found after a bid, before play, by the dealer or in the kitty"),
           T("The deal is annulled; the culprit has no contract on the next one."), now="void"),
    Ruling("misdeal-found-after-bid-two-others", "before play", "players", "void", "void", "", "", "CA p.4",
           T("Misdeal found after a bid, before play, between two other hands"),
           T("The deal is annulled; both are barred from bidding on the next one."), now="void"),
    Ruling("misdeal-found-in-play", "play", "any", "counts", "void", "", "", "CA p.4",
           T("Misdeal found during play"),
           T("The deal is played out."), by="taker"),
    Ruling("wrong-dealer", "deal", "table", "", "", "", "", "CA p.4",
           T("The wrong player dealt"),
           T("Before the last card is dealt: dealt again; after it the deal stands.")),
    Ruling("touch-cards-early", "deal", "player", "", "", "warning", "100", "CA p.7",
           T("Touching or lifting cards while they are dealt"),
           T("Nothing else changes.")),
    Ruling("petit-sec-not-declared", "auction", "player", "", "", "", "", "R-RO p.5",
           T("The Petit alone was not announced"),
           T("It must be announced, the hand shown, the deal annulled and passed on. The code names no penalty: the "
             "director decides, and annuls it if it is found before the first trick is complete.")),
    Ruling("faux-ecart-6-illegal-cards", "discard", "taker", "void", "counts", "", "100", "CA p.5-6",
           T("Unlawful cards set aside (king, bout, trump not shown)"),
           T("It cannot be put right."), optional=True),
    Ruling("faux-ecart-7", "discard", "taker", "void", "counts", "", "100", "CA p.6",
           T("Seven cards set aside"),
           T("The last trick, of three cards, goes to the defence; the director gives it the card of highest value "
             "set aside."), optional=True),
    Ruling("faux-ecart-5", "discard", "taker", "void", "counts", "", "100", "CA p.6",
           T("Five cards set aside"),
           T("The last trick, of one card, goes to the taker; the Petit in it pays nothing."), optional=True),
    Ruling("ecart-wrong-count-before-play", "discard", "taker", "", "", "", "", "R-RO p.6",
           T("A wrong number of cards set aside, no card played yet"),
           T("The taker may put it right, even after saying “play”.")),
    Ruling("exposed-card-defence", "play", "defender", "counts", "counts", "warning", "100", "CA p.5",
           T("A card exposed by the defence"),
           T("The card goes back into the hand and is played at will; of several exposed in turn only the offending "
             "ones are taken back.")),
    Ruling("exposed-card-taker", "play", "taker", "counts", "counts", "", "", "CA p.5",
           T("A card exposed by the taker"),
           T("Nothing changes.")),
    Ruling("exposed-card-important-defence", "play", "defender", "void", "counts", "", "100", "CA p.5",
           T("An important card exposed by the defence"),
           T("It cannot be put right."), optional=True),
    Ruling("out-of-turn-defender", "play", "defender", "counts", "counts", "warning", "100", "CA p.5",
           T("A card played out of turn by a defender"),
           T("The taker chooses: the card stands as if its player were on lead; the right defender leads that suit; "
             "or he leads another suit. If he plays the Excuse the constraint passes to the next player.")),
    Ruling("revoke-not-consumed", "play", "any", "counts", "counts", "warning", "100", "CA p.6",
           T("A revoke, not consumed"),
           T("The card is taken back and replaced: an exposed card."), spares_taker=True),
    Ruling("revoke-consumed", "play", "any", "void", "counts", "", "100", "CA p.5-6",
           T("A revoke, consumed"),
           T("The points won unlawfully go back to the other side."), optional=True),
    Ruling("false-trump-status", "play", "defender", "", "", "", "", "CA p.5",
           T("A false ruff"),
           T("The player must tell the opponents whether it was a singleton.")),
    Ruling("wrong-card-count-defender", "play", "defender", "counts", "void", "", "", "CA p.7",
           T("A wrong number of cards in a defender’s hand, found during play"),
           T("The deal is played out; a side without the right number of cards cannot win."), by="taker"),
    Ruling("claims-wrongly", "play", "player", "", "", "", "", "CA p.7",
           T("Showing the last cards in the mistaken belief to win them all"),
           T("The director has the cards played in the way least favourable to the offender.")),
    Ruling("hand-thrown-in-after-contract", "before play", "any", "counts", "void", "", "", "CA p.7",
           T("A hand thrown in and seen after a contract was bid"),
           T("The cards of the defence are dealt again, and the deal is played."), by="taker"),
    Ruling("chien-seen-gs-gc-defence", "play", "defender", "counts", "void", "100", "100", "CA p.7",
           T("The hidden kitty seen by the defence alone"),
           T("The deal is played out."), by="taker"),
    Ruling("chien-seen-gs-gc-taker", "play", "taker", "counts", "counts", "100", "100", "CA p.7",
           T("The hidden kitty seen by the taker too"),
           T("The deal counts.")),
    Ruling("hesitation", "any", "any", "", "", "warning", "100", "CA p.6",
           T("Needless hesitation, admitted"),
           T("Nothing if it is unproven or the Excuse is in the hand.")),
    Ruling("poignee-unsorted", "handful", "any", "", "", "warning", "100", "CA p.8",
           T("A handful shown unsorted"),
           T("The handful counts.")),
    Ruling("poignee-incomplete-fixable", "handful", "any", "", "", "warning", "100", "CA p.8",
           T("An incomplete handful that can be completed"),
           T("The handful is completed and counts.")),
    Ruling("poignee-incomplete-unfixable-taker", "handful", "taker", "drop", "drop", "warning", "100", "CA p.8",
           T("An incomplete handful of the taker that cannot be completed"),
           T("The handful does not count.")),
    Ruling("poignee-incomplete-unfixable-defender", "handful", "defender", "void", "drop", "warning", "100", "CA p.8",
           T("An incomplete handful of a defender that cannot be completed"),
           T("The handful does not count.")),
    Ruling("poignee-too-many-taker", "handful", "taker", "", "", "", "", "CA p.8",
           T("Too many trumps in the taker’s handful"),
           T("The handful counts.")),
    Ruling("poignee-too-many-defender", "handful", "defender", "void", "counts", "warning", "100", "CA p.8",
           T("Too many trumps in a defender’s handful"),
           T("The handful counts.")),
    Ruling("poignee-before-turn-taker", "handful", "taker", "", "", "", "", "CA p.8",
           T("A handful shown by the taker before his turn"),
           T("The handful counts.")),
    Ruling("poignee-after-first-card-uncovered", "handful", "any", "", "", "warning", "100", "CA p.8",
           T("A handful shown after one’s first card, which is not yet covered"),
           T("The handful counts.")),
    Ruling("poignee-other-bad-time-taker", "handful", "taker", "drop", "counts", "warning", "100", "CA p.8",
           T("A handful shown by the taker at any other wrong time"),
           T("It counts only if the taker fails.")),
    Ruling("poignee-other-bad-time-defender", "handful", "defender", "void", "counts", "warning", "100", "CA p.8",
           T("A handful shown by a defender at any other wrong time"),
           T("It counts only if the taker wins.")),
    Ruling("poignee-excuse-hiding-trump", "handful", "any", "void", "counts", "warning", "100", "CA p.8",
           T("A handful with the Excuse that hides a trump"),
           T("Deal and handful count only if the offender’s side loses.")),
    Ruling("sheet-nonzero", "sheet", "table", "", "", "100", "100", "CA p.7",
           T("The score sheet does not sum to zero"),
           T("It is put right.")),
    Ruling("sheet-missing-ids", "sheet", "table", "", "", "100", "100", "CA p.7",
           T("The sheet lacks table, names or numbers"),
           T("They are added.")),
    Ruling("sheet-not-returned", "sheet", "table", "", "", "400", "400", "CA p.7",
           T("The sheet was not handed in"),
           T("It is asked for.")),
    Ruling("slow-play", "any", "players", "", "", "100", "200", "CA p.7",
           T("Slow play"),
           T("The director may take deals away.")),
    Ruling("smoking", "any", "player", "", "", "100", "100", "CA p.7",
           T("Smoking"),
           T("It is forbidden.")),
)  # fmt: skip
"""The 43 rulings of the code."""

CONDUCT = Ruling(
    "conduct",
    "any",
    "player",
    "",
    "",
    "warning",
    "100",
    "S 1",
    T("Discourtesy, a manner, a remark"),
    T("The game goes on."),
)
"""The document's first rule: whoever breaks it may be warned like for any other fault."""

RULINGS = {ruling.id: ruling for ruling in (*CA2012, CONDUCT)}
