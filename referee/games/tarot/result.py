"""The result of a deal: counted, or typed in, completed and checked."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from referee.games.tarot.auction import close, past_auction
from referee.games.tarot.cards import ALL_HALVES, ALL_TRUMPS, BOUTS, HAND, HANDFUL, TWENTY_ONE, is_trump
from referee.games.tarot.options import TarotOptions, may_be_bid
from referee.games.tarot.score import (
    NOBODY,
    SIDES,
    Outcome,
    all_tricks,
    contradictions,
    count,
    counts_of,
    fitting_tricks,
    margin,
    petit_seen,
    tricks_by_slams,
)
from referee.games.tarot.terms import (
    ALONE,
    BOUTS_SAID,
    CONTRACTS,
    PASS,
    SAID,
    Terms,
    handfuls,
    partner,
    slam_by,
    standing_bid,
)
from referee.rules import JSON, Aim, Choice, Deal, Field, Foul, Result, Slip, Step, T, Text, Value, seat_of
from referee.rules.common import refuse_other
from referee.rules.packs import EXCUSE

KEYS = ("taker", "contract", "bouts", "points", "defence", "partner", "handful", "petit", "slam", "misere")
SLAMS = ("announced-made", "made", "announced-failed", "defence")
TOGETHER = ((), ("announced-made",), ("made",), ("announced-failed",), ("defence",), ("announced-failed", "defence"))
"""The combinations of slams that one deal can have."""

CONTRACT = Field("contract", T("Contract"), "choice", choices=tuple(Choice(word, SAID[word]) for word in CONTRACTS))
WON_BY = (Choice(SIDES[0], T("for the taker")), Choice(SIDES[1], T("for the defence")))
PETIT_LAST = Field("petit", T("The Petit last"), "choice", choices=WON_BY, optional=True)

POINTS = re.compile(r"(\d{1,3})(?:(?:[.,](0|5|00|50))|(½))?")


def contract_field(options: TarotOptions) -> Field:
    """The field for the contract, of those that may be bid."""
    return replace(CONTRACT, choices=tuple(choice for choice in CONTRACT.choices if choice.word in may_be_bid(options)))


def outcome(deal: Deal, options: TarotOptions, seats: tuple[str, ...]) -> Outcome | None:
    """The outcome of a deal, typed in or counted; None while it is not known."""
    return count(deal, options) if deal.counted is None else read(deal, deal.counted, options, seats)


def end(deal: Deal, options: TarotOptions) -> Deal:
    """End a deal after its last trick; one that cannot be counted waits for a result."""
    if not deal.played_out:
        return deal
    done = deal._replace(phase="done", state="done")
    if deal.size != HAND[len(deal.order)] or count(done, options) is not None:
        return done
    return deal._replace(phase="count")


# --- what a result line would say -------------------------------------------------------------------------------


def result(deal: Deal, options: TarotOptions, seats: tuple[str, ...]) -> Result:
    """The keys of a `result` line, as far as they are known."""
    final = outcome(deal, options, seats)
    if final is None:
        return _keys_so_far(deal, seats)
    keys: dict[str, Value] = {"taker": seats[final.taker], "contract": final.contract}
    keys |= {"bouts": final.bouts, "points": final.points}
    if len(seats) == 5:
        keys["partner"] = ALONE if final.partner is None else seats[final.partner]
    if final.handfuls:
        keys["handful"] = ",".join(f"{size}:{seats[seat]}" for size, seat in final.handfuls)
    if final.petit:
        keys["petit"] = final.petit
    if final.slams:
        keys["slam"] = ",".join(final.slams)
    if final.miseres:
        keys["misere"] = ",".join(seats[seat] for seat in final.miseres)
    return keys


def _keys_so_far(deal: Deal, seats: tuple[str, ...]) -> Result:
    terms: Terms = deal.terms
    if terms.taker is None or terms.contract is None:
        return {}
    keys: dict[str, Value] = {"taker": seats[terms.taker], "contract": terms.contract}
    ally = partner(deal)
    if len(deal.order) == 5 and ally is not None:
        keys["partner"] = seats[ally] if isinstance(ally, int) else ALONE
    return keys


def extra(deal: Deal, options: TarotOptions, seats: tuple[str, ...]) -> JSON:
    """The points and bouts of the taker's side, None while they are not known."""
    final = outcome(deal, options, seats)
    return {"points": final and final.points, "bouts": final and final.bouts}


