"""Readings: another program tells which card it sees at a table, and how sure it is."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from flask import Response, g, request

from referee.club.tables import Kept
from referee.record.facts import PlayAsked, PlayRead
from referee.record.grammar import from_json
from referee.store import StaleSequence
from referee.table.crossing import Guess, NotNow, cross
from referee.web.api.answers import answer, api, problem
from referee.web.kit.request import say, tables
from referee.web.kit.rights import tells_cards
from referee.web.table.boards import fill_last_trick
from referee.web.table.tap import Refused, keep_confirmed
from referee.words.text import Slip, T, Text, clip

MOST_GUESSES = 20
"""The most cards that a reader weighs in one reading."""
TRIES = 5
"""How often a reading is crossed where other devices are quicker."""
AGAIN = "2"
"""Seconds after which a reader tells its card again while people are asked for the one before."""
_KEY = re.compile("[!-~]{1,64}")
_ALL = 1.0001
"""All that a reader is sure of comes to 1, or to a rounding more."""


@api.post("/t/<id:table>/readings")
@tells_cards
def tell_card(table: str) -> Response:
    """Take the card a reader saw, or ask people which it was: once by its key, with the same answer again."""
    kept = tables().get(table)
    try:
        keep_confirmed(kept)
        key, guesses = _reading(_sent())
        seq, fact = _write(kept, f"reading {g.device} {key}", guesses)
    except NotNow as slip:
        refusal = problem(409, say(T("Not now")), say(slip.text))
        if slip.fields.get("asked"):
            refusal.headers["Retry-After"] = AGAIN
        return refusal
    except StaleSequence:
        return problem(503, say(T("Ask again")), say(T("Other devices were quicker. Nothing was recorded.")))
    except (Refused, Slip) as slip:
        return problem(422, say(T("This cannot be done")), say(slip.text))
    plays = fact.plays if isinstance(fact, PlayAsked) else (fact.cards,)
    content = {"reading": fact.word, "seat": fact.seat, "cards": ["+".join(play) for play in plays], "seq": seq}
    return answer("reading", content)


def _sent() -> object:
    """What was sent as JSON, whatever its header calls it; None for anything else."""
    try:
        return request.get_json(force=True, silent=True)
    except RecursionError:  # brackets in brackets
        return None


def _reading(sent: object) -> tuple[str, list[Guess]]:
    """The key of a reading, and what the reader saw. Raises Slip that says what stands where."""
    if not isinstance(sent, Mapping):
        raise Slip(T("a reading is one object of JSON, with “key” and “cards”"))
    key, rows = sent.get("key"), sent.get("cards")
    if not isinstance(key, str) or not _KEY.fullmatch(key):
        raise _odd("key", key, T("up to {most} plain signs without a space", most=64))
    if not isinstance(rows, list) or not 0 < len(rows) <= MOST_GUESSES:
        raise _odd("cards", rows, T("a list of up to {most} cards", most=MOST_GUESSES))
    guesses = [_guess(row, place) for place, row in enumerate(rows, 1)]
    if (whole := sum(guess.sure for guess in guesses)) > _ALL:
        raise _odd("cards", whole, T("“sure” of at most 1 in all"))
    return key, guesses


def _guess(row: object, place: int) -> Guess:
    """One of the cards that a reader weighs, the one at this place. Raises Slip."""
    where, known = f"cards[{place}]", row if isinstance(row, Mapping) else {}
    code, sure = known.get("card"), known.get("sure", 1)
    if not isinstance(code, str) or not code.isprintable() or not all(code.split("+")):
        raise _odd(where, row, T("“card” with the code of a card"))
    if isinstance(sure, bool) or not isinstance(sure, int | float) or not 0 < sure <= 1:
        raise _odd(where, sure, T("“sure” above 0 and up to 1"))
    return Guess(tuple(code.split("+")), sure)


def _odd(where: str, found: object, expected: Text) -> Slip:
    """What stands where something else was expected."""
    short = clip(json.dumps(found))
    return Slip(T("{where}: {found} stands there, expected: {expected}", where=where, found=short, expected=expected))


def _write(kept: Kept, mark: str, guesses: list[Guess]) -> tuple[int, PlayRead | PlayAsked]:
    """Write a reading down under its key, and return its number with what was written, now or the first time.

    Raises Slip, and StaleSequence where others were quicker each time.
    """
    store, tries = tables().store, TRIES
    known = store.knows(kept.id, mark)
    while not known and tries:
        fact, tries = cross(kept.table.rules, kept.table.state, guesses), tries - 1
        try:
            fill_last_trick(tables().add_to(kept, mark, kept.seq, [fact], g.device), mark, fact, g.device)
            break
        except StaleSequence:
            if not tries:
                raise
            kept = tables().get(kept.id)
    seq = next(seq for seq, key in store.keys(kept.id, 0 if known else kept.seq).items() if key == mark)
    written = from_json(store.events(kept.id, after=seq - 1)[0].body)
    assert isinstance(written, PlayRead | PlayAsked), "readings alone have such keys"
    return seq, written
