"""Announcements: who may still say what, and what an announcement denies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.games.doppelkopf.cards import Pack
from referee.games.doppelkopf.options import DoppelkopfOptions
from referee.games.doppelkopf.terms import KONTRA, LABEL, LEVELS, OTHER, RE, SAID, WORDS, clarified, sides
from referee.rules.deal import Deal, Said
from referee.rules.ruleset import Act, AtMost, Denial, Denies, Foul, Step
from referee.words.text import Slip, T, Text
from referee.words.value import dataclass

LEAST = (11, 10, 9, 8, 7)
"""The cards, of twelve, that a hand must still have for Re or Kontra, no90, no60, no30, schwarz."""

FULL = 12
SEARCHING = T("nothing is said before the partner of the hochzeit is known")


@dataclass(frozen=True, slots=True)
class Objection:
    """Why an announcement is a foul; `short`: how many cards too late it comes."""

    kind: str
    law: str
    text: Text
    short: int = 0


def side_for(deal: Deal, seat: int, word: str) -> str | None:
    """The side a seat speaks for: its own, else the only one that has spoken; None if unknown."""
    if word in (RE, KONTRA):
        return word
    known = own_side(deal, seat) or sides(deal).of(seat)
    if known is not None:
        return known
    spoken = sides_heard(deal)
    return spoken.pop() if len(spoken) == 1 else None


def sides_heard(deal: Deal) -> set[str]:
    """The sides that have announced something."""
    return {said.keys["side"] for said in deal.announced if "side" in said.keys}


def own_side(deal: Deal, seat: int) -> str | None:
    """The side of a seat by the cards, else by its own word; others' words do not count."""
    known = sides(deal, heard=False).of(seat)
    own = (said.keys.get("side") for said in deal.announced if said.seat == seat)
    return known or next(own, None)


def levels_heard(deal: Deal, side: str | None, options: DoppelkopfOptions) -> set[int]:
    """The levels a side has announced, 0 for Re or Kontra itself. A level skipped counts where options allow it. Side
    None: the levels announced for a side nobody knows yet.
    """
    known = sides(deal)
    heard: set[int] = set()
    for said in deal.announced:
        if said.keys.get("side", known.of(said.seat)) == side:
            level = max(WORDS.index(said.word) - 1, 0)
            heard |= set(range(1, level)) if options.skip_levels == "yes" else set()
            heard.add(level)
    return heard


def least(deal: Deal, side: str, level: int, options: DoppelkopfOptions) -> int:
    """The cards its player must still hold for a level. A reply may come one card later than the level it answers."""
    shift = FULL - deal.size
    number = clarified(deal) if deal.terms.contract == "hochzeit" else None
    if number is not None:
        shift += number - (options.hochzeit_shift == "tricks_minus_one")
    needed = LEAST[level]
    heard = levels_heard(deal, OTHER[side], options)
    if level == 0 and heard:
        needed = min(needed, LEAST[max(heard)] - 1)
    return needed - shift


def searching(deal: Deal) -> bool:
    """Whether the partner of a hochzeit is not known yet."""
    return deal.terms.contract == "hochzeit" and clarified(deal) is None


def objection_to(deal: Deal, seat: int, side: str | None, word: str, options: DoppelkopfOptions) -> Objection | None:
    """Why a seat may not announce this now; None if it may."""
    if searching(deal):
        return Objection("false-announcement", "announce.5", SEARCHING)
    own = own_side(deal, seat)
    if side is not None and own not in (None, side):
        return Objection("false-announcement", "announce.2", T("this player is {side}", side=SAID[OTHER[side]]))
    if side is None:
        if not sides_heard(deal):
            return Objection("false-announcement", "announce.3", T("Re or Kontra has to be said before"))
        both = [_untimely(deal, seat, one, word, options) for one in (RE, KONTRA)]
        return both[0] if all(both) else None
    return _untimely(deal, seat, side, word, options)


def _untimely(deal: Deal, seat: int, side: str, word: str, options: DoppelkopfOptions) -> Objection | None:
    """Why a word for a side is late, premature or a repetition."""
    level, heard, left = LEVELS[side].index(word), levels_heard(deal, side, options), deal.left(seat)
    if level in heard:
        return Objection("false-announcement", "announce.6", T("this side has said it already"))
    needed = least(deal, side, level, options)
    if left < needed:
        text = T("too late with {count} cards: {least} are needed", count=left, least=needed)
        return Objection("late-announcement", "announce.1", text, needed - left)
    heard |= levels_heard(deal, None, options)
    missing = [lower for lower in range(level) if lower not in heard]
    if not missing:
        return None
    lower = LABEL[LEVELS[side][missing[0]]]
    if missing[0] == 0 or options.skip_levels == "no":
        return Objection("false-announcement", "announce.3", T("{said} has to be said before", said=lower))
    if left < least(deal, side, missing[0], options):
        text = T("{said} was not said, and it is too late for that", said=lower)
        return Objection("false-announcement", "announce.3", text)
    return None


def announce(deal: Deal, said: Said, options: DoppelkopfOptions, pack: Pack, names: Sequence[str]) -> Step:
    """Announce a word, for the side stated with it if any; raises Slip for an unknown word."""
    seat, word, line, stated = said.seat, said.word, said.line, said.keys.get("side")
    if word not in WORDS:
        raise Slip(T("“{found}”: expected one of {expected}", found=word, expected=WORDS), found=word)
    if stated not in (None, RE, KONTRA):
        raise Slip(T("side={found}: expected re or kontra", found=stated), found=stated)
    if seat not in deal.order:
        raise Slip(T("{name} does not play in this deal", name=names[seat]), found=word)
    side = word if word in (RE, KONTRA) else stated or side_for(deal, seat, word)
    objection = objection_to(deal, seat, side, word, options)
    fouls: tuple[Foul, ...] = ()
    if objection is not None:
        text = T("{name} says {word}: {why}.", name=names[seat], word=LABEL[word], why=objection.text)
        law = f"doppelkopf.{objection.law}"
        fouls = (Foul(objection.kind, seat, "seen", line, line, law, text, (seat,), trick=deal.trick.number),)
    claims = tuple(_claims(deal, seat, side, pack)) if deal.terms.contract == "normal" else ()
    said = Said(seat, word, line, keys={} if side is None else {"side": side})
    return Step(deal._replace(announced=(*deal.announced, said)), claims, fouls)


def _claims(deal: Deal, seat: int, side: str | None, pack: Pack) -> Iterator[Act]:
    """Kontra denies a queen of clubs in the hand. Re says that there is one, or was: it denies nothing once the hand
    has played an unseen card.
    """
    if side is None or own_side(deal, seat) is not None or (side == RE and _played_unseen(deal, seat)):
        return
    act, law = T("says {side}", side=SAID[side]), "doppelkopf.announce.2"
    if side == KONTRA:
        yield Denies(seat, seat, Denial("false-announcement", law, pack.old, T("no queen of clubs")), act)
    else:
        others, text = pack.deck.all - pack.old, T("not without a queen of clubs")
        yield AtMost(seat, seat, deal.left(seat) - 1, Denial("false-announcement", law, others, text), act)


def _played_unseen(deal: Deal, seat: int) -> bool:
    """Whether a seat has played a card that nobody saw or recorded."""
    return sum(play.seat == seat and not play.unseen for play in deal.plays) < deal.gone.get(seat, 0)
