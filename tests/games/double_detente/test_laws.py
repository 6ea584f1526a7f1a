"""Double-détente: its options, and the laws it cites."""

from referee.games import game
from referee.games.double_detente import DetenteOptions, DoubleDetente
from referee.rules import KINDS
from tests.help.detente import RULES, TRIPLE, deal, denials, part
from tests.help.record import HEAD, OPEN


def test_the_game_is_in_the_list_and_its_options_are_closed_choices() -> None:
    assert game("double-detente") is DoubleDetente
    described = {option.name: (option.default, tuple(option.choices)) for option in DetenteOptions().rows()}
    assert described == {
        "foul_others": ("none", ("none", "tricks", "contract")),
        "foul_part3": ("40", ("30", "40", "50")),
        "out_of_turn": ("warn", ("warn", "foul")),
        "illegal_bid": ("warn", ("warn", "foul")),
        "dealer_each_part": ("no", ("no", "yes")),
        "tie": ("extra_round", ("extra_round", "shared")),
    }


def test_every_law_the_game_cites_is_one_of_its_laws() -> None:
    known = {law.id for law in RULES.laws}
    assert {RULES.kind_law(kind) for kind in KINDS} <= known
    cited = {denial.law for card in ("S2", "T2") for denial in denials(card, "H5", "T4")}
    facts = part(1, (4, 5, 3), (4, 5, 4), "petit=Ben petit-last=yes excuse-last=Cléo")
    cited |= {line["law"] for line in deal(*facts)["lines"]}
    cited |= {
        line["law"]
        for line in deal(*OPEN, "foul Ben must-follow", head="option foul_others=contract\n" + HEAD)["lines"]
    }
    cited |= {foul["law"] for foul in deal("deal Ben", "bid Ben 14", "bid Ana 6", head=TRIPLE)["fouls"]}
    assert cited <= known
    found = RULES.law("double-detente.play.2")
    assert found is not None
    assert str(found.text) == "Follow the suit led, or trump if trump is led."
    assert RULES.law("tarot.play.2") is None
