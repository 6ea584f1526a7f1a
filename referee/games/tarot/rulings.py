"""The federation's code of arbitration of 1 July 2012, as data.

What each fault costs, and what becomes of the deal. A later edition would be a second table beside this one. `CA` is
the code (CA201206), `R-RO` the rules (RO201206).
"""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import Literal

from referee.rules import T, Text

Fate = Literal["void", "counts", "drop", ""]
"""What becomes of a deal: void, counts, counts without the handful; empty if the code says nothing."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the code says about one fault.

    `remedy`: what is done besides; with `chosen`, what may be chosen. `wins`, `loses`: what becomes of the deal if the
    offender's side wins or loses it (with `by="taker"`: if the taker makes or fails the contract), and `counted`, what
    is done where it counts; `now`: done at once, `redeal` by the same dealer or `void`; `bars`: what its player may not
    be in the next deal, `dealer` where only the dealer may not bid; `first`, `repeat`: a warning or points, at the
    director's choice if `optional`, none for the taker if it `spares_taker`.
    """

    id: str
    _: KW_ONLY
    source: str
    name: Text
    remedy: Text | None = None
    chosen: bool = False
    counted: Text | None = None
    wins: Fate = ""
    loses: Fate = ""
    first: str = ""
    repeat: str = ""
    optional: bool = False
    spares_taker: bool = False
    by: Literal["offender", "taker"] = "offender"
    now: Literal["redeal", "void", ""] = ""
    bars: Literal["dealer", "bidder", "taker", ""] = ""

    @property
    def law(self) -> str:
        """The number of the law."""
        return f"tarot.code.{self.id}"

    @property
    def edition(self) -> Text | None:
        """The edition of the code that rules it; None for what the document rules."""
        return None if self in OF_THE_DOCUMENT else EDITION

    @property
    def text(self) -> Text:
        """The fault, with the edition of the code that rules it."""
        return self.name if self.edition is None else T("{said} {found}", said=self.name, found=self.edition)


EDITION = T("(code of arbitration of 2012)")
"""It follows the name of a fault."""


