"""What every game gets without saying anything, shown by a game of one law: the higher card takes the trick."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from referee.record.grammar import Fact, parse
from referee.record.text import Entry, Header
from referee.rules import (
    STOCK,
    Denial,
    Denies,
    Due,
    Foul,
    Holder,
    Holds,
    Line,
    Options,
    Remedy,
    Ruleset,
    Scored,
    Standing,
    Step,
    option,
)
from referee.rules.cards import CardSet, Deck
from referee.rules.deal import Deal, Play, Said, Trick
from referee.rules.prompt import Choice, Field, Prompt
from referee.table.report import answer, sentences
from referee.table.table import Table, remedies
from referee.words.text import ENGLISH, Slip, T, Text
from tests.help.tables import a_table


@dataclass(frozen=True)
class ToyOptions(Options):
    """A choice, and a pattern."""

    shown: str = option("no", T("Cards shown"), {"no": T("none"), "lie": T("the five, denied")})
    cost: str = option("minus:5", T("Cost"), {"none": T("nothing")}, r"minus:\d+")


class Toy(Ruleset):
    """The dealer sits out; two cards a hand; the higher card takes the trick."""

    name = "toy"
    title = T("Toy")
    players = (3,)
    laws = ()
    deck = Deck([f"S{number}" for number in range(1, 10)])
    several = True
    options: ToyOptions

    def begin(self, number: int, line: int, dealer: int, keys: Mapping[str, str], past: Sequence[Scored]) -> Step:
        order = self.after(dealer)[:2]
        deal = Deal(number, line, dealer, order, 2, dict(keys), phase="play")
        if self.options.shown == "no":
            return Step(deal)
        five = Denial("false-announcement", "toy.1", CardSet(0b10000), T("no five"))
        return Step(deal, (Denies(order[0], order[0], five, T("says no five")), Holds(order[0], ("S5",))))

    def holders(self, deal: Deal, past: Sequence[Scored]) -> Mapping[Holder, int] | None:
        return None if past else {deal.order[0]: 2, deal.order[1]: 2, STOCK: 5}

    def takes(self, deal: Deal) -> frozenset[str]:
        return frozenset({"play", "trick", "took"})

    def step(self, deal: Deal, line: int, fact: Fact) -> Step:
        raise NotImplementedError

    def prompts(self, deal: Deal) -> tuple[()]:
        return ()

    def denies(self, deal: Deal, play: Play) -> tuple[Denial, ...]:
        return ()

    def winner(self, deal: Deal, trick: Trick) -> int:
        return max(trick.plays, key=lambda play: play.card).seat

    def after_trick(self, deal: Deal) -> Deal:
        deal = super().after_trick(deal)
        return deal._replace(state="done") if deal.over and not deal.undecided else deal

    def lines(self, scored: Scored, past: Sequence[Scored]) -> tuple[Line, ...]:
        return (Line("toy.2", T("tricks"), tuple(scored.deal.tricks_won(seat) for seat in range(3))),)

    def remedy(self, scored: Scored, foul: Foul, past: Sequence[Scored]) -> Remedy:
        return Remedy(T("Nothing."), scored.deal.state)

    def result(self, deal: Deal) -> Mapping[str, Any]:
        return {}

    def standing(self, deals: Sequence[Scored], scores: Sequence[tuple[int, ...]], dealer: int | None) -> Standing:
        totals = tuple(sum(column) for column in zip((0, 0, 0), *scores, strict=True))
        return Standing(totals, Due(0, T("a deal")))

    def label(self, deal: Deal) -> Text:
        return T("deal {number}", number=deal.number)


SEATS = ("Ana", "Ben", "Cid")


def toy(*facts: str, known: bool = True, **options: str) -> Table:
    """A table of the game; `known`: whether anything can be proved."""
    rules = Toy(ToyOptions(**options), SEATS)
    rules.provable = known
    entries = [Entry(line, parse(fact)) for line, fact in enumerate(facts, 1)]
    return Table(Header("toy", SEATS, "plain"), rules).extend(entries)


def refused(*facts: str) -> str:
    with pytest.raises(Slip) as slip:
        toy(*facts)
    return str(slip.value)


@pytest.mark.parametrize("fact", ["play Cid S1", "trick Cid S1", "took Cid"])
def test_who_sits_out_neither_plays_nor_takes_a_trick(fact: str) -> None:
    assert refused("deal Cid", fact) == "Cid does not play in this deal"


def test_a_table_tells_the_deals_that_have_ended_from_the_one_being_played() -> None:
    open_deal = toy("deal Cid", "trick Ana S1 S2", "play Ben S4")
    assert open_deal.ended == ()
    assert [trick.number for trick in open_deal.deals[0].deal.all_tricks] == [1, 2]
    assert [deal.deal.number for deal in toy("deal Cid", "void", "deal Cid", "play Ana S1").ended] == [1]


def test_a_foul_has_its_name_even_where_the_game_gives_none() -> None:
    rules = toy().rules
    assert str(rules.foul_name("must-follow")) == "Not following"
    assert str(rules.foul_name("odd")) == "odd"


def test_a_deal_is_played_by_those_who_sit_in() -> None:
    found = toy("deal Cid", "trick Ana S1 S2", "trick Ben S4 S3")
    assert found.standing.totals == (0, 2, 0)


def test_a_game_that_says_nothing_of_them_has_no_blocks_marks_ladders_course_taker_chips_or_remarks() -> None:
    found = toy("deal Cid", "trick Ana S1 S2", "trick Ben S4 S3")
    rules, deals = found.rules, [deal.scored for deal in found.deals]
    assert rules.block(deals[0]) is None
    assert (rules.blocks(), rules.ladders(deals), rules.course(deals), rules.remarks()) == ((), (), ((), ()), ())
    assert rules.marks(deals) == (None, None, None)
    assert rules.taker(found.deals[0].deal) is None
    assert rules.tokens(15) == ()


def test_where_the_cards_are_not_known_nothing_is_proved_and_everything_counts() -> None:
    found = toy("deal Cid", "trick Ana S1 S1", "took Ben", known=False)
    assert found.deals[0].fouls == ()
    assert found.standing.totals == (1, 1, 0)
    told = list(sentences("x.deal", found, ENGLISH))
    assert told[1] == "The cards are not known: scores and winners count, but no play can be proved a foul."


@pytest.mark.parametrize("known", [True, False])
def test_an_unseen_trick_may_turn_out_to_be_of_several_cards(known: bool) -> None:
    found = toy("deal Cid", "play Ana ?", "took Ben count=2", known=known)
    assert [play.cards for play in found.deals[0].deal.tricks[0].plays] == [("?", "?"), ("?", "?")]
    assert found.deals[0].state == "done"


def test_no_play_has_more_cards_than_the_hand() -> None:
    assert refused("deal Cid", "play Ana S1+S2+S3") == "Ana plays 3 cards and has 2 left"


def test_what_is_said_when_a_deal_begins_is_judged() -> None:
    found = toy("deal Cid", shown="lie").deals[0].fouls
    assert [(foul.kind, foul.seat, foul.committed) for foul in found] == [("false-announcement", 0, 1)]


def test_a_deal_that_waits_for_nothing_it_can_name_says_which_deal_is_due() -> None:
    assert answer("x.deal", toy("deal Cid"))["next"] == {"kind": "deal", "seat": "Ana"}


def test_a_stock_that_cannot_fill_the_hands_is_dealt_anew_from_all_cards() -> None:
    played = ("trick Ana S1 S2", "trick Ben S4 S3")
    later = ("trick Ana S5 S6", "trick Ben S8 S7")
    found = toy("deal Cid", *played, "deal Cid", *later, "deal Cid", *played)
    assert [deal.fouls for deal in found.deals] == [(), (), ()]


def test_a_game_that_says_nothing_has_no_team_role_block_mark_check_chip_or_law() -> None:
    table = toy("deal Cid")
    rules, deal = table.rules, table.deals[0].deal
    assert rules.fields(deal) == ()
    assert rules.unlawful(deal, Play(0, ("S1",), 2)) is None
    assert rules.following(deal) is None
    assert rules.fouls_revealed(deal, 2) == ()
    assert rules.block(Scored(deal)) is None
    assert rules.marks(()) == (None, None, None)
    assert rules.checks((), ()) == ()
    assert (rules.role(deal, 0), rules.team(deal, 0), rules.tokens(5), rules.law("toy.1")) == (None, None, (), None)
    assert str(rules.word_text("pass")) == "pass"
    assert rules.kind_law("must-follow") == "toy.must-follow"
    assert rules.extra(Scored(deal), ()) == {}
    assert (rules.trump(deal), rules.values()) == (None, ())
    assert deal.last_trick is None


def test_a_game_that_says_nothing_shows_no_points_bids_words_or_cards_of_its_own_at_the_table() -> None:
    table = toy("deal Cid", "foul Ana must-follow")
    rules, deal = table.rules, table.deals[0].deal
    assert (rules.result_text(Scored(deal)), rules.status(deal), rules.gauge(deal), rules.speech(deal, 0)) == (
        None,
    ) * 4
    assert (rules.lying(deal), rules.likely(deal), rules.exposure_kinds(deal, 0), rules.doubts(deal, {}, {})) == (
        (),
    ) * 4
    assert str(rules.fault(table.deals[0].fouls[0])) == "foul upheld"


def test_a_trick_counts_nothing_in_a_game_without_card_points() -> None:
    assert toy("deal Cid").rules.points_in(("S1", "S2")) is None


def test_a_foul_has_one_remedy_where_the_laws_leave_no_choice() -> None:
    table = toy("deal Cid", "foul Ana must-follow")
    assert [str(remedy.text) for remedy in remedies(table, 1, table.deals[0].fouls[0])] == ["Nothing."]


def test_a_card_may_be_laid_out_of_turn_by_anybody_but_the_seat_in_turn() -> None:
    table = toy("deal Cid")
    rules, deal = table.rules, table.deals[0].deal
    assert [rules.may_be(deal, Play(seat, ("S1",), 2), "out-of-turn") for seat in deal.order] == [False, True]


def test_an_option_is_one_of_its_choices_or_of_its_pattern() -> None:
    options = ToyOptions()
    assert options.with_option("cost", "minus:20") == ToyOptions(cost="minus:20")
    assert options.with_option("cost", "none") == ToyOptions(cost="none")
    with pytest.raises(Slip, match="option cost cannot be “plus:5”: expected one of none"):
        options.with_option("cost", "plus:5")
    with pytest.raises(Slip, match="there is no option “size”: expected one of shown, cost"):
        options.with_option("size", "2")
    assert [(one.name, one.value, one.default) for one in ToyOptions(shown="lie").rows()] == [
        ("shown", "lie", "no"),
        ("cost", "minus:5", "minus:5"),
    ]


def test_a_bid_is_the_last_word_of_its_seat() -> None:
    deal = Deal(1, 1, 2, (0, 1, 2), 1, bids=(Said(0, "3", 2), Said(0, "4", 3)))
    assert (deal.bid(0), deal.bid(1), deal.bidder) == ("4", None, 1)


def test_a_field_of_choices_takes_their_words_and_nothing_else() -> None:
    field = Field("petit", T("The Petit last"), "choice", choices=(Choice("attack", T("for the taker")),))
    assert field.word("attack") == "attack"
    with pytest.raises(Slip, match="petit=both: expected one of attack"):
        field.word("both")


def test_a_field_of_a_number_for_each_is_called_by_its_own_name() -> None:
    with pytest.raises(Slip, match="Honours: expected a number for each of Ana, Ben, 4 in all"):
        Field("honours", T("Honours"), "tally", total=4).tally("3,2", ("Ana", "Ben"))


def test_a_game_has_no_second_sides_no_chips_and_one_card_pad_unless_it_says_so() -> None:
    at = a_table("tarot", "deal Dan")
    assert at.rules.other_side("SK") is None
    assert at.rules.chips_staked(at.deals[0].deal, 0) == 0
    assert at.rules.pad_in(at.deals[0].deal) == at.rules.pad
    bought = a_table("doppelkopf", "deal Dan", "result re=Ana,Ben points=134")
    assert str(bought.rules.brief(bought.deals[0].scored)) == str(bought.rules.result_text(bought.deals[0].scored))


def test_what_is_asked_is_the_same_question_for_the_same_seat_with_the_same_answers() -> None:
    asked = [Prompt("bid", T("Ana bids"), 0, (Choice("1", T("1")),), count=count) for count in (None, None, 1)]
    others = [
        Prompt("bid", T("Ana bids"), 0, (Choice("2", T("2")),)),
        Prompt("bid", T("Ana bids"), 1, (Choice("1", T("1")),)),
    ]
    assert len({*asked, *others}) == 4
