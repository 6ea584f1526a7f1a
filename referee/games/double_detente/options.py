"""The options a table of Double-détente may agree on."""

from __future__ import annotations

from dataclasses import dataclass

from referee.rules import NO_YES, Options, T, option


@dataclass(frozen=True)
class DetenteOptions(Options):
    """Choices where the document is silent."""

    foul_others: str = option(
        "none",
        T("After a foul the other players score"),
        {
            "none": T("nothing for that part"),
            "tricks": T("the tricks they had won"),
            "contract": T("their tricks and their bid as it stood"),
        },
    )
    foul_part3: str = option("40", T("A foul in the third part costs"), numbers=(30, 40, 50))
    out_of_turn: str = option(
        "warn",
        T("Playing out of turn"),
        {"warn": T("is put right, no penalty"), "foul": T("is a foul like the others")},
    )
    illegal_bid: str = option(
        "warn",
        T("An unlawful bid"),
        {"warn": T("is put right, no penalty"), "foul": T("is a foul like the others")},
    )
    dealer_each_part: str = option("no", T("The deal passes on after every part"), NO_YES)
    tie: str = option(
        "extra_round", T("A tie at the top"), {"extra_round": T("one more round"), "shared": T("shares the victory")}
    )