CA2012 = (
    Ruling("misdeal-dealer", now="redeal", bars="dealer", source="CA p.4",
           name=T("Misdeal by the dealer"),
           remedy=T("The same dealer deals again and may not bid on the new deal.")),
    Ruling("card-turned-high", now="redeal", bars="bidder", source="CA p.4",
           name=T("A court card, trump or the Excuse turned up while dealing"),
           remedy=T("The same dealer deals again; who turned it may not bid.")),
    Ruling("card-turned-low", source="CA p.4",
           name=T("A card below the jack turned up while dealing"),
           remedy=T("The deal goes on.")),
    Ruling("card-turned-at-cut", now="redeal", source="CA p.7",
           name=T("A card turned up at the cut"),
           remedy=T("The player opposite the dealer gathers the pack and it is dealt again; who cut may bid.")),
    Ruling("misdeal-found-after-bid-dealer-chien", wins="void", loses="void", first="500", repeat="500", now="void",
           bars="taker", source="CA p.4",
           name=T("Misdeal found after a bid, before play, by the dealer or in the kitty"),
           remedy=T("The culprit may not be the taker of the next deal.")),
    Ruling("misdeal-found-after-bid-two-others", wins="void", loses="void", now="void", bars="bidder",
           source="CA p.4",
           name=T("Misdeal found after a bid, before play, between two other hands"),
           remedy=T("Neither of them may bid on the next deal.")),
    Ruling("misdeal-found-in-play", wins="counts", loses="void", by="taker", source="CA p.4",
           name=T("Misdeal found during play"),
           remedy=T("The deal is played out.")),
    Ruling("wrong-dealer", chosen=True, source="CA p.4",
           name=T("The wrong player dealt"),
           remedy=T("Before the last card is dealt: dealt again; after it the deal stands.")),
    Ruling("touch-cards-early", first="warning", repeat="100", source="CA p.7",
           name=T("Touching or lifting cards while they are dealt"),
           remedy=T("Nothing else changes.")),
    Ruling("petit-sec-not-declared", chosen=True, source="R-RO p.5",
           name=T("The Petit alone was not announced"),
           remedy=T("It must be announced, the hand shown, the deal annulled and passed on. The code names no "
                    "penalty: the director decides, and annuls it if it is found before the first trick is "
                    "complete.")),
    Ruling("faux-ecart-6-illegal-cards", wins="void", loses="counts", repeat="100", optional=True, source="CA p.5-6",
           name=T("Unlawful cards set aside (king, bout, trump not shown)"),
           remedy=T("It cannot be put right.")),
    Ruling("faux-ecart-7", wins="void", loses="counts", repeat="100", optional=True, source="CA p.6",
           name=T("Seven cards set aside"),
           remedy=T("The last trick, of three cards, goes to the defence; the director gives it the card of highest "
                    "value set aside.")),
    Ruling("faux-ecart-5", wins="void", loses="counts", repeat="100", optional=True, source="CA p.6",
           name=T("Five cards set aside"),
           remedy=T("The last trick, of one card, goes to the taker; the Petit in it pays nothing.")),
    Ruling("ecart-wrong-count-before-play", source="R-RO p.6",
           name=T("A wrong number of cards set aside, no card played yet"),
           remedy=T("The taker may put it right, even after saying “play”.")),
    Ruling("exposed-card-defence", wins="counts", loses="counts", first="warning", repeat="100", source="CA p.5",
           name=T("A card exposed by the defence"),
           remedy=T("The card goes back into the hand and is played at will; of several exposed in turn only the "
                    "offending ones are taken back.")),
    Ruling("exposed-card-taker", chosen=True, wins="counts", loses="counts", source="CA p.5",
           name=T("A card exposed by the taker"),
           remedy=T("Nothing changes.")),
    Ruling("exposed-card-important-defence", wins="void", loses="counts", repeat="100", optional=True, source="CA p.5",
           name=T("An important card exposed by the defence"),
           remedy=T("It cannot be put right.")),
    Ruling("out-of-turn-defender", chosen=True, wins="counts", loses="counts", first="warning", repeat="100",
           source="CA p.5", name=T("A card played out of turn by a defender"),
           remedy=T("The taker chooses: the card stands as if its player were on lead; the right defender leads "
                    "that suit; or he leads another suit. If he plays the Excuse the constraint passes to the next "
                    "player.")),
    Ruling("revoke-not-consumed", wins="counts", loses="counts", first="warning", repeat="100", spares_taker=True,
           source="CA p.6", name=T("A revoke, not consumed"),
           remedy=T("The card is taken back and replaced: an exposed card.")),
    Ruling("revoke-consumed", wins="void", loses="counts", repeat="100", optional=True, source="CA p.5-6",
           name=T("A revoke, consumed"),
           counted=T("the points won unlawfully go back to the other side")),
    Ruling("false-trump-status", source="CA p.5",
           name=T("A false ruff"),
           remedy=T("The player must tell the opponents whether it was a singleton.")),
    Ruling("wrong-card-count-defender", wins="counts", loses="void", by="taker", source="CA p.7",
           name=T("A wrong number of cards in a defender’s hand, found during play"),
           remedy=T("The deal is played out; a side without the right number of cards cannot win.")),
    Ruling("claims-wrongly", source="CA p.7",
           name=T("Showing the last cards in the mistaken belief to win them all"),
           remedy=T("The director has the cards played in the way least favourable to the offender.")),
    Ruling("hand-thrown-in-after-contract", wins="counts", loses="void", by="taker", source="CA p.7",
           name=T("A hand thrown in and seen after a contract was bid"),
           remedy=T("The cards of the defence are dealt again, and the deal is played.")),
    Ruling("chien-seen-gs-gc-defence", wins="counts", loses="void", first="100", repeat="100", by="taker",
           source="CA p.7", name=T("The hidden kitty seen by the defence alone"),
           remedy=T("The deal is played out.")),
    Ruling("chien-seen-gs-gc-taker", wins="counts", loses="counts", first="100", repeat="100", source="CA p.7",
           name=T("The hidden kitty seen by the taker too"),
           remedy=T("The deal is played out.")),
    Ruling("hesitation", first="warning", repeat="100", source="CA p.6",
           name=T("Needless hesitation, admitted"),
           remedy=T("No penalty if it is not proved, or the player holds the Excuse.")),
    Ruling("poignee-unsorted", first="warning", repeat="100", source="CA p.8",
           name=T("A handful shown unsorted"),
           remedy=T("The handful counts.")),
    Ruling("poignee-incomplete-fixable", first="warning", repeat="100", source="CA p.8",
           name=T("An incomplete handful that can be completed"),
           remedy=T("The handful is completed and counts.")),
    Ruling("poignee-incomplete-unfixable-taker", wins="drop", loses="drop", first="warning", repeat="100",
           source="CA p.8", name=T("An incomplete handful of the taker that cannot be completed")),
    Ruling("poignee-incomplete-unfixable-defender", wins="void", loses="drop", first="warning", repeat="100",
           source="CA p.8", name=T("An incomplete handful of a defender that cannot be completed")),
    Ruling("poignee-too-many-taker", source="CA p.8",
           name=T("Too many trumps in the taker’s handful"),
           remedy=T("The handful counts.")),
    Ruling("poignee-too-many-defender", wins="void", loses="counts", first="warning", repeat="100", source="CA p.8",
           name=T("Too many trumps in a defender’s handful"),
           counted=T("the handful counts too")),
    Ruling("poignee-before-turn-taker", source="CA p.8",
           name=T("A handful shown by the taker before his turn"),
           remedy=T("The handful counts.")),
    Ruling("poignee-after-first-card-uncovered", first="warning", repeat="100", source="CA p.8",
           name=T("A handful shown after one’s first card, which is not yet covered"),
           remedy=T("The handful counts.")),
    Ruling("poignee-other-bad-time-taker", wins="drop", loses="counts", first="warning", repeat="100", source="CA p.8",
           name=T("A handful shown by the taker at any other wrong time"),
           counted=T("the handful counts too")),
    Ruling("poignee-other-bad-time-defender", wins="void", loses="counts", first="warning", repeat="100",
           source="CA p.8", name=T("A handful shown by a defender at any other wrong time"),
           counted=T("the handful counts too")),
    Ruling("poignee-excuse-hiding-trump", wins="void", loses="counts", first="warning", repeat="100", source="CA p.8",
           name=T("A handful with the Excuse that hides a trump"),
           counted=T("the handful counts too")),
    Ruling("sheet-nonzero", first="100", repeat="100", source="CA p.7",
           name=T("The score sheet does not sum to zero"),
           remedy=T("It is put right.")),
    Ruling("sheet-missing-ids", first="100", repeat="100", source="CA p.7",
           name=T("The sheet lacks table, names or numbers"),
           remedy=T("They are added.")),
    Ruling("sheet-not-returned", first="400", repeat="400", source="CA p.7",
           name=T("The sheet was not handed in"),
           remedy=T("It is asked for.")),
    Ruling("slow-play", first="100", repeat="200", source="CA p.7",
           name=T("Slow play"),
           remedy=T("The director may take deals away.")),
    Ruling("smoking", first="100", repeat="100", source="CA p.7",
           name=T("Smoking"),
           remedy=T("It is forbidden.")),
)  # fmt: skip
"""The 43 rulings of the code."""

CONDUCT = Ruling("conduct", first="warning", repeat="100", source="S 1",
                 name=T("Discourtesy, a manner, a remark"),
                 remedy=T("The game goes on."))  # fmt: skip
"""The document's first rule; a breach may be warned like any other fault."""

TAKEN_BACK = Ruling("card-taken-back", source="S 13",
                    name=T("A card taken back that was no foul"),
                    remedy=T("It is laid again: a card out of the hand is played."))  # fmt: skip
"""The document lets a card be replaced only if it is a foul, and names no penalty."""

OF_THE_DOCUMENT = (CONDUCT, TAKEN_BACK)
RULINGS = {ruling.id: ruling for ruling in (*CA2012, *OF_THE_DOCUMENT)}

JUDGED = ("revoke-consumed", "revoke-not-consumed", "out-of-turn-defender")
"""The rulings that follow from a kind of foul and its moment."""
