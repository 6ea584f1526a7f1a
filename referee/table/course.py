"""The course of an open deal: lays quiet cards with a few look-ups each.

A card is quiet if it comes in turn from a hand that may hold it, breaks no law that all can see, and leaves the unseen
cards enough room, whatever it denies. Then nobody is accused, and only the cards on the table change. A course is a
value. It holds, as ints, what the next card depends on, and hands every card that may not be quiet to the whole
referee (`plays.py`, `referee/judge`), where all laws and proofs are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from referee.judge import Case, judge_acts
from referee.judge.hall import Places, spare_and_tied
from referee.judge.pockets import stand_in
from referee.judge.quiet import Known, Laid, known_hands, played_out, with_plays
from referee.judge.tricks import Answers, Demand, answers
from referee.rules.deal import Deal, Play, Trick
from referee.rules.following import Following, asked_by, best_of
from referee.rules.ruleset import Ruleset
from referee.words.value import make

Bits = tuple[int, ...]
PLAYING = frozenset({"play", "trick"})


class Frame(NamedTuple):
    """The constant part of a course.

    The course began with the `deal` and the `case`; the trick then lying there had this `demand`, and the shortest hand
    had so many cards `left` before it. `next`: the next seat of each; `answers`: of the game under these laws; `known`:
    the knowledge about the hands then; `beyond`: the rooms and known cards of each hand beyond `left`. `line` is the
    last line that took steps of the judge; `watched`: whether cards may yet bring something to light.
    """

    rules: Ruleset
    deal: Deal
    case: Case
    demand: Demand
    left: int
    next: Mapping[int, int]
    answers: Answers
    known: Known
    beyond: tuple[int, ...]
    line: int
    watched: bool


class Course(NamedTuple):
    """The changing part of a course, and its `frame`.

    The present trick: its `demand`, whose `turn` it is, how many seats have still `to_play`, the `best` play (None
    if one came before its turn), the cards the shortest hand had `left` before it, and its `plays`. Cards (bits): all
    `unseen` ones; by seat those that `came` out of one of several pockets, those known to be `held`, those `denied`.
    `spare` is a lower bound of the cards to spare, `tied` an upper bound of the rooms in pockets that do not
    accept all cards.
    """

    frame: Frame
    demand: Demand
    turn: int
    to_play: int
    best: Play | None
    left: int
    plays: tuple[Play, ...]
    tricks: tuple[Trick, ...]
    unseen: int
    came: Bits
    held: Bits
    denied: Bits
    spare: int
    tied: int

    def lay(self, cards: tuple[str, ...], line: int) -> Course | None:
        """The course after a play of the seat whose turn it is; None if the play is not quiet.
        When a hand is empty after a trick, the trick is not gathered: `to_play` is 0, and the course ends.
        """
        frame, demand, turn, to_play, best, left, plays, tricks, before, came, held, denied, spare, tied = self
        answer, count = demand.get(cards) or frame.answers.learn(demand, frame.rules, cards), len(cards)
        if answer is None or answer.after is None or count > left or line == frame.line:
            return None
        copies, _, bits, beats, after, tells = answer
        _, _, _, barred, refused, _, several, apart, _, _ = frame.known
        mine, refused_here, unseen, shown = held[turn], denied[turn] | refused[turn], before, 0
        for run in copies:
            card = mine & run & ~shown
            if card:
                card &= -card
                shown |= card
            else:
                free = unseen & run & ~barred[turn]
                card = self._stand_in(free, refused_here) if free & apart else free & -free
                unseen ^= card
            if not card or refused_here & card:
                return None
        plays, spare = (*plays, make(Play, (turn, cards, line))), spare - count
        if spare < 0 or mine or several or bits & unseen & ~denied[turn]:
            if not (found := self._changed_hands(plays, unseen, shown, bits, spare)):
                return None
            held, came, denied, spare, tied = found
        takes = best is None or beats.get(best.cards)
        if best is None or takes or (takes is None and frame.answers.learn_beats(answer, cards, best.cards)):
            best = plays[-1]
        to_play -= 1
        if to_play:
            turn = frame.next[turn]
        elif left > count:
            tricks, plays, left = (*tricks, Trick(len(tricks) + 1, plays, best.seat)), (), left - count
            after, turn, to_play, best = frame.answers.lead, best.seat, len(frame.next), None
        now = make(
            Course, (frame, after, turn, to_play, best, left, plays, tricks, unseen, came, held, denied, spare, tied)
        )
        return now._watched(line, tells) if tells or frame.watched else now

    def lay_early(self, seat: int, cards: tuple[str, ...], line: int) -> Course | None:
        """The course after a play before its turn, or after such a play, in a game that allows it; None if it is not
        quiet. `best` is None until all have played: then the first in turn of the strongest plays takes the trick.
        """
        frame, plays = self.frame, self.plays
        played = [play.seat for play in plays]
        if not plays or seat in played or seat not in frame.next:
            return None
        found = self._replace(turn=seat).lay(cards, line)
        if found is None:
            return None
        turns = frame.deal.round(played[0])
        if found.plays:
            played.append(seat)
            return found._replace(turn=next((one for one in turns if one not in played), seat), best=None)
        trick = found.tricks[-1]
        winner = best_of(frame.answers.following, frame.deal.in_turn(trick.plays)).seat
        return found._replace(turn=winner, tricks=(*found.tricks[:-1], trick._replace(winner=winner)))

    def _changed_hands(
        self, plays: tuple[Play, ...], unseen: int, shown: int, said: int, spare: int
    ) -> tuple[Bits, Bits, Bits, int, int] | None:
        """The new `held`, `came`, `denied`, `spare` and `tied` after the last of these plays: it showed the known cards
        `shown` and denied the cards `said`. None if its hand is known to hold one it denied or has no room for its
        cards, or if the unseen cards may not fit.
        """
        frame, turn, held, came, denied, tied = self.frame, self.turn, self.held, self.came, self.denied, self.tied
        mine, new, known = held[turn], self.unseen ^ unseen, frame.known
        room = self.left + frame.beyond[turn] - mine.bit_count()
        if mine:
            if mine & ~shown & said or new.bit_count() > room:
                return None
            held = (*held[:turn], mine ^ shown, *held[turn + 1 :])
        elif turn in known.several:
            came = (*came[:turn], came[turn] | new, *came[turn + 1 :])
        said &= unseen & ~denied[turn]
        if said:
            tied += 0 if denied[turn] & self.unseen else room
            said |= denied[turn]
            denied = (*denied[:turn], said, *denied[turn + 1 :])
            # A group with this pocket refuses at most what it refuses, and holds no pocket that refuses nothing.
            spare = min(spare, unseen.bit_count() - tied - (unseen & (said | known.barred[turn])).bit_count())
        if spare < 0 or came is not self.came or (said and known.several):
            spare, tied = self._counted(plays, held, unseen, came, denied)
        return None if spare < 0 else (held, came, denied, spare, tied)

    def _counted(self, plays: tuple[Play, ...], held: Bits, unseen: int, came: Bits, denied: Bits) -> tuple[int, int]:
        """The new `spare` and `tied` after these plays of the trick, counted by what each pocket accepts."""
        frame, rooms = self.frame, self._rooms(plays, held)
        places: list[Places] = [
            (unseen & ~(refused | denied[seat]) | laid | came[seat] & ~refused, room)
            for (seat, _, refused, _, laid), room in zip(frame.known.pockets, rooms, strict=True)
            if room
        ]
        return spare_and_tied(unseen | frame.case.placed | sum(came), places)

    def _stand_in(self, free: int, refused: int) -> int:
        """The one of these copies that may stand for any of them; 0 if none may, or if the hand refuses one."""
        if free & refused:
            return 0
        if not free & (free - 1):
            return free
        rooms = self._rooms(self.plays, self.held)
        pockets = zip(self.frame.known.pockets, rooms, strict=True)
        return stand_in(free, [barred for (_, _, _, barred, _), room in pockets if room])

    def _rooms(self, plays: tuple[Play, ...], held: Bits) -> list[int]:
        """The room of each pocket of `frame.known`, after these plays of the trick, with these known cards by seat."""
        left, beyond, played = self.left, self.frame.beyond, {seat for seat, _, _ in plays}
        after = left - len(plays[0].cards) if plays else left
        return [
            room or (after if seat in played else left) + beyond[seat] - held[seat].bit_count()
            for seat, room, _, _, _ in self.frame.known.pockets
        ]

    def lay_all(self, plays: tuple[tuple[str, ...], ...], line: int) -> tuple[Course, int]:
        """The course after the plays of a trick that begins here, up to the first one not quiet; and their number."""
        course = self
        for count, cards in enumerate(plays):
            found = course.lay(cards, line)
            if found is None:
                return course, count
            course = found
        return course, len(plays)

    def _watched(self, line: int, tells: bool) -> Course | None:
        """The course; None if its last play brought something to light, or begins to. Watched no longer than needed."""
        frame, deal = self.frame, self.deal
        if not frame.rules.may_reveal(deal):
            return self._replace(frame=frame._replace(watched=False))
        return None if tells or frame.rules.revealed(deal, line) else self

    @property
    def deal(self) -> Deal:
        """The deal as it is now."""
        frame, deal = self.frame, self.frame.deal
        gone = {seat: deal.gone.get(seat, 0) + frame.left - self.left for seat in frame.next}
        for play in deal.trick.plays:
            gone[play.seat] -= len(play.cards)
        for play in self.plays:
            gone[play.seat] += len(play.cards)
        lead = self.tricks[-1].winner if len(self.tricks) > len(deal.tricks) else deal.lead
        all_gone = {**deal.gone, **{seat: count for seat, count in gone.items() if count}}
        return deal.played(self.tricks, Trick(len(self.tricks) + 1, self.plays), lead, all_gone)

    def case(self, deal: Deal) -> Case:
        """The case at this point of the deal."""
        case = self.frame.case
        if deal.state == "done" and deal.over and not (case.placed or self.frame.known.several):
            return played_out(case, self.unseen)
        return with_plays(case, self._laid(deal))

    def _laid(self, deal: Deal) -> Iterator[Laid]:
        """The plays of the deal since the course began, with what they say."""
        frame = self.frame
        demand, done = frame.demand, len(frame.deal.trick.plays)
        for number, plays, _, _ in deal.all_tricks[len(frame.deal.tricks) :]:
            led = plays[0].cards if done else ()
            for play in plays[done:]:
                cards = play.cards
                answer = demand[cards]
                yield play, number, led, answer
                demand, led = answer.after or demand, led or cards
            demand, done = frame.answers.lead, 0


def open_course(rules: Ruleset, deal: Deal, case: Case, line: int) -> Course | None:
    """The course of an open deal whose next card comes on this line; None if the whole referee must look at it."""
    if deal.undecided or not rules.takes(deal) >= PLAYING:
        return None
    before = deal
    if not deal.begun:
        step = rules.before_lead(deal, line)
        deal = step.deal
        wrong = step.fouls or (deal is not before and not rules.takes(deal) >= PLAYING)
        if step.acts:
            before, case = deal, judge_acts(case, rules, line, step.acts)
        if wrong or case.fouls or case.explained or case.settled:
            return None
    found, following = known_hands(case, before, len(rules.seats)), rules.following(deal)
    return None if found is None or following is None else _begin(rules, deal, case, found, following)


def _begin(rules: Ruleset, deal: Deal, case: Case, found: Known, following: Following) -> Course | None:
    """The course of a deal in play, from what is known of its hands; None if its trick is not quiet so far."""
    plays, turns, each = deal.trick.plays, deal.round(deal.leader), deal.asked
    kept, hands, best = answers(type(rules), following), [deal.left(seat) for seat in turns], None
    demand = kept.lead
    if plays:
        quiet = not deal.trick.blind and all(len(play.cards) == each for play in plays)
        if not quiet or tuple([play.seat for play in plays]) != turns[: len(plays)]:
            return None
        best = deal.trick.by(rules.winner(deal, deal.trick))
        demand = kept.demand(asked_by(following, (play.cards for play in plays)))
        hands = [left + each if at < len(plays) else left for at, left in enumerate(hands)]
    left = min(hands)
    if not left:
        return None
    beyond = [room - left + own.bit_count() for room, own in zip(found.rooms, found.held, strict=True)]
    for play in plays:
        beyond[play.seat] += each
    more = case.steps[0], rules.may_reveal(deal)
    frame = Frame(rules, deal, case, demand, left, _next(deal.order), kept, found, tuple(beyond), *more)
    return Course(
        frame, demand, turns[len(plays)], len(turns) - len(plays), best, left, plays, deal.tricks,
        case.unseen & ~case.placed, (0,) * len(found.held), found.held, found.denied, found.spare, found.tied,
    )  # fmt: skip


@cache
def _next(order: tuple[int, ...]) -> Mapping[int, int]:
    """The next seat of each, in this order of play."""
    return dict(zip(order, (*order[1:], order[0]), strict=True))
