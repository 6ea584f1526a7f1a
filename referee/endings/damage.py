"""What a foul did, as a program and a person read it: computed, decided by arithmetic alone, or not known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import NamedTuple

from referee.endings.asked import Answers, Question, answers_to
from referee.endings.known import Moment
from referee.endings.questions import NODES, Answer, Outlook, sure_winner
from referee.rules import JSON, Foul, Influence, Ruleset
from referee.rules.common import tricks_text
from referee.rules.deal import Deal, Play, Trick
from referee.rules.stakes import Stakes
from referee.words.text import Begun, CardName, T, Text, Voice, say_value

COMPUTED, DECIDED, DEPENDS, NOT_COMPUTED = "computed", "decided", "depends", "not-computed"
BUDGET, CARDS = "budget", "cards"
CLASSES = {"minor-soloist": "minor"}
"""The classes that are shown by another word, beside `harms_soloist`."""
PARAGRAPHS = {"none": "TSR\N{NO-BREAK SPACE}9.2.2", "minor": "TSR\N{NO-BREAK SPACE}9.3.1",
              "serious": "TSR\N{NO-BREAK SPACE}9.4.1", "decided": "TSR\N{NO-BREAK SPACE}9.5.1"}  # fmt: skip
"""The paragraphs of the federation's rules by which a class is found."""


class OnPaper(NamedTuple):
    """One line about a foul on paper: a sentence, or a label, the plays to draw and the value of the deal with them.
    They were `laid`, or could lawfully have been.
    """

    text: str
    label: str = ""
    plays: tuple[tuple[str, ...], ...] = ()
    laid: bool = False


