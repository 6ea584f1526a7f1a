"""Nine printed rules of Doppelkopf: what each asks for as options, and deals worked by hand from its words.

Six were read whole. Of Meppen, max-merz.de and doko.wtf the copies we found have a part alone; all of that is set up, and
beside each stands what is missing. Where a text asks for what no option says, that stands there too.
"""

import pytest

from tests.help.doppelkopf import HEALTHY, judged, kinds, last, scores, solo

DEAL = ("deal Dan", *HEALTHY)
RICH = "trick Ana CA C10 C10 CK"

HENNEF = (
    "nines=no", "dulle=yes", "second_dulle=not_last", "throw_in_trumps=3", "throw_in_low=yes", "throw_in_kings=yes",
    "must_announce=30", "re_kontra=double_all", "fox_last=both", "bock=double", "bock_both=no", "bock_lost=re",
)  # fmt: skip
"""Summer tournament of Hennef, 2006 (schwarzkohl.de/Doko-Regeln.txt). It knows three kinds of solo."""

MEPPEN = ("nines=no", "armut=no", "karlchen=no", "fox_last=takes", "hochzeit=plain_ruff", "must_announce=always")
"""Ruller Wallfahrt, Meppen (ruller-wallfahrt-meppen.de), without its sections on solos, on scoring and on penalties. A hochzeit
with trumps alone may lay a card face down there, and all is said by the fifth card, levels too.
"""

POSTELT = (
    "nines=no", "dulle=yes", "second_dulle=not_last", "schweinchen=yes", "superschweinchen=tens", "throw_in_kings=yes",
    "genscher=first", "karlchen_caught=no", "feigheit=yes", "re_kontra=double", "bock=double", "bock_both=no",
)  # fmt: skip
"""frederik.postelt.org/doko. It has a solo of kings, and calls it against the pigs where a Schweinchen was laid."""

SMART = (
    "dulle=yes", "second_dulle=not_last", "schweinchen=yes", "armut=yes", "armut_trumps=nine", "armut_gives=trumps",
    "throw_in=yes", "throw_in_trumps=3", "announce_cards=10", "karlchen_caught=yes", "foul_class=kind",
    "skip_levels=no",
)  # fmt: skip
"""lbleckwenn/SmartDoko, templates/regeln.tpl, under `ddv`. A solo, a hochzeit, an armut or a Schweinchen laid counts as
announced there, two armuts may be exchanged in turn, and only winners score.
"""

FREEDOKO = (
    "dulle=yes", "throw_in=yes", "throw_in_kings=yes", "throw_in_low=yes", "genscher=first", "fox_last=takes",
    "schweinchen=yes", "superschweinchen=nines", "beat_level_bonus=yes", "both_fail=ddv_7_1_3", "skip_levels=yes",
    "hochzeit_shift=tricks_minus_one", "said_again=foul",
)  # fmt: skip
"""svenihoney/freedoko, doc/de/FreeDoko_Regeln.tex: one of the sets that it allows. Its Genscher takes the levels announced
away, it has more solos, and it may give a point for a trick of hearts or for a ten of hearts that beats the other.
"""

MERZ = (
    "dulle=yes", "second_dulle=not_last", "schweinchen=yes", "armut_trumps=fox", "armut_gives=trumps", "karlchen_caught=yes",
)  # fmt: skip
"""max-merz.de/spielregeln/doppelkopf, up to the hochzeit. Two foxes are counted among the trumps of an armut, and a
Doppelkopf has more than 40 points.
"""

WTF = (
    "dulle=yes", "second_dulle=not_last", "schweinchen=yes", "superschweinchen=nines", "throw_in=yes",
    "armut_gives=trumps", "re_kontra=double",
)  # fmt: skip
"""doko.wtf, up to the hochzeit. An armut is offered to one player first."""

HEARTS = (
    "nines=no", "dulle=yes", "schweinchen=yes", "armut=no", "against_old=never", "extras=no", "re_kontra=double_all",
    "bock=double", "bock_both=no",
)  # fmt: skip
"""ni9997/doubleheadAI, README. Nobody announces a Schweinchen there, and “no 120” is said apart from Re."""

LUSCHEN = ("armut=yes", "second_dulle=yes", "schweinchen=yes", "announce_cards=10")
"""The three house rules of luschentreff.github.io, *Doppelkopf für Skatspieler*, under `ddv`; Re is said in the first three
tricks there.
"""


