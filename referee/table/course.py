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
from referee.judge.hall import spare
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
    many cards the shortest hand had `left` before it; who comes `after` whom, the answers of the game under these laws,
    what is `known` of the hands beside what is played, the last `line` of which the judge has counted the steps, and
    whether cards are `watched` for what they bring to light.
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

    def spare(self, unseen: int, rooms: tuple[int, ...], denied: tuple[int, ...]) -> int:
        """By how many cards groups of pockets have more than enough: what each accepts of the unseen ones."""
        _, _, _, barred, laid, others, _ = self.known
        places = [
            (unseen & ~(denied[seat] | barred[seat]) | laid[seat], room) for seat, room in enumerate(rooms) if room
        ]
        places += [(unseen & ~refused | out, room) for room, refused, out in others]
        return spare(unseen | self.case.placed, places)


class Course(NamedTuple):
    """A deal as far as it has come: what its present trick asks, whose `turn` it is, how many have still to play to it,
    the play that would take it, how many cards the shortest hand had `left` before it; the plays; the cards not seen;
    by seat the rooms for them, those known to be held and those denied (bits); by how many they are enough (`spare`).
    """

    frame: Frame
    asked: Asked
    turn: int
    to_play: int
    best: Play | None
    left: int
    plays: tuple[Play, ...]
    tricks: tuple[Trick, ...]
    unseen: int
    rooms: tuple[int, ...]
    held: tuple[int, ...]
    denied: tuple[int, ...]
    ease: int

    def lay(self, cards: tuple[str, ...], line: int) -> Course | None:
        """The course after a play of the seat whose turn it is; None where the card is not plain.
        With the last card of a hand nobody has still to play, and the trick lies there.
        """
        frame, asked, turn, to_play, best, left, plays, tricks, before, rooms, held, denied, ease = self
        answer, count = asked.get(cards) or frame.answers.learn(asked, frame.rules, cards), len(cards)
        if answer is None or answer.after is None or count > left or line == frame.line:
            return None
        copies, _, bits, beats, after, tells = answer
        unseen, shown = self._drawn(copies)
        if unseen < 0 or held[turn] & ~shown & bits:
            return None
        if unseen != before:
            rooms = (*rooms[:turn], rooms[turn] - (before ^ unseen).bit_count(), *rooms[turn + 1 :])
        if shown:
            held = (*held[:turn], held[turn] ^ shown, *held[turn + 1 :])
        bits &= unseen & ~denied[turn]
        ease -= count
        if ease < 0 or bits:
            denied = (*denied[:turn], denied[turn] | bits, *denied[turn + 1 :])
            ease = frame.spare(unseen, rooms, denied)
            if ease < 0:
                return None
        play = make(Play, (turn, cards, line))
        plays = (*plays, play)
        takes = best is None or beats.get(best.cards)
        if best is None or takes or (takes is None and frame.answers.learn_beats(answer, cards, best.cards)):
            best = play
        to_play -= 1
        if to_play:
            turn = frame.after[turn]
        elif left > count:
            tricks, plays, left = (*tricks, Trick(len(tricks) + 1, plays, best.seat)), (), left - count
            after, turn, to_play, best = frame.answers.lead, best.seat, len(frame.after), None
        now = make(Course, (frame, after, turn, to_play, best, left, plays, tricks, unseen, rooms, held, denied, ease))
        if tells and frame.rules.may_reveal(now.deal):
            return None
        return now._watched(line) if frame.watched else now

    def lay_all(self, plays: tuple[tuple[str, ...], ...], line: int) -> tuple[Course, int]:
        """The same after as many as are plain of the plays of a trick that begins here, and how many these are."""
        course = self
        for count, cards in enumerate(plays):
            found = course.lay(cards, line)
            if found is None:
                return course, count
            course = found
        return course, len(plays)

    def _watched(self, line: int) -> Course | None:
        """The course unless its last card brought something to light, watched no longer than something may."""
        rules, deal = self.frame.rules, self.deal
        if rules.revealed(deal, line):
            return None
        return self if rules.may_reveal(deal) else self._replace(frame=self.frame._replace(watched=False))

    def _drawn(self, copies: tuple[int, ...]) -> tuple[int, int]:
        """The cards unseen once one of each of these copies has come out of the hand whose turn it is, and those of
        them that were known to be there; -1 where one cannot, is one of several that are told apart, or was denied.
        """
        frame, turn, unseen, shown = self.frame, self.turn, self.unseen, 0
        known, mine, room, denied = frame.known, self.held[turn], self.rooms[turn], self.denied[turn]
        for run in copies:
            card = mine & run & ~shown
            if card:
                card &= -card
                shown |= card
            else:
                free = unseen & run & ~known.barred[turn]
                card = free & -free
                room -= 1
                if not card or room < 0 or (free != card and free & known.apart):
                    return -1, 0
                unseen ^= card
            if denied & card:
                return -1, 0
        return unseen, shown

    @property
    def deal(self) -> Deal:
        """The deal as it is now."""
        frame, deal = self.frame, self.frame.deal
        gone = {seat: deal.gone.get(seat, 0) + frame.left - self.left for seat in frame.after}
        for play in deal.trick.plays:
            gone[play.seat] -= len(play.cards)
        for play in self.plays:
            gone[play.seat] += len(play.cards)
        lead = self.tricks[-1].winner if len(self.tricks) > len(deal.tricks) else deal.lead
        all_gone = {**deal.gone, **{seat: count for seat, count in gone.items() if count}}
        return deal.played(self.tricks, Trick(len(self.tricks) + 1, self.plays), lead, all_gone)

    def case(self, deal: Deal) -> Case:
        """What is known of the cards once the deal has come so far."""
        return with_plays(self.frame.case, self._laid(deal))

    def _laid(self, deal: Deal) -> Iterator[Laid]:
        """The plays of the deal since the course began, with what they said."""
        frame = self.frame
        asked, done = frame.asked, len(frame.deal.trick.plays)
        for trick in deal.all_tricks[len(frame.deal.tricks) :]:
            led = trick.plays[0].cards
            for place, play in enumerate(trick.plays[done:], done):
                answer = asked[play.cards]
                yield Laid(play, trick.number, led if place else (), answer)
                asked = answer.after or asked
            asked, done = frame.answers.lead, 0


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
    if tuple(play.seat for play in plays) != turns[: len(plays)] or trick.blind:
        return None
    hands = {seat: deal.left(seat) for seat in turns}
    for play in plays:
        hands[play.seat] += len(play.cards)
    left = min(hands.values())
    following = rules.following(deal)
    if not left or following is None or any(len(play.cards) != deal.asked for play in plays):
        return None
    kept, best = answers(type(rules), following), None
    asked = kept.lead
    if plays:
        best = trick.by(rules.winner(deal, trick))
        asked = kept.after(asked_by(following, (play.cards for play in plays)))
    after = dict(zip(deal.order, (*deal.order[1:], deal.order[0]), strict=True))
    frame = Frame(rules, deal, case, asked, left, after, kept, found, case.steps[0], rules.may_reveal(deal))
    return Course(
        frame, asked, turns[len(plays)], len(turns) - len(plays), best, left, plays, deal.tricks,
        case.unseen & ~case.placed, found.rooms, found.held, found.denied, -1,
    )  # fmt: skip