def aims(deal: Deal, options: TarotOptions, seats: tuple[str, ...]) -> tuple[Aim, ...]:
    """What the taker and the partner of a finished deal undertook, and whether they did it."""
    final = outcome(deal, options, seats) if deal.state == "done" else None
    if final is None:
        return ()
    success, _ = margin(final, options)
    taken = Aim(final.taker, SAID[final.contract], success)
    return (taken,) if final.partner is None else (taken, Aim(final.partner, T("called as partner"), success))


# --- a result typed in ------------------------------------------------------------------------------------------


def enter(deal: Deal, line: int, keys: Mapping[str, str], options: TarotOptions, seats: tuple[str, ...]) -> Step:
    """Record a typed result; `contract=pass` says that all have passed.

    A result that cannot be raises Slip; if the table copies signed sheets, a count that cannot be is a foul instead.
    """
    refuse_other(keys, KEYS)
    if dict(keys) == {"contract": PASS} and deal.phase == "bid" and standing_bid(deal) is None:
        return Step(close(deal))
    deal = past_auction(deal)
    final = read(deal, keys, options, seats)
    seen = petit_seen(deal, final.attack, options)
    if final.petit is None and seen in SIDES:
        final, keys = replace(final, petit=seen), {**keys, "petit": seen}
    problems = tuple(_problems(deal, final, options))
    if problems and options.impossible_counts == "refuse":
        raise Slip(problems[0])
    fouls = []
    for problem in problems or contradictions(deal, final, options):
        message = T("A slip of the pen, perhaps: {problem}", problem=problem)
        fouls.append(Foul("wrong-count", None, "seen", line, line, "tarot.count.2", message))
    counted = {key: value for key, value in keys.items() if key != "defence"} | {"points": f"{final.halves / 2:g}"}
    ally = ALONE if final.partner is None else final.partner
    terms = replace(deal.terms, taker=final.taker, contract=final.contract, ally=ally)
    return Step(deal._replace(terms=terms, counted=counted, phase="done", state="done"), fouls=tuple(fouls))


def read(deal: Deal, keys: Mapping[str, str], options: TarotOptions, seats: tuple[str, ...]) -> Outcome:
    """The outcome typed in; what the deal settles may be left out."""
    terms: Terms = deal.terms
    taker = _agreed_word(keys, "taker", None if terms.taker is None else seats[terms.taker])
    asked = contract_field(options) if terms.contract is None else CONTRACT
    contract = asked.word(_agreed_word(keys, "contract", terms.contract))
    if keys.get("bouts") not in ("0", "1", "2", "3"):
        raise Slip(T("bouts={found}: expected 0, 1, 2 or 3", found=keys.get("bouts", "")), found=keys.get("bouts"))
    seat = seat_of(taker, seats)
    return Outcome(
        seat,
        contract,
        int(keys["bouts"]),
        _halves(keys),
        _partner(deal, keys, seat, seats),
        _handfuls(deal, keys, seats),
        PETIT_LAST.word(keys["petit"]) if "petit" in keys else None,
        _slams(deal, keys),
        _miseres(deal, keys, options, seats),
    )


def _agreed_word(keys: Mapping[str, str], key: str, known: str | None) -> str:
    """The word of a key, or what the deal knows; raises Slip if they differ or both are missing."""
    word = keys.get(key, known)
    if word is None or (known is not None and word != known):
        message = T("{key}={found}: expected {expected}", key=key, found=word or "", expected=known or T("a name"))
        raise Slip(message, found=word)
    return word


