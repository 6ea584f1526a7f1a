"""The course of an open deal: cards about which the referee has nothing to say, a few look-ups each.

A card is plain if it comes in turn, out of a hand that may hold it, breaks no law that all can see, and leaves the
unseen cards at ease whatever its player said by it. Then nobody is accused and nothing changes but what lies on the
table. A course carries of that what the next card depends on, as ints; whatever it does not know for plain it leaves
to the whole referee (`plays.py`, `referee/judge`), which alone knows laws and proofs. It is a value like all others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from referee.judge import Case
from referee.judge.plain import NOWHERE, Known, Laid, known, slack, with_plays
from referee.judge.tricks import Answer, Answers, Asked, answers
from referee.rules.deal import Deal, Play, Trick
from referee.rules.ruleset import Ruleset, Step

PLAYING = frozenset({"play", "trick"})


class Frame(NamedTuple):
    """What stays as it is while a course goes on: the `deal` and `case` it began with, what its trick asked and how
    many cards each hand had `left` before it; who comes `after` whom, the answers of the game under these laws, what is
    `known` of the hands beside what is played, the cards (bits) whose copies are told `apart`, and the last `line` of
    which the judge has counted the steps.
    """

    rules: Ruleset
    deal: Deal
    case: Case
    asked: Asked
    left: int
    after: Mapping[int, int]
    answers: Answers
    known: Known
    apart: int
    line: int


class Course(NamedTuple):
    """A deal as far as it has come: what its present trick asks, whose `turn` it is, how many have still to play to it,
    who would take it, how many cards each hand had `left` before it; the plays; the cards not seen, those each hand is
    known to hold and those denied of it (bits), and by how many the unseen ones are at ease (`slack`).
    """

    frame: Frame
    asked: Asked
    turn: int
    to_play: int
    best: int
    left: int
    plays: tuple[Play, ...]
    tricks: tuple[Trick, ...]
    unseen: int
    held: tuple[int, ...]
    denied: tuple[int, ...]
    ease: int

    def lay(self, cards: tuple[str, ...], line: int) -> Course | None:
        """The course after a play of the seat whose turn it is; None where the card is not plain.
        With the last card of a deal nobody has still to play, and the trick lies there.
        """
        frame, asked, turn, to_play, best, left, plays, tricks, unseen, held, denied, ease = self
        if not plays:
            asked = frame.answers.led(left, cards)
        answer = asked.answers.get(cards) or self._learn(asked, cards, line)
        if answer is None or answer.after is None or len(cards) > left or line == frame.line:
            return None
        _, _, bits, takes, after, tells = answer
        drawn = self._drawn(answer)
        if drawn is None:
            return None
        mine, unseen = drawn
        if mine != held[turn]:
            held = (*held[:turn], mine, *held[turn + 1 :])
        if bits:
            denied = (*denied[:turn], denied[turn] | bits, *denied[turn + 1 :])
        plays = (*plays, Play(turn, cards, line))
        count = len(cards)
        ease -= count
        if ease < 0 or bits:
            ease = slack(unseen, self._rooms(left, plays, held, denied))
            if ease == NOWHERE:
                return None
        if takes:
            best = turn
        to_play -= 1
        if to_play:
            turn = frame.after[turn]
        elif left > count:
            tricks, plays, left = (*tricks, Trick(len(tricks) + 1, plays, best)), (), left - count
            after, turn, to_play = frame.answers.lead, best, len(frame.after)
        found = Course._make((frame, after, turn, to_play, best, left, plays, tricks, unseen, held, denied, ease))
        return None if tells and frame.rules.under(found.deal) is None else found

    def lay_all(self, plays: tuple[tuple[str, ...], ...], line: int) -> Course | None:
        """The same after the plays of a trick that begins here, or its first ones."""
        if self.plays or not 0 < len(plays) <= self.to_play:
            return None
        course: Course | None = self
        for cards in plays:
            course = course.lay(cards, line) if course else None
        return course

    def _drawn(self, answer: Answer) -> tuple[int, int] | None:
        """The cards that the hand whose turn it is is still known to hold, and those not seen, once a play has come out
        of it; None where a card cannot, is one of several that are told apart, or belies what was said.
        """
        turn, left, unseen = self.turn, self.left, self.unseen
        denied, known = self.denied[turn], self.frame.known
        mine = self.held[turn]
        room = left - mine.bit_count() if mine else left
        for run in answer.copies:
            shown = mine & run
            if shown:
                card = shown & -shown
                mine ^= card
            else:
                free = unseen & run
                card = free & -free
                room -= 1
                if not card or room < 0 or known.barred[turn] & card or (free != card and free & self.frame.apart):
                    return None
                unseen ^= card
            if denied & card:
                return None
        return None if mine & answer.denied else (mine, unseen)

    def _learn(self, asked: Asked, cards: tuple[str, ...], line: int) -> Answer | None:
        """What the game answers to a play it was not asked about before."""
        frame = self.frame
        return frame.answers.learn(asked, frame.rules, self.deal, Play(self.turn, cards, line), self.best)

    def _rooms(
        self, left: int, plays: tuple[Play, ...], held: tuple[int, ...], denied: tuple[int, ...]
    ) -> Iterator[tuple[int, int]]:
        """The rooms of every pocket, and the cards it refuses."""
        barred = self.frame.known.barred
        rooms = dict.fromkeys(self.frame.after, left)
        for play in plays:
            rooms[play.seat] -= len(play.cards)
        for seat, room in rooms.items():
            yield room - held[seat].bit_count(), denied[seat] | barred[seat]
        yield from self.frame.known.others

    @property
    def deal(self) -> Deal:
        """The deal as it is now."""
        deal, left = self.frame.deal, dict.fromkeys(self.frame.after, self.left)
        for play in self.plays:
            left[play.seat] -= len(play.cards)
        gone = {**deal.gone, **{seat: deal.dealt(seat) - more for seat, more in left.items() if more < deal.left(seat)}}
        lead = self.tricks[-1].winner if len(self.tricks) > len(deal.tricks) else deal.lead
        return deal.played(self.tricks, Trick(len(self.tricks) + 1, self.plays), lead, gone)

    def case(self, deal: Deal) -> Case:
        """What is known of the cards once the deal has come so far."""
        return with_plays(self.frame.case, self._laid(deal))

    def _laid(self, deal: Deal) -> Iterator[Laid]:
        """The plays of the deal since the course began, with what they said."""
        frame = self.frame
        asked, left, done = frame.asked, frame.left, len(frame.deal.trick.plays)
        for trick in deal.all_tricks[len(frame.deal.tricks) :]:
            led = trick.plays[0].cards
            if not done:
                asked = frame.answers.led(left, led)
            for place, play in enumerate(trick.plays[done:], done):
                answer = asked.answers[play.cards]
                yield Laid(play, trick.number, led if place else (), answer)
                asked = answer.after or asked
            left, done = left - len(led), 0


def open_course(rules: Ruleset, deal: Deal, case: Case, line: int) -> Course | None:
    """The course of an open deal whose next card comes on this line; None where that is one for the whole referee."""
    found = known(case, deal, len(rules.seats))
    if found is None or deal.undecided or not rules.takes(deal) >= PLAYING:
        return None
    step = Step(deal) if deal.begun else rules.before_lead(deal, line)
    deal = step.deal
    if step.acts or step.fouls or not rules.takes(deal) >= PLAYING:
        return None
    trick, turns = deal.trick, deal.round(deal.leader)
    plays = trick.plays
    hands = {seat: deal.left(seat) for seat in turns}
    for play in plays:
        hands[play.seat] += len(play.cards)
    left = hands[turns[0]]
    in_turn = tuple(play.seat for play in plays) == turns[: len(plays)]
    alike = {*hands.values()} == {left} and all(len(play.cards) == deal.asked for play in plays)
    if not in_turn or not alike or trick.blind:
        return None
    under = rules.under(deal)
    if under is None:
        return None
    kept = answers(type(rules), rules.options, len(rules.seats), under)
    asked, best = kept.lead, -1
    if plays:
        best = rules.winner(deal, trick)
        cards = next(play.cards for play in plays if play.seat == best)
        asked = kept.after(rules, deal, plays, cards, left == deal.asked)
    after = dict(zip(deal.order, (*deal.order[1:], deal.order[0]), strict=True))
    apart = 0
    for pocket in case.pockets:
        apart |= pocket.barred
    frame = Frame(rules, deal, case, asked, left, after, kept, found, apart, case.steps[0])
    return Course(
        frame, asked, turns[len(plays)], len(turns) - len(plays), best, left, plays, deal.tricks,
        case.unseen, found.held, found.denied, -1,
    )  # fmt: skip
