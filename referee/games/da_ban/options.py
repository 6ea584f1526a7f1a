"""The options a table of Da Ban may agree on."""

from __future__ import annotations

from dataclasses import dataclass

from referee.rules import NO_YES, Options, T, option

PLAYED_BY = {
    "jokers": T("Big King: the coloured joker. Little King: the black joker."),
    "tarot": T("Big King: trump 21. Little King: trump 1. Knights, Excuse and the other trumps are left out."),
    "shown": T("The cards that play the Kings were shown to everybody."),
}
"""What everybody must know of the cards, by the option `kings`."""


@dataclass(frozen=True)
class DaBanOptions(Options):
    """Choices that the source leaves open, or leaves to the players."""

    kings: str = option(
        "jokers",
        T("The Kings are played by"),
        {
            "jokers": T("the jokers: the coloured one is the Big King, the black one the Little King"),
            "tarot": T("tarot cards: trump 21 is the Big King, trump 1 the Little King"),
            "shown": T("other cards, shown to everybody before the game"),
        },
    )
    teams: str = option(
        "seated",
        T("The teams, which alternate round the table, are"),
        {
            "seated": T("as the players sit"),
            "drawn": T("drawn with red and black cards once the first trump is known; then take your seats"),
        },
    )
    kitty: str = option(
        "auto",
        T("Cards in the kitty"),
        {"auto": T("6, so that all hands are equal"), "literal": T("as many as there are players")},
        r"[1-9]|[1-5]\d",
    )
    start_level: str = option("3", T("Both teams begin at level"), numbers=range(3, 10))
    end_level: str = option("10", T("A team wins when it reaches level"), pattern=r"[4-9]|1[0-4]", numbers=(10,))
    time_limit: str = option(
        "none",
        T("The match ends"),
        {
            "none": T("by the level alone"),
            "60": T("after an hour"),
            "120": T("after two hours"),
            "180": T("after three hours"),
            "240": T("after four hours"),
            "300": T("after five hours"),
            "360": T("after six hours"),
        },
        r"[1-9]\d{1,2}",
    )
    first_master: str = option(
        "king",
        T("The first master is"),
        {"king": T("who turned the first Big King"), "agreed": T("named by the players")},
    )
    no_declaration: str = option(
        "kitty",
        T("If nobody shows a level card while drawing"),
        {
            "kitty": T("the kitty names the trump suit: its first level card, else its highest plain card"),
            "no_trump": T("there is no trump suit; Kings, levels and 2s are the only trumps"),
        },
    )
    follow_format: str = option(
        "suit_only",
        T("A pair or a triple led"),
        {
            "suit_only": T("asks for as many cards of the suit"),
            "pairs_first": T("asks for a triple or a pair of the suit from whoever holds one"),
        },
    )
    threshold_inclusive: str = option("no", T("120 points are enough for the opponents"), NO_YES)
    cancel_side: str = option(
        "payers",
        T("A tribute is cancelled by three Kings alike in one hand of"),
        {"payers": T("the side that owes it"), "both": T("either side")},
    )
    kitty_bonus: str = option(
        "none",
        T("Opponents who take the last trick add the points set aside"),
        {"none": T("not at all"), "x1": T("once"), "x2": T("twice")},
    )
    foul: str = option(
        "forfeit_round",
        T("A foul proved after its trick"),
        {
            "forfeit_round": T("loses the round for its team"),
            "correct_only": T("is put right as far as it can be, no more"),
            "points:20": T("gives the other team 20 points"),
        },
        r"points:[1-9]\d{0,2}",
    )
