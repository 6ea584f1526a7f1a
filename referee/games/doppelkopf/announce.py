"""Announcements: who may still say what, and what an announcement denies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from referee.games.doppelkopf.cards import GENSCHER, KING, PIGS, Pack, points
from referee.games.doppelkopf.options import DoppelkopfOptions
from referee.games.doppelkopf.terms import (
    KONTRA,
    LABEL,
    LAST_CLARIFYING,
    LEVELS,
    OTHER,
    RE,
    SAID,
    WORDS,
    clarifying_trick,
    searching,
    sides,
)
from referee.rules import Act, AtMost, CardName, Deal, Denial, Denies, Foul, Said, Slip, Step, T, Text

LEAST = (11, 10, 9, 8, 7)
"""The cards, of twelve, that a hand must still have for Re or Kontra, no90, no60, no30, schwarz."""

FULL = 12
PIG_LABELS: Mapping[str, Text] = dict(
    zip(PIGS, (T("Schweinchen"), T("Superschweinchen"), T("Hyperschweinchen")), strict=True)
)
LABELS: Mapping[str, Text] = {**LABEL, **PIG_LABELS, GENSCHER: T("Genscher")}
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
    return {one.keys["side"] for one in deal.announced if "side" in one.keys}


def own_side(deal: Deal, seat: int) -> str | None:
    """The side of a seat by the cards, else by its own word; others' words do not count."""
    known = sides(deal, heard=False).of(seat)
    own = (one.keys.get("side") for one in deal.announced if one.seat == seat)
    return known or next(own, None)


def announcements_of(deal: Deal, side: str | None) -> list[Said]:
    """What a side has announced; side None: what was announced for a side nobody knows yet."""
    known = sides(deal)
    return [one for one in deal.announced if one.keys.get("side", known.of(one.seat)) == side]


def spoken(deal: Deal, seat: int) -> tuple[Text, ...]:
    """What a seat has announced: its side, and of its levels the highest, which holds those below it."""
    said = [one.word for one in deal.announced if one.seat == seat]
    last = max(said, key=WORDS.index, default=None)
    return tuple(LABEL[word] for word in dict.fromkeys(said) if word in (RE, KONTRA, last))


def levels_heard(deal: Deal, side: str | None, options: DoppelkopfOptions) -> set[int]:
    """The levels a side has announced, 0 for Re or Kontra itself. What was skipped counts where options allow it."""
    heard = {max(WORDS.index(one.word) - 1, 0) for one in announcements_of(deal, side)}
    return set(range(max(heard) + 1)) if heard and options.skip_levels == "yes" else heard


def least(deal: Deal, side: str, level: int, options: DoppelkopfOptions, reply: bool = True) -> int:
    """The cards its player must still hold for a level. A reply may come one card later than the level it answers."""
    shift = FULL - deal.size + LEAST[0] - int(options.announce_cards)
    if deal.terms.contract == "hochzeit" and not searching(deal):
        number = clarifying_trick(deal) or LAST_CLARIFYING  # where nobody saw enough, the latest that it may be
        shift += number - (options.hochzeit_shift == "tricks_minus_one")
    needed = LEAST[level]
    heard = levels_heard(deal, OTHER[side], options)
    if level == 0 and heard and reply:
        needed = min(needed, LEAST[max(heard)] - 1)
    return needed - shift


def objection_to(deal: Deal, seat: int, side: str | None, word: str, options: DoppelkopfOptions) -> Objection | None:
    """Why a seat may not announce this now; None if it may."""
    if searching(deal):
        return Objection("false-announcement", "announce.5", SEARCHING)
    own = own_side(deal, seat)
    if side is not None and own not in (None, side):
        return Objection("false-announcement", "announce.2", T("this player is {side}", side=SAID[OTHER[side]]))
    if side is not None:
        return _untimely(deal, seat, side, word, options)
    both = [_untimely(deal, seat, one, word, options) for one in (RE, KONTRA)]
    if not all(both) or sides_heard(deal):
        return both[0] if all(both) else None
    return Objection("false-announcement", "announce.3", T("Re or Kontra has to be said before"))


def _untimely(deal: Deal, seat: int, side: str, word: str, options: DoppelkopfOptions) -> Objection | None:
    """Why a word for a side is late, premature or a repetition."""
    announcements, level, left = announcements_of(deal, side), LEVELS[side].index(word), deal.cards_left(seat)
    if any(one.word == word for one in announcements):
        if options.said_again == "nothing":
            return None
        return Objection("false-announcement", "announce.6", T("this side has said it already"))
    needed = least(deal, side, level, options)
    if left < needed:
        text = T("too late with {count} cards: {least} are needed", count=left, least=needed)
        return Objection("late-announcement", "announce.1", text, needed - left)
    if level and options.late_reply == "alone" and any("late" in one.keys for one in announcements):
        text = T("{said} was a late reply, and no level follows it", said=SAID[side])
        return Objection("false-announcement", "announce.8", text)
    heard = levels_heard(deal, side, options) | levels_heard(deal, None, options)
    missing = next((lower for lower in range(level) if lower not in heard), None)
    if missing is None:
        return None
    lower = LABEL[LEVELS[side][missing]]
    if options.skip_levels == "no":
        return Objection("false-announcement", "announce.3", T("{said} has to be said before", said=lower))
    if left < least(deal, side, missing, options, reply=False):
        text = T("{said} was not said, and it is too late for that", said=lower)
        return Objection("false-announcement", "announce.3", text)
    return None


