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
from referee.judge.hall import Places, spare
from referee.judge.plain import Known, Laid, known, with_plays
from referee.judge.tricks import Answers, Asked, answers
from referee.rules.deal import Deal, Play, Trick
from referee.rules.following import asked_by
from referee.rules.ruleset import Ruleset, Step

make = tuple.__new__
"""Makes a named tuple of a tuple, without looking at its names."""
PLAYING = frozenset({"play", "trick"})


class Frame(NamedTuple):
    """What stays as it is while a course goes on: the `deal` and `case` it began with, what its trick asked and how
    many cards each hand had `left` before it; who comes `after` whom, the answers of the game under these laws, what is
    `known` of the hands beside what is played, the last `line` of which the judge has counted the steps, and whether
    cards are `watched` for what they bring to light.
    """

    rules: Ruleset
    deal: Deal
    case: Case
    asked: Asked
    left: int
    after: Mapping[int, int]
    answers: Answers
    known: Known
    line: int
    watched: bool


class Course(NamedTuple):
    """A deal as far as it has come: what its present trick asks, whose `turn` it is, how many have still to play to it,
    who would take it, how many cards each hand had `left` before it; the plays; the cards not seen, those each hand is
    known to hold and those denied of it (bits), and by how many the unseen ones are enough (`spare`).
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
        answer = asked.get(cards) or frame.answers.learn(asked, frame.rules, cards, left == len(cards))
        if answer is None or line == frame.line:
            return None
        copies, _, bits, takes, after, tells = answer
        count = len(cards)
        if after is None or count > left:
            return None
        shown, unseen = self._drawn(copies)
        if unseen < 0 or held[turn] & ~shown & bits:
            return None
        if shown:
            held = (*held[:turn], held[turn] ^ shown, *held[turn + 1 :])
        plays = (*plays, make(Play, (turn, cards, line)))
        bits &= unseen & ~denied[turn]
        ease -= count
        if ease < 0 or bits:
            denied = (*denied[:turn], denied[turn] | bits, *denied[turn + 1 :])
            ease = spare(unseen, self._places(unseen, left, plays, held, denied))
            if ease < 0:
                return None
        if takes:
            best = turn
        to_play -= 1
        if to_play:
            turn = frame.after[turn]
        elif left > count:
            tricks, plays, left = (*tricks, Trick(len(tricks) + 1, plays, best)), (), left - count
            after, turn, to_play = frame.answers.lead, best, len(frame.after)
        found = make(Course, (frame, after, turn, to_play, best, left, plays, tricks, unseen, held, denied, ease))
        if tells and frame.rules.may_reveal(found.deal):
            return None
        return None if frame.watched and frame.rules.revealed(found.deal, line) else found

    def lay_all(self, plays: tuple[tuple[str, ...], ...], line: int) -> Course | None:
        """The same after the plays of a trick that begins here, or its first ones."""
        if self.plays or not 0 < len(plays) <= self.to_play:
            return None
        course: Course | None = self
        for cards in plays:
            course = course.lay(cards, line) if course else None
        return course

    def _drawn(self, copies: tuple[int, ...]) -> tuple[int, int]:
        """The cards known to be in the hand whose turn it is that come out of it, one of each of these copies, and
        those then unseen; -1 where one cannot, is one of several that are told apart, or was denied.
        """
        _, _, turn, _, _, left, _, _, unseen, held, denied, _ = self
        known = self.frame.known
        mine, shown = held[turn], 0
        room = left - mine.bit_count()
        for run in copies:
            card = mine & run & ~shown
            if card:
                card &= -card
                shown |= card
            else:
                free = unseen & run
                card = free & -free
                room -= 1
                if not card or room < 0 or known.barred[turn] & card or (free != card and free & known.apart):
                    return 0, -1
                unseen ^= card
            if denied[turn] & card:
                return 0, -1
        return shown, unseen

    def _places(
        self, unseen: int, left: int, plays: tuple[Play, ...], held: tuple[int, ...], denied: tuple[int, ...]
    ) -> Iterator[Places]:
        """What each pocket with room accepts of the unseen cards, and its rooms."""
        barred = self.frame.known.barred
        rooms = dict.fromkeys(self.frame.after, left)
        for seat, cards, _ in plays:
            rooms[seat] -= len(cards)
        for seat, room in rooms.items():
            room -= held[seat].bit_count()
            if room:
                yield unseen & ~(denied[seat] | barred[seat]), room
        for room, refused in self.frame.known.others:
            yield unseen & ~refused, room

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
                answer = asked[play.cards]
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
    following = rules.following(deal)
    if following is None:
        return None
    kept, best = answers(type(rules), following), -1
    asked = kept.lead
    if plays:
        best = rules.winner(deal, trick)
        cards = next(play.cards for play in plays if play.seat == best)
        asked = kept.after(asked_by(following, (play.cards for play in plays)), cards, left == deal.asked)
    after = dict(zip(deal.order, (*deal.order[1:], deal.order[0]), strict=True))
    frame = Frame(rules, deal, case, asked, left, after, kept, found, case.steps[0], rules.may_reveal(deal))
    return Course(
        frame, asked, turns[len(plays)], len(turns) - len(plays), best, left, plays, deal.tricks,
        case.unseen, found.held, found.denied, -1,
    )  # fmt: skip