@dataclass(frozen=True, slots=True)
class OutlookText:
    """What a deal comes to with the card `as_laid`, or with a lawful one, in words: the points of `side` with
    best play, and the fewest and most by any lawful play, both where known; `count` chooses the plural of their `unit`;
    `winners` can win.
    """

    as_laid: bool
    points: str | None
    range: tuple[str, ...]
    unit: str
    count: int
    side: str
    winners: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Damage:
    """What a foul did. `weight` is the word of the remedy that follows, None if none does."""

    state: str
    weight: str | None = None
    stakes: Stakes | None = None
    side: int | None = None
    won: int | None = None
    answer: Answer | None = None
    why: str | None = None
    depends: tuple[str, ...] = ()
    classes: tuple[str, ...] = ()
    deal: Deal | None = None
    """The deal as it stood when the foul was laid."""

    @property
    def compares(self) -> bool:
        """Whether it compares the deal as laid with lawful play; it does not for a claim."""
        return self.answer is not None and not self.answer.claim

    @property
    def kind(self) -> str | None:
        """The class, by the word that people see."""
        return CLASSES.get(self.weight or "", self.weight)

    @property
    def paragraph(self) -> str:
        """The paragraph by which the class is found; empty if there is none."""
        return PARAGRAPHS.get(self.kind or "", "")

    def json(self, voice: Voice) -> JSON:
        """The keys of `referee check` for it (docs/record.md)."""
        keys: JSON = {"state": self.state, "class": self.kind}
        if self.why is not None:
            return keys | {"why": self.why, "text": self.text().say(voice)}
        if self.state == DEPENDS:
            more = {"class": None, "depends": list(self.depends), "classes": list(self.classes)}
            return keys | more | {"text": self.text().say(voice)}
        stakes, answer = self.stakes, self.answer
        assert stakes is not None
        keys |= {"side": _word(stakes, self.side), "won": _word(stakes, self.won)}
        if answer is None:
            return keys | {"forced": None, "text": self.text().say(voice)}
        keys |= {
            **({} if answer.lawful is None else {"lawful": ["+".join(cards) for cards in answer.lawful]}),
            "with": _outlook(stakes, answer.laid),
            "without": _outlook(stakes, answer.without),
            "forced": answer.forced,
            "takes": _word(stakes, answer.takes),
            "counter": [["+".join(cards) for cards in line] for line in answer.counter],
        }
        if answer.harms_soloist is not None:
            keys["harms_soloist"] = answer.harms_soloist
        return keys | {"text": self.text().say(voice)}

    def outlook(self, as_laid: bool, voice: Voice) -> OutlookText:
        """The outlook of the deal after the foul or without it, as a person reads it."""
        stakes, answer = self.stakes, self.answer
        assert stakes is not None
        assert answer is not None
        there = answer.laid if as_laid else answer.without
        names = (side_name(stakes, side) if side else T("nobody") for side in (1, -1, 0) if side in there.winners)
        ends = [stakes.figure(end) for end in (there.low, there.high) if end is not None]
        points = None if there.points is None else stakes.figure(there.points)
        return OutlookText(
            as_laid,
            None if points is None else say_value(points, voice),
            tuple(say_value(end, voice) for end in ends),
            stakes.unit,
            ceil(points if points is not None else max(ends, default=0)),
            say_value(side_name(stakes, 1), voice),
            tuple(say_value(name, voice) for name in names),
        )

    def on_paper(self, laid: Play | None, voice: Voice) -> list[OnPaper]:
        """The reason for the class, with its paragraph, and the value of the deal as laid and lawfully; nothing if the
        cards are not known.
        """
        if self.why == CARDS:
            return []
        stakes, answer = self.stakes, self.answer
        decides: Text | None = self.text()
        if self.compares:
            assert stakes is not None
            assert answer is not None
            decides = _reason(stakes, answer)
        if decides is not None and self.paragraph:
            decides = T("{label}: {value}", label=self.paragraph, value=decides)
        lines = [] if decides is None else [OnPaper(decides.say(voice))]
        if not self.compares or stakes is None or answer is None:
            return lines
        for label, as_laid, plays, outlook in (
            (T("As laid"), True, () if laid is None else (laid.cards,), answer.laid),
            (T("Lawfully"), False, answer.lawful or (), answer.without),
        ):
            value = _value(stakes, outlook)
            if value is not None:
                text = T("{side} {value}.", side=_begin(stakes, 1), value=value).say(voice)
                lines.append(OnPaper(text, label.say(voice), plays, as_laid))
        return lines

    def lines(self, rules: Ruleset) -> Iterator[tuple[Text, tuple[Trick, ...]]]:
        """The lines of play that show it, each with a heading, trick by trick from the trick of the foul; none if the
        foul was a card out of turn.
        """
        answer = self.answer
        if answer is None or self.deal is None or not (answer.lawful or answer.claim):
            return
        shows = (T("As laid, and then best play"), T("Lawfully, with best play"))[: len(answer.best)]
        counter = answer.counter if rules.weighs else ()  # that a side takes all decides only where classes are weighed
        if len(counter) == 2:  # one against each side
            names = (side_name(answer.stakes, side) for side in (1, -1))
            shows += tuple(T("Not every trick falls to {side}", side=name) for name in names)
        elif counter:
            shows += (T("Not every trick falls to one side"),)
        for text, line in zip(shows, (*answer.best, *counter), strict=True):
            yield text, tuple(_tricks(rules, self.deal, line))

    def text(self) -> Text:
        """One sentence for a person."""
        if self.why is not None:
            return WHY[self.why]
        assert self.stakes is not None
        if self.state == DEPENDS:
            return T("It depends on {cards}.", cards=tuple(map(CardName, self.depends)))
        if self.answer is None:
            return T("{side} had won already, whatever the cards not known.", side=_begin(self.stakes, self.won))
        return _comparison(self.stakes, self.answer)


def _tricks(rules: Ruleset, deal: Deal, line: Sequence[tuple[str, ...]]) -> Iterator[Trick]:
    """The complete tricks of a line of play that begins in this deal."""
    deal = deal._replace(trick=deal.trick._replace(winner=None))
    for cards in line:
        deal = deal.lay(Play(deal.turn, cards, 0))
        if len(deal.trick.plays) == len(deal.order):
            trick = deal.trick._replace(winner=rules.winner(deal, deal.trick))
            yield trick
            deal = deal._replace(tricks=(*deal.tricks, trick), trick=Trick(trick.number + 1), lead=trick.winner)


