"""The options a table may agree on, and the two presets."""

from __future__ import annotations

from dataclasses import dataclass

from referee.rules import NO_YES, Options, T, option


@dataclass(frozen=True)
class DoppelkopfOptions(Options):
    """The house rules; the defaults are the source's."""

    dulle: str = option("no", T("The tens of hearts are the highest trumps"), NO_YES)
    second_dulle: str = option("no", T("The second ten of hearts beats the first"), NO_YES)
    schweinchen: str = option(
        "no", T("Both foxes in one hand, announced, are the highest trumps (Schweinchen)"), NO_YES
    )
    nines: str = option("yes", T("With the nines"), NO_YES)
    armut: str = option("yes", T("Armut is played"), NO_YES)
    throw_in: str = option("no", T("A hand with five nines may be thrown in"), NO_YES)
    against_old: str = option(
        "non_solo",
        T("Kontra scores 1 for winning against the old ladies"),
        {
            "non_solo": T("except in solos"),
            "not_poverty": T("except in solos and armut"),
            "always": T("always"),
            "never": T("never"),
        },
    )
    beat_level_bonus: str = option("no", T("120 against “no 90” and so on scores 1 each"), NO_YES)
    extras: str = option("yes", T("Fox, Karlchen and Doppelkopf score"), NO_YES)
    karlchen_caught: str = option(
        "yes", T("A Karlchen caught scores"), {**NO_YES, "once": T("yes, two in one trick once")}
    )
    both_fail: str = option(
        "thresholds_and_extras",
        T("Where both sides fail what they announced"),
        {
            "thresholds_and_extras": T("thresholds and extras score"),
            "ddv_7_1_3": T("thresholds, announcements beaten and extras score"),
            "extras": T("only extras score"),
        },
    )
    levels_made: str = option(
        "nobody",
        T("A level made by a side that failed a higher one it announced"),
        {
            "nobody": T("scores nothing"),
            "winner": T("scores 1 to the winner"),
            "maker": T("scores 1 to the side that made it"),
        },
    )
    re_kontra: str = option(
        "plus2", T("Re and Kontra said"), {"plus2": T("score 2 each"), "double": T("double the value each")}
    )
    hochzeit_shift: str = option(
        "tricks",
        T("After a hochzeit announcements may be later by"),
        {"tricks": T("the tricks it took"), "tricks_minus_one": T("the tricks it took, less one")},
    )
    skip_levels: str = option("no", T("Levels may be skipped while they could still be said"), NO_YES)
    late_reply: str = option(
        "levels",
        T("After a reply that is too late for a first announcement"),
        {"levels": T("levels may follow"), "alone": T("no level follows")},
    )
    said_again: str = option(
        "nothing",
        T("Who says again what his side has said"),
        {"nothing": T("changes nothing"), "foul": T("commits a foul")},
    )
    duty_solo: str = option("no", T("Rounds of 24 deals (30 at five) with a duty solo each"), NO_YES)
    first_dealer: str = option(
        "last",
        T("The first to deal is"),
        {"last": T("the last seat; the first leads"), "first": T("the first seat; the last writes the list")},
    )
    bock: str = option(
        "no", T("Bock rounds"), {"no": T("no"), "double": T("double every score"), "plus2": T("add 2 to the value")}
    )
    foul_class: str = option(
        "kind",
        T("The class of a foul is proposed by"),
        {
            "kind": T("its kind"),
            "lines": T("what it can do, whatever is laid"),
            "best_play": T("what it does with best play of all"),
        },
    )


STANDARD = DoppelkopfOptions()
DDV = DoppelkopfOptions(
    dulle="yes",
    armut="no",
    beat_level_bonus="yes",
    karlchen_caught="no",
    both_fail="ddv_7_1_3",
    hochzeit_shift="tricks_minus_one",
    skip_levels="yes",
    late_reply="alone",
    said_again="foul",
    duty_solo="yes",
    first_dealer="first",
    foul_class="lines",
)