def announce(deal: Deal, announcement: Said, options: DoppelkopfOptions, pack: Pack, names: Sequence[str]) -> Step:
    """Announce a word, for the side stated with it if any; raises Slip for an unknown word."""
    seat, word, line, stated = announcement.seat, announcement.word, announcement.line, announcement.keys.get("side")
    known = (*WORDS, *PIGS[: len(pack.pigs)], *((GENSCHER,) if options.genscher != "no" else ()))
    if word not in known:
        raise Slip(T("“{found}”: expected one of {expected}", found=word, expected=known), found=word)
    if seat not in deal.order:
        raise Slip(T("{name} does not play in this deal", name=names[seat]), found=word)
    if word in PIGS:
        return _pig(deal, announcement, pack, names)
    if word == GENSCHER:
        return _genscher(deal, announcement, options, pack, names)
    if stated not in (None, RE, KONTRA):
        raise Slip(T("side={found}: expected re or kontra", found=stated), found=stated)
    side = word if word in (RE, KONTRA) else stated or side_for(deal, seat, word)
    objection = objection_to(deal, seat, side, word, options)
    fouls: tuple[Foul, ...] = ()
    if objection is not None:
        text = T("{name} says {word}: {why}.", name=names[seat], word=LABEL[word], why=objection.text)
        law = f"doppelkopf.{objection.law}"
        fouls = (Foul(objection.kind, seat, "seen", line, line, law, text, (seat,), trick=deal.trick.number),)
    by_queens = deal.terms.contract == "normal" and deal.terms.genscher is None
    claims = tuple(_claims(deal, seat, side, pack)) if by_queens else ()
    noted = {} if side is None else {"side": side}
    if word == side and objection is None and deal.cards_left(seat) < least(deal, side, 0, options, reply=False):
        noted["late"] = "yes"
    announcement = Said(seat, word, line, keys=noted)
    return Step(deal._replace(announced=(*deal.announced, announcement)), claims, fouls)


def next_pig(deal: Deal, pack: Pack) -> str | None:
    """The word of the next pair that can lawfully be announced to be the highest trumps, as far as the table knows."""
    said = len(deal.terms.pigs)
    if said == len(pack.pigs) or not pack.foxes_trump(deal.terms.contract):
        return None
    return None if any(play.card == pack.pigs[said] for play in deal.plays) else PIGS[said]


def _pig(deal: Deal, announcement: Said, pack: Pack, names: Sequence[str]) -> Step:
    """Announce a Schweinchen, or a pair above it: nobody else holds one. Said too late, or falsely as all can see, it
    changes nothing.
    """
    seat, word, place = announcement.seat, announcement.word, PIGS.index(announcement.word)
    if not pack.foxes_trump(deal.terms.contract) or len(deal.terms.pigs) != place:
        text = T("no {pair} can be announced in this deal any more", pair=PIG_LABELS[word])
        if len(deal.terms.pigs) < place:
            text = T(
                "{pair} can be announced after {other} alone", pair=PIG_LABELS[word], other=PIG_LABELS[PIGS[place - 1]]
            )
        raise Slip(text, found=word)
    card, law = pack.pigs[place], f"doppelkopf.trump.{4 if place == 0 else 5}"
    laid = {play.seat for play in deal.plays if play.card == card}
    if laid:
        values = {"name": names[seat], "pair": PIG_LABELS[word], "card": CardName(card)}
        kind, why = "late-announcement", T("{name} announces a {pair} after his first {card}.", **values)
        if laid != {seat}:
            kind, why = "false-announcement", T("{name} announces a {pair} without both {card}.", **values)
        return Step(deal, fouls=(_seen(deal, announcement, kind, law, why),))
    act = T("announces a {pair}", pair=PIG_LABELS[word])
    acts = tuple(_alone_with(deal, seat, card, law, act, pack, names))
    return Step(deal._replace(terms=replace(deal.terms, pigs=(*deal.terms.pigs, seat))), acts)


def _seen(deal: Deal, announcement: Said, kind: str, law: str, why: Text) -> Foul:
    """The foul of an announcement that everybody sees."""
    seat, line = announcement.seat, announcement.line
    return Foul(kind, seat, "seen", line, line, law, why, (seat,), trick=deal.trick.number)


def _alone_with(
    deal: Deal, seat: int, card: str, law: str, act: Text, pack: Pack, names: Sequence[str]
) -> Iterator[Act]:
    """The acts of who says that he holds both copies of a card: nobody else has one."""
    for other in deal.order:
        if other != seat:
            text = T("no {card} with {name}", card=CardName(card), name=names[other])
            yield Denies(other, seat, Denial("false-announcement", law, pack.deck.of(card), text), act)