WHY = {
    BUDGET: T("Not computed: too many cards are left."),
    CARDS: T("Not computed: not all cards are known."),
}
SIDES = {
    "re": T("Re"), "kontra": T("Kontra"), "attack": T("the attack"), "defence": T("the defence"),
    "opponents": T("the master’s opponents"), "master": T("the master’s side"), "others": T("the others"),
}  # fmt: skip


def _word(stakes: Stakes, side: int | None) -> str | None:
    return {1: stakes.sides[0], -1: stakes.sides[1]}.get(side or 0)


def side_name(stakes: Stakes, side: int | None) -> Text | str:
    """The name of a side: 1 is the first, -1 the second."""
    word = _word(stakes, side) or ""
    return SIDES.get(word, word)


def _begin(stakes: Stakes, side: int | None) -> Begun:
    """The name of a side at the beginning of a sentence."""
    return Begun(side_name(stakes, side))


def _outlook(stakes: Stakes, outlook: Outlook) -> JSON:
    figure = stakes.figure
    keys: JSON = {} if outlook.points is None else {stakes.unit: figure(outlook.points)}
    if outlook.winner is not None:
        keys["winner"] = _word(stakes, outlook.winner)
    if outlook.low is not None and outlook.high is not None:
        keys["range"] = [figure(outlook.low), figure(outlook.high)]
    if stakes.winner is not None and outlook.winners:
        keys["winners"] = [_word(stakes, side) for side in (1, -1, 0) if side in outlook.winners]
    if outlook.card is not None:
        keys["card"] = "+".join(outlook.card)
    return keys


BEYOND = T("What best play comes to was not computed: too many cards are left.")
HANGS = T("What best play comes to depends on where the cards not known lie.")


def _lacks_best_play(answer: Answer) -> bool:
    """Whether an answer lacks best play, or the best lawful card."""
    short = answer.laid.points is None or answer.without.points is None
    return short or bool(answer.lawful and answer.without.card is None and not answer.merged)


def _amount(stakes: Stakes, units: int) -> Text | int | float:
    """A value as people count it: points as a number, tricks with their name."""
    figure = stakes.figure(units)
    return tricks_text(int(figure)) if stakes.unit == "tricks" else figure


def _value(stakes: Stakes, outlook: Outlook) -> Text | None:
    """The value of a deal: with best play, and by any lawful play."""
    points = None if outlook.points is None else _amount(stakes, outlook.points)
    if outlook.low is None or outlook.high is None:
        return None if points is None else T("{points} with best play", points=points)
    low, high = stakes.figure(outlook.low), stakes.figure(outlook.high)
    if low == high:
        return T("{points} by any lawful play", points=_amount(stakes, outlook.high))
    if points is None:
        return T("{low} to {high} by any lawful play", low=low, high=_amount(stakes, outlook.high))
    return T("{points} with best play; {low} to {high} by any lawful play", points=points, low=low, high=high)


def _comparison(stakes: Stakes, answer: Answer) -> Text:
    laid, without = answer.laid, answer.without
    if answer.claim:
        return _claim_text(stakes, answer)
    judged = _reason(stakes, answer)
    if judged is not None and _lacks_best_play(answer):
        return judged
    assert laid.points is not None
    assert without.points is not None
    values: dict[str, object] = {
        "side": side_name(stakes, 1), "points": _amount(stakes, without.points),
        "laid": stakes.figure(laid.points),
        "cards": tuple(map(CardName, without.card or ())),
    }  # fmt: skip
    if laid.points == without.points:
        values["side"] = _begin(stakes, 1)
        text = T("{side} {points} either way, with best play of all.", **values)
    elif without.card is None and answer.lawful != ():
        text = T("Lawfully {side} {points}, as laid {laid}, with best play of all.", **values)
    elif without.card is None:
        text = T("In turn {side} {points}, as laid {laid}, with best play of all.", **values)
    else:
        text = T("With {cards} {side} {points}, as laid {laid}, with best play of all.", **values)
    return text if judged is None else T("{said} {found}", said=text, found=judged)


