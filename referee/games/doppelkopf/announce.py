"""Announcements: who may still say what, and what saying it says of the cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from referee.cards import CardSet
from referee.deal import Deal, Said
from referee.games.doppelkopf.count import LEVELS
from referee.games.doppelkopf.options import DoppelkopfOptions
from referee.games.doppelkopf.terms import KONTRA, OTHER, RE, clarified, sides
from referee.games.doppelkopf.value import LEVEL, SAID
from referee.ruleset import Act, AtMost, Denial, Denies, Foul, Step
from referee.texts import Slip, T, Text

WORDS = (RE, KONTRA, "no90", "no60", "no30", "schwarz")
LEAST = (11, 10, 9, 8, 7)
"""How many of twelve cards must be in hand for Re or Kontra, no90, no60, no30, schwarz."""

FULL = 12


@dataclass(frozen=True, slots=True)
class Objection:
    """Why an announcement is a foul; `short` by how many cards it comes too late."""

    kind: str
    law: str
    text: Text
    short: int = 0


def label(word: str) -> Text:
    """What a word is called."""
    return SAID.get(word) or LEVEL[LEVELS[RE].index(word) + 1]


class Announcements:
    """The announcements of a table."""

    def __init__(self, options: DoppelkopfOptions, seats: tuple[str, ...], everything: CardSet, old: CardSet) -> None:
        self.options = options
        self.seats = seats
        self.old = old
        self.others = everything - old

    def side(self, deal: Deal, seat: int, word: str) -> str | None:
        """The side for which a seat says a word: its own, else the only one that has spoken. None: not to be known."""
        if word in (RE, KONTRA):
            return word
        known = self.proved(deal, seat) or sides(deal).of(seat)
        if known is not None:
            return known
        spoken = self.spoken(deal)
        return spoken.pop() if len(spoken) == 1 else None

    def spoken(self, deal: Deal) -> set[str]:
        """The sides that have said something."""
        return {said.keys["side"] for said in deal.announced if "side" in said.keys}

    def proved(self, deal: Deal, seat: int) -> str | None:
        """The side of a seat by the cards, else by its own word; whatever others have said."""
        known = sides(deal, heard=False).of(seat)
        own = (said.keys.get("side") for said in deal.announced if said.seat == seat)
        return known or next(own, None)

    def heard(self, deal: Deal, side: str | None) -> set[int]:
        """The levels a side has said, 0 for Re or Kontra itself; a level skipped counts as said. None: the levels of
        which nobody knows yet for which side they were said.
        """
        known = sides(deal)
        found: set[int] = set()
        for said in deal.announced:
            if said.keys.get("side", known.of(said.seat)) == side:
                level = LEVELS[RE].index(said.word) if said.word != KONTRA else 0
                found |= set(range(1, level)) if self.options.skip_levels == "yes" else set()
                found.add(level)
        return found

    def least(self, deal: Deal, side: str, level: int) -> int:
        """How many cards its player must still hold. A reply may be one card later than the level it answers."""
        shift = FULL - deal.size
        number = clarified(deal) if deal.terms.contract == "hochzeit" else None
        if number is not None:
            shift += number - (self.options.hochzeit_shift == "tricks_minus_one")
        least = LEAST[level]
        heard = self.heard(deal, OTHER[side])
        if level == 0 and heard:
            least = min(least, LEAST[max(heard)] - 1)
        return least - shift

    def objection(self, deal: Deal, seat: int, side: str | None, word: str) -> Objection | None:
        """Why a seat may not say this now, None if it may."""
        if deal.terms.contract == "hochzeit" and clarified(deal) is None:
            text = T("nothing is said before the partner of the hochzeit is known")
            return Objection("false-announcement", "announce.5", text)
        own = self.proved(deal, seat)
        if side is not None and own not in (None, side):
            return Objection("false-announcement", "announce.2", T("this player is {side}", side=SAID[OTHER[side]]))
        if side is None:
            if not self.spoken(deal):
                return Objection("false-announcement", "announce.3", T("Re or Kontra has to be said before"))
            found = [self._timely(deal, seat, one, LEVELS[one].index(word)) for one in (RE, KONTRA)]
            return found[0] if all(found) else None
        return self._timely(deal, seat, side, LEVELS[side].index(word))

    def _timely(self, deal: Deal, seat: int, side: str, level: int) -> Objection | None:
        heard, left = self.heard(deal, side), deal.left(seat)
        if level in heard:
            return Objection("false-announcement", "announce.6", T("this side has said it already"))
        least = self.least(deal, side, level)
        if left < least:
            text = T("too late with {count} cards: {least} are needed", count=left, least=least)
            return Objection("late-announcement", "announce.1", text, least - left)
        heard |= self.heard(deal, None)
        missing = [lower for lower in range(level) if lower not in heard]
        if 0 in missing:
            return Objection("false-announcement", "announce.3", T("{said} has to be said before", said=SAID[side]))
        if not missing:
            return None
        lower = label(LEVELS[side][missing[0]])
        if self.options.skip_levels == "no":
            return Objection("false-announcement", "announce.3", T("{said} has to be said before", said=lower))
        if left < self.least(deal, side, missing[0]):
            text = T("{said} was not said, and it is too late for that", said=lower)
            return Objection("false-announcement", "announce.3", text)
        return None

    def announced(self, deal: Deal, line: int, seat: int, word: str, stated: str | None) -> Step:
        """The deal after an announcement; `stated` is the side said with it. Raises Slip for an unknown word."""
        if word not in WORDS:
            raise Slip(T("“{found}”: expected one of {expected}", found=word, expected=WORDS), found=word)
        if stated not in (None, RE, KONTRA):
            raise Slip(T("side={found}: expected re or kontra", found=stated), found=stated)
        if seat not in deal.order:
            raise Slip(T("{name} does not play in this deal", name=self.seats[seat]), found=word)
        side = word if word in (RE, KONTRA) else stated or self.side(deal, seat, word)
        objection = self.objection(deal, seat, side, word)
        fouls: tuple[Foul, ...] = ()
        if objection is not None:
            text = T("{name} says {word}: {why}.", name=self.seats[seat], word=label(word), why=objection.text)
            law = f"doppelkopf.{objection.law}"
            fouls = (Foul(objection.kind, seat, "seen", line, line, law, text, (seat,), trick=deal.trick.number),)
        claims = tuple(self._claims(deal, seat, side)) if deal.terms.contract == "normal" else ()
        said = Said(seat, word, line, keys={} if side is None else {"side": side})
        return Step(deal._replace(announced=(*deal.announced, said)), claims, fouls)

    def _claims(self, deal: Deal, seat: int, side: str | None) -> Iterator[Act]:
        """Kontra says that there is no queen of clubs in the hand; Re that there is one, or was: that says nothing of a
        hand of which a card was played that nobody saw.
        """
        if side is None or self.proved(deal, seat) is not None or (side == RE and _played_unseen(deal, seat)):
            return
        said = T("says {side}", side=SAID[side])
        law = "doppelkopf.announce.2"
        if side == KONTRA:
            yield Denies(seat, seat, Denial("false-announcement", law, self.old, T("no queen of clubs")), said)
        else:
            text = T("not without a queen of clubs")
            yield AtMost(seat, seat, deal.left(seat) - 1, Denial("false-announcement", law, self.others, text), said)


def _played_unseen(deal: Deal, seat: int) -> bool:
    """Whether a seat has played a card that nobody saw, or noted."""
    plays = [play for trick in (*deal.tricks, deal.trick) if (play := trick.by(seat)) is not None and not play.unseen]
    return len(plays) < deal.gone.get(seat, 0)