def points(line: str, options: tuple[str, ...]) -> int:
    """What a typed result brings each of Re, Ana and Ben."""
    return scores(last("deal Dan", f"result re=Ana,Ben {line}", options=options))[0]


def test_hennef() -> None:
    assert kinds(last(*DEAL, RICH, "play Ana HA", options=HENNEF)) == [("late-announcement", "Ana")]
    assert kinds(last(*DEAL, RICH, "announce Ana re", "play Ana HA", options=HENNEF)) == []
    assert points("points=130 re-said=re re-extra=fox:1,fox-last-caught:1", HENNEF) == 6, (
        "won 1, a fox in the last 2; twice"
    )
    assert points("points=100 re-said=re kontra-extra=karlchen:1", HENNEF) == -6, "won, against, Karlchen; twice"
    bock = judged(
        "deal Dan",
        "result re=Ana,Ben points=100 re-said=re",
        "deal Ana",
        "result re=Ana,Ben points=130",
        options=HENNEF,
    )
    assert scores(bock["deals"][1])[0] == 2
    for word in ("throw-in-trumps", "throw-in-low", "throw-in-kings"):
        assert last("deal Dan", *solo("Ben", word), options=HENNEF)["state"] == "void"


def test_meppen() -> None:
    hochzeit = ("deal Dan", *solo("Ben", "hochzeit"))
    assert last(*hochzeit, "trick Ana DJ DK HQ DK", "trick Cid C10 CK CA CJ", options=MEPPEN)["kontra"] == [
        "Ana",
        "Cid",
        "Dan",
    ]
    assert last(*hochzeit, "trick Ana DJ DK HQ DK", "trick Cid C10 CK CA CK", options=MEPPEN)["re"] == ["Ana", "Ben"]
    assert kinds(last(*DEAL, "trick Ana CA CK C10 CK", "play Ana HA", options=MEPPEN)) == [("late-announcement", "Ana")]
    assert points("points=130 re-extra=fox-last:1", MEPPEN) == 2, "won, and the fox at the end"
    assert points("points=130 re-extra=karlchen:1", MEPPEN) == 1, "no Karlchen"
    assert points("points=130 re-extra=fox:1,doppelkopf:1", MEPPEN) == 3
    assert points("points=100", MEPPEN) == -2, "won, and against"


def test_postelt() -> None:
    pigs = (*DEAL, "announce Ben schweinchen", "announce Cid superschweinchen", "trick Ana H10 DA D10 DK")
    assert last(*pigs, options=POSTELT)["tricks"][0]["winner"] == "Cid"
    assert points("points=185", POSTELT) == -3, "won, under 90, under 60, nothing said: the other side's"
    assert points("points=185 re-said=re re-extra=fox:1", POSTELT) == 7, "three doubled, and a fox"
    chosen = last(*DEAL, "trick Ana CQ DK D10 CQ", "announce Ben genscher partner=Dan", options=POSTELT)
    assert (chosen["re"], chosen["kontra"]) == (["Ana", "Cid"], ["Ben", "Dan"])


@pytest.mark.parametrize(("card", "fouls"), [("D9", []), ("DA", [("false-announcement", "Ben")])])
def test_smartdoko(card: str, fouls: list[tuple[str, str]]) -> None:
    hand = f"hand Ben {card} DK DJ DQ CA CA SA SA HA HK CK SK"
    armut = last("deal Dan", hand, *solo("Ben", "armut"), preset="ddv", options=SMART)
    assert kinds(armut) == fouls
    late = (
        *DEAL,
        "trick Ana CA C9 C9 CK",
        "play Ana CQ",
        "announce Ana re",
        "announce Ana no90",
        "trick Ben D9 D9 D10",
    )
    assert kinds(last(*late[:-1], preset="ddv", options=SMART)) == []
    assert last("deal Dan", *solo("Ben", "throw-in-trumps"), preset="ddv", options=SMART)["state"] == "void"


def test_freedoko() -> None:
    assert points("points=120 kontra-said=kontra,no90 re-extra=fox-last:1", FREEDOKO) == 6, (
        "won 1, Kontra said 2, no 90 said 1, 120 against it 1, the fox 1"
    )
    assert last("deal Dan", *solo("Ben", "throw-in-low"), options=FREEDOKO)["state"] == "void"