def _points(text: str) -> int:
    """Card points as half points; raises Slip for anything but 0 to 91 in steps of a half."""
    match = POINTS.fullmatch(text)
    if not match:
        raise Slip(T("“{found}” are no card points: expected 0 to 91, in halves", found=text), found=text)
    halves = 2 * int(match[1]) + bool(match[3] or (match[2] or "0").startswith("5"))
    if halves > ALL_HALVES:
        raise Slip(T("{found} points: all cards together count {most}", found=text, most=ALL_HALVES // 2), found=text)
    return halves


def _halves(keys: Mapping[str, str]) -> int:
    """The half points of the taker's side; raises Slip if the sides do not add up."""
    if "points" not in keys and "defence" not in keys:
        message = T("points=: expected the points of the taker's side, or defence= those of the other")
        raise Slip(message, found="points")
    if "points" not in keys:
        return ALL_HALVES - _points(keys["defence"])
    attack = _points(keys["points"])
    defence = _points(keys["defence"]) if "defence" in keys else ALL_HALVES - attack
    if attack + defence != ALL_HALVES:
        message = T(
            "{attack} and {defence} points do not make {all}: count again",
            attack=attack / 2, defence=defence / 2, all=ALL_HALVES // 2,
        )  # fmt: skip
        raise Slip(message, found=keys["points"])
    return attack


def _partner(deal: Deal, keys: Mapping[str, str], taker: int, seats: tuple[str, ...]) -> int | None:
    """The partner's seat; None if the taker plays alone."""
    if len(seats) < 5:
        if "partner" in keys:
            name = keys["partner"]
            raise Slip(
                T("partner={found}: nobody is called at {seats} players", found=name, seats=len(seats)), found=name
            )
        return None
    known = partner(deal)
    name = _agreed_word(keys, "partner", seats[known] if isinstance(known, int) else known)
    if name == ALONE:
        return None
    seat = seat_of(name, seats)
    if seat == taker:
        raise Slip(T("{name} is the taker and no partner of his own", name=name), found=name)
    return seat


def _handfuls(deal: Deal, keys: Mapping[str, str], seats: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    """The size of each handful, and the seat that showed it."""
    if "handful" not in keys:
        return tuple((handful.keys["size"], handful.seat) for handful in handfuls(deal))
    shown = []
    for word in keys["handful"].split(","):
        size, _, name = word.partition(":")
        if size not in HANDFUL[len(seats)] or not name:
            expected = "single:NAME, double:NAME, triple:NAME"
            raise Slip(T("handful={found}: expected {expected}", found=word, expected=expected), found=word)
        shown.append((size, seat_of(name, seats)))
    if len({seat for _, seat in shown}) != len(shown):
        raise Slip(T("handful={found}: a player shows one handful", found=keys["handful"]), found=keys["handful"])
    return tuple(shown)


def _slams(deal: Deal, keys: Mapping[str, str]) -> tuple[str, ...]:
    word = keys.get("slam", "")
    slams = tuple(word.split(",")) if "slam" in keys else ()
    if slams not in TOGETHER:
        raise Slip(T("slam={found}: expected one of {expected}", found=word, expected=SLAMS), found=word)
    announced = any(word.startswith("announced") for word in slams)
    if announced != bool(slam_by(deal)) and (slam_by(deal) or deal.tricks):
        raise Slip(T("the slam: was it announced, and was it made?"), found="slam")
    return slams


def _miseres(deal: Deal, keys: Mapping[str, str], options: TarotOptions, seats: tuple[str, ...]) -> tuple[int, ...]:
    if "misere" not in keys:
        return tuple(one.seat for one in deal.announced if one.word.startswith("misere"))
    if options.misere == "no":
        raise Slip(T("misere={found}: this table plays without", found=keys["misere"]), found=keys["misere"])
    return tuple(seat_of(name, seats) for name in keys["misere"].split(","))


# --- what cannot be ---------------------------------------------------------------------------------------------


def _problems(deal: Deal, final: Outcome, options: TarotOptions) -> Iterator[Text]:
    """The reasons why no play of the cards gives this result."""
    plain = (*_plain_problems(deal, final), *_slam_problems(deal, final, options))
    yield from plain or _count_problems(deal, final, options)


def _plain_problems(deal: Deal, final: Outcome) -> Iterator[Text]:
    """The reasons that one number alone shows."""
    seats = len(deal.order)
    if seats == 4 and final.halves % 2:
        yield T(
            "at four players each side holds an even number of cards, so {points} points cannot be: count again",
            points=final.halves / 2,
        )
    kitty = deal.terms.kitty if final.contract == "garde-contre" else 0
    if final.halves > ALL_HALVES - kitty:
        most = (ALL_HALVES - kitty) / 2
        yield T("the kitty is the defence's: the taker's side has at most {most} points: count again", most=most)
    needed = sum(HANDFUL[seats][size] for size, _ in final.handfuls)
    if needed > len(ALL_TRUMPS):
        yield T("{found} trumps in all handfuls: there are {most}", found=needed, most=len(ALL_TRUMPS))


def _count_problems(deal: Deal, final: Outcome, options: TarotOptions) -> Iterator[Text]:
    """The reason why no number of tricks gives these points and bouts, or only one that makes another slam."""
    every = HAND[len(deal.order)]
    fitting = fitting_tricks(deal, final, options)
    if fitting & tricks_by_slams(final, every):
        return
    if fitting == {every}:
        yield T("by these points the defence took no trick: enter the slam of the taker's side, or count again")
    elif fitting == {0}:
        yield T("by these points the taker's side took no trick: enter the slam of the defence, or count again")
    elif all_tricks(final) and fitting:
        yield T("by these points both sides took a trick: nobody made a slam, or count again")
    else:
        said_bouts = BOUTS_SAID[final.bouts]
        yield T("{points} points cannot be with {bouts}: count again", points=final.halves / 2, bouts=said_bouts)


def _petit_problems(deal: Deal, final: Outcome, seen: str | None) -> Iterator[Text]:
    if final.petit == "attack" and not final.bouts:
        yield T("the taker's side won the Petit and must have a bout: count again")
    if final.petit == "defence" and final.bouts == len(BOUTS):
        yield T("the defence won the Petit, so the taker cannot have three bouts: count again")
    if final.petit and all_tricks(final) not in (None, final.petit):
        yield T("the side without a trick cannot have won the last one")
    last = deal.tricks[-1].winner if deal.over else None
    if final.petit and seen == NOBODY:
        yield T("by the tricks noted the Petit last pays nobody")
    elif final.petit and last is not None and final.side(last) != final.petit:
        yield T("the last trick was won by the other side")


def _slam_problems(deal: Deal, final: Outcome, options: TarotOptions) -> Iterator[Text]:
    yield from _petit_problems(deal, final, petit_seen(deal, final.attack, options))
    side = all_tricks(final)
    if side is None:
        return
    if any(final.side(trick.winner) != side for trick in deal.tricks if trick.winner is not None):
        yield T("a slam by a side that has not won every trick")
    tricks = HAND[len(deal.order)] if side == "attack" else 0
    ways = {bouts: tuple(counts_of(deal, final, options, tricks, bouts)) for bouts in range(4)}
    ends = [end for one in ways[final.bouts] or sum(ways.values(), ()) for end in (one[0], one[-1])]
    if side == "attack" and final.halves < min(ends, default=0):
        if min(ends) == ALL_HALVES:
            yield T("who wins every trick with the three bouts has all points: count again")
        else:
            yield T("who wins every trick has at least {least} points: count again", least=min(ends) / 2)
    elif side == "defence" and final.halves > max(ends, default=ALL_HALVES):
        yield T("who wins no trick has at most {most} points: count again", most=max(ends) / 2)
    if not ways[final.bouts] and side == "attack":
        yield T("who wins every trick has the 21 and the Petit: count the bouts again")
    elif not ways[final.bouts]:
        yield T("who wins no trick has at most the Excuse: count the bouts again")


def doubts(
    result: Result, hands: Mapping[int, tuple[str, ...]], kitty: tuple[str, ...], seats: tuple[str, ...]
) -> Iterator[Text]:
    """The reasons why these dealt hands cannot give a result, whatever was played.

    Only what is certain: the side with the 21 keeps that bout; Petit and Excuse may change sides.
    """
    if result.get("taker") not in seats or result.get("contract") is None:
        return
    taker, contract, ally = seats.index(result["taker"]), result["contract"], result.get("partner")
    bouts = result.get("bouts")
    if isinstance(bouts, int) and (len(seats) < 5 or ally in (*seats, ALONE)):
        attack = [taker, *([seats.index(ally)] if ally in seats else [])]
        own = [card for seat in attack for card in hands[seat]]
        yield from _bouts_doubted(bouts, (*own, *(kitty if contract != "garde-contre" else ())))
    for part in str(result.get("handful") or "").split(","):
        size, _, name = part.partition(":")
        if name in seats and size in HANDFUL[len(seats)]:
            taken = kitty if name == seats[taker] and contract in ("petite", "garde") else ()
            yield from _handful_doubted(name, HANDFUL[len(seats)][size], (*hands[seats.index(name)], *taken))


def _bouts_doubted(bouts: int, own: Sequence[str]) -> Iterator[Text]:
    least, most = (1, 3) if TWENTY_ONE in own else (0, 2)
    if not least <= bouts <= most:
        values = {"found": bouts, "least": least, "most": most}
        yield T("{found} bouts cannot be: these hands give the taker’s side {least} to {most}", **values)


def _handful_doubted(name: str, needed: int, held: Sequence[str]) -> Iterator[Text]:
    trumps = sum(is_trump(card) or card == EXCUSE for card in held)
    if trumps < needed:
        yield T("{name} was dealt {found} trumps: a handful of {needed} cannot be", name=name, found=trumps,
                needed=needed)  # fmt: skip
