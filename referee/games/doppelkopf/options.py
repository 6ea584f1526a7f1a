"""The options a table may agree on, and the presets."""

from __future__ import annotations

from dataclasses import dataclass

from referee.rules import NO_YES, Options, T, option


@dataclass(frozen=True)
class DoppelkopfOptions(Options):
    """The house rules; the defaults are the source's."""

    dulle: str = option("no", T("The tens of hearts are the highest trumps"), NO_YES, law="trump.2")
    second_dulle: str = option(
        "no",
        T("The second ten of hearts beats the first"),
        {**NO_YES, "not_last": T("yes, but not in the last trick")},
        law="trump.6",
    )
    schweinchen: str = option(
        "no", T("Both foxes in one hand, announced, are the highest trumps (Schweinchen)"), NO_YES, law="trump.4"
    )
    superschweinchen: str = option(
        "no",
        T("Above a Schweinchen go, announced from one hand"),
        {
            "no": T("no other cards"),
            "tens": T("both tens of diamonds"),
            "nines": T("both nines of diamonds"),
            "tens_kings": T("both tens of diamonds, and above them both kings"),
        },
        law="trump.5",
        rare=True,
    )
    nines: str = option("yes", T("With the nines"), NO_YES, law="deck.1")
    hochzeit: str = option(
        "any",
        T("The partner of a hochzeit is the first other player who takes, of the first three tricks,"),
        {
            "any": T("any trick"),
            "plain": T("one led with a plain suit"),
            "plain_ruff": T("one led with a plain suit, unless the hochzeit trumps such a trick before"),
        },
        law="auction.9",
        rare=True,
    )
    armut: str = option("yes", T("Armut is played"), NO_YES, law="auction.4")
    armut_trumps: str = option(
        "3",
        T("An armut has at most"),
        {
            "3": T("three trumps"),
            "4": T("four trumps"),
            "fox": T("three trumps beside a fox"),
            "nine": T("three trumps beside a nine of diamonds"),
        },
        law="auction.10",
        rare=True,
    )
    armut_gives: str = option(
        "three",
        T("The armut gives"),
        {"three": T("three cards, all its trumps among them"), "trumps": T("its trumps and nothing else")},
        law="auction.10",
        rare=True,
    )
    throw_in: str = option("no", T("A hand with five nines may be thrown in"), NO_YES, law="match.4")
    throw_in_kings: str = option("no", T("A hand with five kings may be thrown in"), NO_YES, law="match.4", rare=True)
    throw_in_points: str = option(
        "no",
        T("A hand may be thrown in from so many card points on"),
        {"no": T("no")},
        numbers=(80, 90),
        law="match.4",
        rare=True,
    )
    throw_in_trumps: str = option(
        "no",
        T("A hand may be thrown in with at most so many trumps"),
        {"no": T("no")},
        numbers=(1, 3),
        law="match.4",
        rare=True,
    )
    throw_in_low: str = option(
        "no", T("A hand with no trump above a fox may be thrown in"), NO_YES, law="match.4", rare=True
    )
    throw_in_rank: str = option(
        "last",
        T("Throwing a hand in goes"),
        {"last": T("after every other Vorbehalt"), "first": T("before every other Vorbehalt")},
        law="match.7",
        rare=True,
    )
    genscher: str = option(
        "no",
        T("Who holds both kings of diamonds may choose a new partner (Genscher)"),
        {
            "no": T("no"),
            "first": T("when he plays the first"),
            "last": T("when both fell in the last two tricks"),
        },
        law="side.2",
        rare=True,
    )
    against_old: str = option(
        "non_solo",
        T("Kontra scores 1 for winning against the old ladies"),
        {
            "non_solo": T("except in solos"),
            "not_poverty": T("except in solos and armut"),
            "always": T("always"),
            "never": T("never"),
        },
        law="value.2",
    )
    beat_level_bonus: str = option("no", T("120 against “no 90” and so on scores 1 each"), NO_YES, law="value.6")
    extras: str = option("yes", T("Fox, Karlchen and Doppelkopf score"), NO_YES, law="extra.1")
    karlchen: str = option("yes", T("Karlchen scores"), NO_YES, law="extra.2", rare=True)
    karlchen_caught: str = option(
        "yes", T("A Karlchen caught scores"), {**NO_YES, "once": T("yes, two in one trick once")}, law="extra.3"
    )
    fox_last: str = option(
        "no",
        T("A fox in the last trick scores"),
        {"no": T("no"), "takes": T("where it takes the trick"), "both": T("where it takes the trick, or is caught")},
        law="extra.5",
        rare=True,
    )
    both_fail: str = option(
        "thresholds_and_extras",
        T("Where both sides fail what they announced"),
        {
            "thresholds_and_extras": T("thresholds and extras score"),
            "ddv_7_1_3": T("thresholds, announcements beaten and extras score"),
            "extras": T("only extras score"),
        },
        law="win.3",
    )
    levels_made: str = option(
        "nobody",
        T("A level made by a side that failed a higher one it announced"),
        {
            "nobody": T("scores nothing"),
            "winner": T("scores 1 to the winner"),
            "maker": T("scores 1 to the side that made it"),
        },
        law="value.4",
    )
    feigheit: str = option(
        "no",
        T("Who wins by three levels more than announced loses the value to the other side (Feigheit)"),
        NO_YES,
        law="value.9",
        rare=True,
    )
    re_kontra: str = option(
        "plus2",
        T("Re and Kontra said"),
        {
            "plus2": T("score 2 each"),
            "double": T("double the value each"),
            "double_all": T("double the value each, extra points too"),
        },
        law="value.3",
    )
    announce_cards: str = option(
        "11",
        T("Re and Kontra need so many cards in hand, each level one less"),
        numbers=(11, 10),
        law="announce.1",
        rare=True,
    )
    must_announce: str = option(
        "no",
        T("Who takes the first trick must announce"),
        {"no": T("no"), "30": T("from 30 card points on"), "always": T("always, or raise")},
        law="announce.9",
        rare=True,
    )
    hochzeit_shift: str = option(
        "tricks",
        T("After a hochzeit announcements may be later by"),
        {"tricks": T("the tricks it took"), "tricks_minus_one": T("the tricks it took, less one")},
        law="announce.4",
    )
    skip_levels: str = option("no", T("Levels may be skipped while they could still be said"), NO_YES, law="announce.3")
    late_reply: str = option(
        "levels",
        T("After a reply that is too late for a first announcement"),
        {"levels": T("levels may follow"), "alone": T("no level follows")},
        law="announce.8",
    )
    said_again: str = option(
        "nothing",
        T("Who says again what his side has said"),
        {"nothing": T("changes nothing"), "foul": T("commits a foul")},
        law="announce.6",
    )
    duty_solo: str = option("no", T("Rounds of 24 deals (30 at five) with a duty solo each"), NO_YES, law="match.2")
    first_dealer: str = option(
        "last",
        T("The first to deal is"),
        {"last": T("the last seat; the first leads"), "first": T("the first seat; the last writes the list")},
        law="match.6",
    )
    bock: str = option(
        "no",
        T("Bock rounds"),
        {"no": T("no"), "double": T("double every score"), "plus2": T("add 2 to the value")},
        law="bock.1",
    )
    bock_hearts: str = option(
        "yes", T("A Bock round follows a trick of four plain hearts"), NO_YES, law="bock.1", rare=True
    )
    bock_both: str = option("yes", T("A Bock round follows Re and Kontra in one deal"), NO_YES, law="bock.1", rare=True)
    bock_lost: str = option(
        "no",
        T("A Bock round follows a deal lost by who had announced"),
        {"no": T("no"), "re": T("Re"), "either": T("Re or Kontra")},
        law="bock.2",
        rare=True,
    )
    bock_even: str = option(
        "no", T("A Bock round follows 120 card points on both sides"), NO_YES, law="bock.2", rare=True
    )
    bock_foul: str = option("no", T("A Bock round follows a foul"), NO_YES, law="bock.2", rare=True)
    foul_class: str = option(
        "kind",
        T("The class of a foul is proposed by"),
        {
            "kind": T("its kind"),
            "lines": T("what it can do, whatever is laid"),
            "best_play": T("what it does with best play of all"),
        },
        law="foul.1",
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
DULLE = DoppelkopfOptions(dulle="yes")
SCHWEINCHEN = DoppelkopfOptions(dulle="yes", second_dulle="not_last", schweinchen="yes", armut_gives="trumps")