def test_max_merz() -> None:
    hand = "hand Ben DA D9 DJ DK CA CA SA SA HA HK CK SK"
    lines = (
        "deal Dan",
        hand,
        *solo("Ben", "armut"),
        "bid Cid accept",
        "give Ben Cid DA D9 DJ DK",
        "give Cid Ben count=4",
    )
    found = last(*lines, options=MERZ)
    assert (found["re"], found["fouls"]) == (["Ben", "Cid"], [])
    assert points("points=130 kontra-extra=karlchen-caught:1", MERZ) == 0
    assert points("points=130 re-extra=fox:1,karlchen:1,doppelkopf:1", MERZ) == 4
    passed = ("bid Cid refuse", "bid Dan refuse", "bid Ana refuse")
    assert last("deal Dan", hand, *solo("Ben", "armut"), *passed, options=MERZ)["state"] == "void"
    assert last(*DEAL, "trick Ana H10 DQ H10 DK", options=MERZ)["tricks"][0]["winner"] == "Cid"
    pigs = (*DEAL, "announce Ben schweinchen", "trick Ana H10 DA H10 DK")
    assert last(*pigs, options=MERZ)["tricks"][0]["winner"] == "Ben"


def test_doko_wtf() -> None:
    pigs = (*DEAL, "announce Ben schweinchen", "announce Cid superschweinchen", "trick Ana H10 DA D9 DK")
    assert last(*pigs, options=WTF)["tricks"][0]["winner"] == "Cid"
    assert points("points=160 re-said=re,no90", WTF) == 6, "won, under 90 and said, doubled"
    assert points("points=140 re-said=re,no90", WTF) == -6, (
        "the others won against the old ladies, and the level, doubled"
    )
    assert points("points=130 re-extra=fox:1,doppelkopf:1,karlchen:1 kontra-extra=fox:1", WTF) == 3
    late = (*DEAL, "trick Ana CA C9 C9 CK", "play Ana SA", "announce Ana re")
    assert kinds(last(*late, options=WTF)) == [("late-announcement", "Ana")]
    assert last("deal Dan", *solo("Ben", "throw-in"), options=WTF)["state"] == "void"
    armut = ("deal Dan", *solo("Ben", "armut"), "bid Cid accept", "give Ben Cid DK DJ", "give Cid Ben DK C9")
    assert kinds(last(*armut, options=WTF)) == []


def test_the_rules_of_a_program_for_one_table() -> None:
    assert points("points=160", HEARTS) == 2, "no 120 and no 90"
    assert points("points=100", HEARTS) == -1, "nothing against the old ladies"
    assert points("points=160 re-said=re,no90", HEARTS) == 6, "these two and the level, doubled"
    assert scores(last("deal Dan bock=yes", "result re=Ana,Ben points=130", options=HEARTS))[0] == 2
    pigs = (*DEAL, "announce Ben schweinchen", "trick Ana H10 DA H10 DK")
    assert last(*pigs, options=HEARTS)["tricks"][0]["winner"] == "Ben"
    hearts = (*DEAL, "trick Ana HA HK HK HA", "result re=Ana,Ben points=130")
    assert last(*hearts, "deal Ana", "result re=Ana,Ben points=130", options=HEARTS)["scores"]["Ana"] == 2


def test_luschentreff() -> None:
    assert last(*DEAL, "trick Ana H10 DQ H10 DK", preset="ddv", options=LUSCHEN)["tricks"][0]["winner"] == "Cid"
    pigs = (*DEAL, "announce Ben schweinchen", "trick Ana H10 DA H10 DK")
    assert last(*pigs, preset="ddv", options=LUSCHEN)["tricks"][0]["winner"] == "Ben"
    third = (*DEAL, "trick Ana CA C9 C9 CK", "play Ana SA", "announce Ana re")
    assert kinds(last(*third, preset="ddv", options=LUSCHEN)) == []
    armut = ("deal Dan", *solo("Ben", "armut"), "bid Cid accept", "give Ben Cid DK DJ CA", "give Cid Ben count=3")
    found = last(*armut, preset="ddv", options=LUSCHEN)
    assert (found["re"], found["fouls"]) == (["Ben", "Cid"], [])
