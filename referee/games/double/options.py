"""The options of a table of DOUBLE: where the source is silent, and the deck."""

from __future__ import annotations

from dataclasses import dataclass

from referee.games.double.decks import DEFAULT, INLINE, UNKNOWN, pairing
from referee.rules import Options, T, option


@dataclass(frozen=True)
class DoubleOptions(Options):
    """Choices where the source is silent, and the deck."""

    deck: str = option(
        DEFAULT,
        T("The deck: which two motifs share a card"),
        {
            DEFAULT: T("the program's own pairing, not the published one"),
            UNKNOWN: T("not known: scores and winners, but no foul can be proved"),
        },
        INLINE,
        lambda word: pairing(word).title,
    )
    lots: str = option("2", T("Lots of 27 cards"), {"2": T("two"), "1": T("one, for up to five players")})
    ace: str = option("high", T("The ace is"), {"high": T("above the King"), "low": T("below the 2")})
    special_turned: str = option(
        "no_trump",
        T("The Fool or the Pope turned for trump"),
        {
            "no_trump": T("means no trump"),
            "other_motif": T("makes the suit of its other side trump"),
            "redraw": T("is left out, the next card is turned"),
        },
    )
    hook: str = option(
        "no",
        T("The last bid may bring the sum to the number of tricks"),
        {"no": T("yes, the sum is free"), "yes": T("no (the hook)")},
    )
    special_follow: str = option(
        "void_both",
        T("The Fool or the Pope may follow"),
        {
            "void_both": T("with neither the suit led nor trump in hand"),
            "void_led": T("without the suit led in hand"),
            "anytime": T("at any time"),
        },
    )
    special_other: str = option(
        "counts",
        T("The other side of the Fool or the Pope itself, played to follow,"),
        {"counts": T("counts as a card in hand"), "ignored": T("does not count")},
    )
    special_led: str = option(
        "next",
        T("A trump laid on the Fool or the Pope that was led"),
        {"next": T("leaves the next card to name the suit"), "free": T("names none: everybody plays what he likes")},
    )
    foul: str = option(
        "bid_missed",
        T("A foul proved after its trick"),
        {
            "bid_missed": T("makes the bid count as missed"),
            "minus:5": T("costs 5 points"),
            "replay": T("has the round played again"),
        },
        r"minus:\d{1,3}",
    )
