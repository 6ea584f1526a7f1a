"""The options a table of French Tarot may agree on."""

from __future__ import annotations

from dataclasses import dataclass

from referee.games.tarot.terms import CONTRACTS
from referee.rules import Options, T, option


@dataclass(frozen=True)
class TarotOptions(Options):
    """Choices where the document and the federation differ, and house rules, all off by default."""

    contract: str = option(
        "any",
        T("What may be bid"),
        {"any": T("every contract"), "garde": T("garde alone, as where boards are compared")},
    )
    discard: str = option(
        "fft",
        T("What may be set aside"),
        {
            "fft": T("no king, no bout, trumps only if there is no other choice, and shown"),
            "free": T("any cards"),
        },
        no_value="no score hangs on it",
    )
    excuse_last: str = option(
        "other_side",
        T("The Excuse played to the last trick"),
        {"other_side": T("goes to the other side"), "trick_winner": T("goes to the side that wins the trick")},
        no_value="it moves the card's points, and the tables begin where both sides have counted",
    )
    handful_to: str = option(
        "deal_winner",
        T("A handful is paid to"),
        {"deal_winner": T("the side that wins the deal"), "announcer": T("the side that showed it")},
        no_value="it says who is paid, not how much",
    )
    handful_points: str = option(
        "20_30_40",
        T("A handful pays"),
        {"20_30_40": T("20, 30 or 40"), "20_40_60": T("20, 40 or 60")},
        law="score.9",
        rare=True,
    )
    petit_captured: str = option(
        "captor",
        T("A Petit captured in the last trick pays"),
        {"captor": T("the side that captured it"), "nobody": T("nobody")},
    )
    half_point: str = option(
        "winner",
        T("A half point goes to"),
        {"winner": T("the side that wins the deal"), "attack": T("the taker's side"), "none": T("nobody")},
        no_value="it says on which side a half point counts; the points needed stay",
    )
    arbitration: str = option(
        "friendly",
        T("Fouls are ruled"),
        {
            "friendly": T("among friends: warnings are noted, no points are taken"),
            "ca2012": T("by the federation's code of arbitration of 2012"),
        },
        no_value="what a fault costs stands in the code, apart from the score",
    )
    impossible_counts: str = option(
        "refuse",
        T("A result that cannot be right"),
        {"refuse": T("is refused: count again"), "flag": T("is written down as signed, and shown as a wrong count")},
        no_value="no score hangs on it",
    )
    misere: str = option(
        "no",
        T("Misère: a hand without trumps, or without bouts and court cards, is paid by every other player"),
        {"no": T("no")},
        numbers=(10, 20),
    )
    deals: str = option(
        "open",
        T("How many deals a match has"),
        {"open": T("any number")},
        pattern=r"[1-9][0-9]{0,2}",
        no_value="no score hangs on it",
    )


PRESETS = {"standard": TarotOptions(), "fft": TarotOptions(arbitration="ca2012", impossible_counts="flag")}


def may_be_bid(options: TarotOptions) -> tuple[str, ...]:
    """The contracts that are played."""
    return CONTRACTS if options.contract == "any" else (options.contract,)