def may_choose(deal: Deal, options: DoppelkopfOptions) -> bool:
    """Whether a new partner can still be chosen lawfully, as far as the table knows: from the first king of diamonds on
    until the next trick begins, or once both fell from one hand in the last two tricks.
    """
    if options.genscher == "no" or deal.terms.contract != "normal" or deal.terms.genscher is not None:
        return False
    kings = [(trick.number, play.seat) for trick in deal.all_tricks for play in trick.plays if play.card == KING]
    if options.genscher == "last":
        numbers, seats = [number for number, _ in kings], {seat for _, seat in kings}
        return numbers == [deal.size - 1, deal.size] and len(seats) == 1
    return len({seat for _, seat in kings}) <= 1 and all(number == deal.on_table.number for number, _ in kings)


def _genscher(deal: Deal, announcement: Said, options: DoppelkopfOptions, pack: Pack, names: Sequence[str]) -> Step:
    """Choose a new partner: nobody else holds a king of diamonds. Chosen too late, or falsely as all can see, it
    changes nothing.
    """
    seat, partner = announcement.seat, announcement.keys.get("partner", "")
    others = tuple(names[other] for other in deal.order if other != seat)
    if partner not in others:
        raise Slip(T("partner={found}: expected one of {expected}", found=partner, expected=others), found=partner)
    if deal.terms.contract != "normal" or deal.terms.genscher is not None:
        raise Slip(T("no new partner can be chosen in this deal"), found=announcement.word)
    law = "doppelkopf.side.2"
    laid = {play.seat for play in deal.plays if play.card == KING}
    if laid - {seat}:
        why = T("{name} chooses a new partner without both kings of diamonds.", name=names[seat])
        return Step(deal, fouls=(_seen(deal, announcement, "false-announcement", law, why),))
    if not may_choose(deal, options):
        why = T("{name} chooses a new partner at a time that is not his to choose.", name=names[seat])
        return Step(deal, fouls=(_seen(deal, announcement, "late-announcement", law, why),))
    acts = tuple(_alone_with(deal, seat, KING, law, T("chooses a new partner"), pack, names))
    return Step(deal._replace(terms=replace(deal.terms, genscher=(seat, names.index(partner)))), acts)


def must_announce(deal: Deal, options: DoppelkopfOptions) -> int | None:
    """The seat that took the first trick, in a hochzeit the settling one, and has to announce before it plays on."""
    number = clarifying_trick(deal) if deal.terms.contract == "hochzeit" else 1
    if options.must_announce == "no" or number is None or number > len(deal.tricks):
        return None
    trick, later = deal.tricks[number - 1], [play for one in deal.all_tricks[number:] for play in one.plays]
    seat, always = trick.winner, options.must_announce == "always"
    if not trick.seen or any(play.seat == seat for play in later):
        return None
    if not always and points(trick.cards) < int(options.must_announce):
        return None
    since = max(play.line for play in trick.plays) if always else 0
    enough = any((one.seat == seat and one.line > since) or one.word == WORDS[-1] for one in deal.announced)
    return None if enough else seat


def owed(deal: Deal, options: DoppelkopfOptions, names: Sequence[str]) -> Text | None:
    """The text that somebody has to announce before he plays on."""
    seat = must_announce(deal, options) if deal.phase == "play" else None
    return None if seat is None else T("{name} has to announce", name=names[seat])


def unsaid(deal: Deal, seat: int, options: DoppelkopfOptions, names: Sequence[str]) -> tuple[str, str, Text] | None:
    """Why a card of this seat would be a foul: it plays on without the announcement that it has to make."""
    if must_announce(deal, options) != seat:
        return None
    text = T("{name} took the first trick and plays on without announcing.", name=names[seat])
    return "late-announcement", "doppelkopf.announce.9", text


def _claims(deal: Deal, seat: int, side: str | None, pack: Pack) -> Iterator[Act]:
    """Kontra denies a queen of clubs in the hand. Re says that there is one, or was: it denies nothing once the hand
    has played an unseen card.
    """
    if side is None or own_side(deal, seat) is not None or (side == RE and _has_played_unseen(deal, seat)):
        return
    act, law = T("says {side}", side=SAID[side]), "doppelkopf.announce.2"
    if side == KONTRA:
        yield Denies(seat, seat, Denial("false-announcement", law, pack.old, T("no queen of clubs")), act)
    else:
        others, text = pack.deck.all - pack.old, T("not without a queen of clubs")
        yield AtMost(seat, seat, deal.cards_left(seat) - 1, Denial("false-announcement", law, others, text), act)


def _has_played_unseen(deal: Deal, seat: int) -> bool:
    """Whether a seat has played a card that nobody saw or recorded."""
    return sum(play.seat == seat and not play.unseen for play in deal.plays) < deal.gone.get(seat, 0)