def _claim_text(stakes: Stakes, answer: Answer) -> Text:
    laid, without = answer.laid, answer.without
    assert laid.points is not None
    assert without.points is not None
    if answer.forced:
        return T("The claim was right: every trick left goes to {side}.", side=side_name(stakes, answer.takes))
    return T(
        "Played in the way worst for who claimed: {side} {laid}; with best play of all {points}.",
        side=side_name(stakes, 1), points=stakes.figure(without.points), laid=_amount(stakes, laid.points),
    )  # fmt: skip


def _reason(stakes: Stakes, answer: Answer) -> Text | None:
    """The reason for the class; and that best play was not computed, if it was not."""
    judged = _class_reason(stakes, answer)
    if not _lacks_best_play(answer):
        return judged
    beyond = HANGS if answer.hangs else BEYOND
    return beyond if judged is None else T("{said} {found}", said=judged, found=beyond)


def _class_reason(stakes: Stakes, answer: Answer) -> Text | None:
    if answer.takes is not None:
        return T("{side}: every trick left, whatever is laid.", side=_begin(stakes, answer.takes))
    if answer.won is not None:
        return T("{side} had won already.", side=_begin(stakes, answer.won))
    if stakes.winner is None:
        return None
    if answer.decisive:
        return T("{side} can win after it, and can fail to without it.", side=_begin(stakes, answer.side))
    return T("It cannot decide who wins.")


def damage(rules: Ruleset, foul: Foul, moment: Moment | None, named: Mapping[int, tuple[str, ...]]) -> Damage | None:
    """What a foul by a card or a claim did; None if there is nothing to say about it. `named` are the orders in which
    seats had said that they play their cards.
    """
    if foul.seat is None or moment is None or not may_tell(foul):
        return None
    if foul.play is not None and foul.kind != "out-of-turn" and foul.seat != moment.deal.turn:
        return None
    hands, why = moment.known, CARDS
    if hands is not None:
        result = answers(rules, foul, [moment], named)
        if isinstance(result, tuple):
            return damage_by(rules, foul, moment, result[0])
        why = CARDS if result is None else BUDGET
    stakes = rules.stakes(moment.deal, foul.seat)
    before = sure_winner(stakes) if stakes is not None else None
    weight = rules.weigh(foul, Influence(won=True))
    if stakes is not None and before is not None and weight == DECIDED:
        return Damage(DECIDED, weight, stakes, 1 if foul.seat in stakes.ours else -1, before)
    return Damage(NOT_COMPUTED, why=why)


def answers(rules: Ruleset, foul: Foul, deals: Sequence[Moment], named: Mapping[int, tuple[str, ...]]) -> Answers:
    """The answers to what a foul did in each of these deals."""
    assert foul.seat is not None
    return answers_to(Question(rules, deals, foul.seat, foul.play, named, NODES))


def damage_by(rules: Ruleset, foul: Foul, moment: Moment, answer: Answer) -> Damage:
    """What a foul did, from the answer about it; the lawful cards in the order of the pad."""
    weight = rules.weigh(foul, influence(answer))
    if answer.lawful:
        order = [card for group in rules.pad for card in group.cards]
        answer = replace(answer, lawful=tuple(sorted(answer.lawful, key=lambda cards: list(map(order.index, cards)))))
    return Damage(COMPUTED, weight, answer.stakes, answer.side, answer.won, answer, deal=moment.deal)


CLAIM = "claims-wrongly"
UNTOLD = frozenset({"not-in-hand", "already-played", "wrong-count", "inconsistent"})
"""The kinds of fouls that say the cards recorded cannot be right."""


def may_tell(foul: Foul) -> bool:
    """Whether a foul can have done something to the deal: it was a card laid, or a claim."""
    return foul.kind not in UNTOLD and ((foul.play is not None and not foul.named) or foul.kind == CLAIM)


def influence(answer: Answer) -> Influence:
    """What a foul could do."""
    laid, without = answer.laid, answer.without
    known = laid.winner is not None and without.winner is not None
    turned = laid.winner == answer.side != without.winner if known else None
    return Influence(bool(answer.forced), answer.won is not None, answer.decisive, turned, bool(answer.harms_soloist))
