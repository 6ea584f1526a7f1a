"""Da Ban for two teams of two or three: points in tricks, three packs, a level to climb.

Source: the one document there is (S); where it is silent, what its relatives of the Shengji family agree on (R) or the
default (D) with the option beside it. The laws are numbered in docs/laws/da-ban.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from referee.deal import Deal
from referee.events import Announced, Discarded, Given, HandOpened, KittyTurned, Resulted, Shown, Withdrawn
from referee.games.da_ban.cards import ALL_POINTS, DECK, NO_TRUMP, PAD, SUITS, points, rank
from referee.games.da_ban.drawing import Drawing
from referee.games.da_ban.laws import KIND_LAWS, LAWS
from referee.games.da_ban.match import (
    Course,
    Levels,
    Outcome,
    Terms,
    Tribute,
    course,
    forfeit,
    opponents_points,
    outcome,
    put_right,
)
from referee.games.da_ban.options import DaBanOptions
from referee.games.da_ban.play import Playing
from referee.games.da_ban.prompts import fields, prompts
from referee.games.da_ban.telling import Telling
from referee.grammar import Fact, whole
from referee.options import Usual
from referee.ruleset import (
    STOCK,
    Aim,
    Due,
    Field,
    Foul,
    Holder,
    Holds,
    Line,
    Options,
    Prompt,
    Remedy,
    Scored,
    Standing,
    Step,
)
from referee.texts import Slip, T, Text

KEYS = ("master", "levels", "trump", "cards")
PLAYED_BY = {
    "jokers": T("Big King: the coloured joker. Little King: the black joker."),
    "tarot": T("Big King: trump 21. Little King: trump 1. Knights, Excuse and the other trumps are left out."),
    "shown": T("The cards that play the Kings were shown to everybody."),
}


class DaBan(Drawing, Playing, Telling):
    """As many cards as led, of the suit led while you have them; else what you like."""

    name = "da-ban"
    title = T("Da Ban")
    players = (4, 6)
    presets: ClassVar[Mapping[str, Options]] = {"standard": DaBanOptions()}
    usual = Usual((4, 6), 4, partners=True)
    deck = DECK
    pad = PAD
    picture = ("BK", "H3", "S2")
    breaches = ("must-follow", "illegal-lead", "out-of-turn", "illegal-give", "illegal-discard")
    several = True
    early = True
    by_lead = True
    laws = LAWS

    def __init__(self, options: Options, seats: tuple[str, ...]) -> None:
        super().__init__(options, seats)
        if int(self.options.start_level) >= int(self.options.end_level):
            raise Slip(T("a match from level {start} to level {end} is over before it begins",
                         start=self.options.start_level, end=self.options.end_level))  # fmt: skip
        self.goal = int(self.options.end_level) - int(self.options.start_level)
        self.timed = self.options.time_limit != "none"

    def kind_law(self, kind: str) -> str:
        return f"{self.name}.{KIND_LAWS.get(kind, 'foul.2')}"

    def remarks(self) -> tuple[Text, ...]:
        return (PLAYED_BY[self.options.kings],)

    # --- the deal

    def begin(self, number: int, line: int, dealer: int, keys: Mapping[str, str], past: Sequence[Scored]) -> Step:
        unknown = next((key for key in keys if key not in KEYS), None)
        if unknown:
            raise Slip(
                T("“{found}”: a deal of this game takes {expected}", found=unknown, expected=KEYS), found=unknown
            )
        now = course(self.options, len(self.seats), past)
        master = self.seat_of(keys["master"]) if "master" in keys else now.master
        trump = keys.get("trump")
        if trump is not None and trump not in (*SUITS, NO_TRUMP):
            raise Slip(
                T("trump={found}: expected one of {expected}", found=trump, expected=(*SUITS, NO_TRUMP)), found=trump
            )
        if trump is not None and master is None:
            raise Slip(T("trump={found}: who is master? expected master= beside it", found=trump), found=trump)
        size, sizes, kitty = self._hands(keys, dealer)
        terms = Terms(
            now.rounds + 1, self._levels(keys, now), kitty, master, "levels" in keys, trump, trump is not None,
            tribute=self._tribute(now, master),
        )  # fmt: skip
        order = self.after(dealer if master is None else master - 1)
        return Step(Deal(number, line, dealer, order, size, dict(keys), phase="draw", terms=terms, sizes=sizes))

    def _levels(self, keys: Mapping[str, str], now: Course) -> Levels:
        if "levels" not in keys:
            return now.levels
        ranks = {rank(level): level for level in range(3, int(self.options.end_level))}
        numbers = {str(level): level for level in ranks.values()}
        found = [ranks.get(word, numbers.get(word)) for word in keys["levels"].split(",")]
        if len(found) != 2 or found[0] is None or found[1] is None:
            raise Slip(
                T(
                    "levels={found}: expected two of {expected}, as in levels=3,4",
                    found=keys["levels"],
                    expected=tuple(ranks),
                ),
                found=keys["levels"],
            )
        return found[0], found[1]

    def _tribute(self, now: Course, master: int | None) -> Tribute | None:
        """What is owed to this master, if he is of the other team than who owes it."""
        if now.payer is None or master is None or not (master - now.payer) % 2:
            return None
        return Tribute(now.tribute, now.payer, master)

    def _hands(self, keys: Mapping[str, str], dealer: int) -> tuple[int, dict[int, int], int]:
        """The cards of a hand, the hands that have one more, the cards of the kitty."""
        seats = len(self.seats)
        kitty = {"auto": 6, "literal": seats}.get(self.options.kitty) or int(self.options.kitty)
        size, more = divmod(len(DECK) - kitty, seats)
        if "cards" in keys:
            most, size, more = size, whole(keys["cards"], T("a number of cards")), 0
            if not 1 <= size <= most:
                raise Slip(T("{found} cards a hand: expected 1 to {most}", found=size, most=most), found=size)
        return size, dict.fromkeys(self.after(dealer)[:more], size + 1), kitty

    def holders(self, deal: Deal, past: Sequence[Scored]) -> Mapping[Holder, int]:
        found: dict[Holder, int] = {seat: deal.dealt(seat) for seat in deal.order}
        found["kitty"] = deal.terms.size
        return found | {STOCK: len(DECK) - sum(found.values())}

    def takes(self, deal: Deal) -> frozenset[str]:
        terms: Terms = deal.terms
        if deal.phase == "done":
            return frozenset()
        found = {"result", "took"}
        if terms.trump is not None:
            found |= {"play", "trick"}
        if deal.phase == "play":
            return frozenset(found | {"withdraw"})
        if terms.tribute is not None or terms.first:
            found.add("announce")
        if terms.tribute is not None:
            found.add("give")
        if terms.trump is not None:
            found.add("discard")
        if deal.phase == "draw":
            found |= {"show", "kitty"}
            if terms.tribute is None or not terms.tribute.given:
                found.add("hand")
        return frozenset(found)

    def step(self, deal: Deal, line: int, fact: Fact) -> Step:
        match fact:
            case Shown():
                return self.shown(deal, fact, line)
            case Given():
                return self.given(deal, fact, line)
            case Announced():
                return self.announced(deal, fact, line)
            case KittyTurned():
                return self.turned(deal, fact)
            case Discarded():
                return self.discarded(deal, fact, line)
            case Withdrawn(seat):
                return self.withdrawn(deal, self.seat_of(seat), line)
            case HandOpened(seat, cards):
                at = self.seat_of(seat)
                return Step(deal._replace(hands={**deal.hands, at: cards}), (Holds(at, cards),))
            case Resulted(keys):
                return self._count(deal, dict(keys), line)
        raise Slip(T("“{found}” has no place in this game", found=fact.word), found=fact.word)

    def prompts(self, deal: Deal) -> tuple[Prompt, ...]:
        return prompts(self, deal)

    def fields(self, deal: Deal) -> tuple[Field, ...]:
        return fields(self, deal)

    def after_trick(self, deal: Deal) -> Deal:
        known = not deal.undecided and opponents_points(deal, self.options) is not None
        return deal._replace(phase="done", state="done") if known else deal

    # --- the result

    def _count(self, deal: Deal, keys: dict[str, str], line: int) -> Step:
        unknown = next((key for key in keys if key not in ("master", "points")), None)
        if unknown:
            raise Slip(
                T("“{found}”: expected one of {expected}", found=unknown, expected=("master", "points")), found=unknown
            )
        terms: Terms = deal.terms
        master = self.seat_of(keys["master"]) if "master" in keys else terms.master
        if master is None or (terms.master is not None and master != terms.master):
            name = self.seats[terms.master] if terms.master is not None else T("the name of the master")
            raise Slip(T("master={found}: expected {expected}", found=keys.get("master", ""), expected=name))
        most = self.most_points(terms)
        counted = whole(keys.get("points", ""), T("the opponents’ points"))
        if counted % 5 or not 0 <= counted <= most:
            raise Slip(
                T("{found} points: expected a multiple of 5 from 0 to {most}", found=counted, most=most), found=counted
            )
        typed = {"master": self.seats[master], "points": str(counted)}
        done = self.mastered(deal, replace(terms, master=master))._replace(counted=typed, phase="done", state="done")
        return Step(done, fouls=self._miscounted(deal, counted, line))

    def most_points(self, terms: Terms) -> int:
        """The most the opponents can make: all points, and those set aside once more where they count twice."""
        return ALL_POINTS + (10 * terms.size if self.options.kitty_bonus == "x2" else 0)

    def _miscounted(self, deal: Deal, counted: int, line: int) -> tuple[Foul, ...]:
        """A result that the tricks written down contradict."""
        master = deal.terms.master
        seen = [0, 0]
        for trick in deal.tricks:
            if trick.winner is not None and master is not None:
                seen[(trick.winner - master) % 2] += points(trick.cards)
        if seen[1] <= counted and (counted <= ALL_POINTS - seen[0] or self.options.kitty_bonus != "none"):
            return ()
        message = T("A slip of the pen, perhaps: {found} points for the opponents, "
                    "whose tricks hold {theirs}; the master’s hold {ours}.",
                    found=counted, theirs=seen[1], ours=seen[0])  # fmt: skip
        return (Foul("wrong-count", None, "seen", line, line, self.kind_law("wrong-count"), message),)

    def result(self, deal: Deal) -> Mapping[str, Any]:
        master = deal.terms.master
        found: dict[str, Any] = {} if master is None else {"master": self.seats[master]}
        counted = opponents_points(deal, self.options)
        return found if counted is None else found | {"points": counted}

    def extra(self, scored: Scored, past: Sequence[Scored]) -> Mapping[str, Any]:
        """Levels, master and tribute as they stand after this round; while it is played, as it is played."""
        terms: Terms = scored.deal.terms
        found: dict[str, Any] = {"trump": terms.trump}
        if outcome(self.options, scored) is None:
            due = terms.tribute.due if terms.tribute is not None else 0
            return found | {"levels": list(terms.levels), "master": self._name(terms.master), "tribute": due}
        now = course(self.options, len(self.seats), [*past, scored])
        return found | {"levels": list(now.levels), "master": self._name(now.master), "tribute": now.tribute}

    def _name(self, seat: int | None) -> str | None:
        return None if seat is None else self.seats[seat]

    # --- the score

    def lines(self, scored: Scored, past: Sequence[Scored]) -> tuple[Line, ...]:
        found = outcome(self.options, scored)
        terms: Terms = scored.deal.terms
        if found is None or terms.master is None:
            return ()
        lines = [self._outcome_line(scored, past, found, terms.master)]
        if found.tribute:
            payer, receiver = self.seats[terms.master], self.seats[(terms.master + 1) % len(self.seats)]
            owed = T("{payer} owes {receiver} tribute: {number}", payer=payer, receiver=receiver, number=found.tribute)
            lines.append(self._line("tribute.1", owed))
        return tuple(lines)

    def aims(self, scored: Scored) -> tuple[Aim, ...]:
        found, master = outcome(self.options, scored), scored.deal.terms.master
        if found is None or master is None:
            return ()
        ours = {seat: self.team(None, seat) == self.team(None, master) for seat in range(len(self.seats))}
        return tuple(
            Aim(seat, T("the master’s side") if on else T("against the master"), on == found.held)
            for seat, on in ours.items()
        )

    def _outcome_line(self, scored: Scored, past: Sequence[Scored], found: Outcome, master: int) -> Line:
        gain, law = (1, "result.1") if found.held else (0, "result.2")
        if found.points is None:
            foul = forfeit(self.options, scored.upheld)
            seat = foul.seat if foul is not None and foul.seat is not None else master
            text = T("foul by {name}: the round is lost", name=self.seats[seat])
            return self._line("foul.2", text, master, gain)
        if found.held:
            now = course(self.options, len(self.seats), [*past, scored]).levels[master % 2]
            text = T("the opponents make {points}: up to level {level}", points=found.points, level=rank(now))
        else:
            text = T("the opponents make {points} and take over", points=found.points)
        return self._line(law, text, master, gain)

    def _line(self, law: str, text: Text, team: int = 0, gain: int = 0) -> Line:
        levels = tuple(0 if (seat - team) % 2 else gain for seat in range(len(self.seats)))
        return Line(f"{self.name}.{law}", text, levels)

    def remedy(self, scored: Scored, foul: Foul, past: Sequence[Scored]) -> Remedy:
        after = replace(scored, upheld=(*scored.upheld, foul))
        if foul.seat is None:
            text = T("Find out who it was, or correct what was written down.")
            return Remedy(text, scored.deal.state, self.lines(scored, past))
        lines = self.lines(after, past)
        if self.options.foul == "correct_only" or put_right(foul) or scored.deal.terms.master is None:
            return Remedy(T("It is put right; no penalty."), scored.deal.state, lines)
        if self.options.foul != "forfeit_round":
            each = self.options.foul.removeprefix("points:")
            return Remedy(T("The other team is given {points} points.", points=each), scored.deal.state, lines)
        stopped = replace(after, deal=scored.deal._replace(state="stopped"))
        counting = forfeit(self.options, after.upheld) or foul
        text = T("The team of {name} loses the round.", name=self.seats[counting.seat or 0])
        return Remedy(text, "stopped", self.lines(stopped, past))

    # --- the match

    def standing(self, deals: Sequence[Scored], scores: Sequence[tuple[int, ...]], dealer: int | None) -> Standing:
        seats = range(len(self.seats))
        totals = tuple(sum(score[seat] for score in scores) for seat in seats)
        now = course(self.options, len(self.seats), deals)
        due = Due(len(self.seats) - 1 if now.master is None else (now.master - 1) % len(self.seats), self._due(now))
        if now.winners is None:
            return Standing(totals, due)
        return Standing(totals, due, True, tuple(seat for seat in seats if seat % 2 in now.winners))

    def role(self, deal: Deal, seat: int) -> Text | None:
        return T("master") if seat == deal.terms.master else None

    def team(self, deal: Deal | None, seat: int) -> int | None:
        return seat % 2

    def said(self, word: str) -> Text:
        return {"cancel": T("cancels the tribute"), "master": T("is master")}.get(word) or super().said(word)

    def _due(self, now: Course) -> Text:
        if now.master is None:
            return T("first round: a Big King turned while drawing makes the master and trumps")
        name, level = self.seats[now.master], rank(now.levels[now.master % 2])
        said = T("round {number}: {name} is master, level {level}", number=now.rounds + 1, name=name, level=level)
        if now.payer is None:
            return said
        payer = self.seats[now.payer]
        return T("{said}; {payer} owes tribute: {tribute}", said=said, payer=payer, tribute=now.tribute)

    def trump(self, deal: Deal) -> str | None:
        terms: Terms = deal.terms
        return "" if terms.trump == NO_TRUMP else terms.trump

    def label(self, deal: Deal) -> Text:
        terms: Terms = deal.terms
        if terms.master is None:
            return T("round {number}", number=terms.round)
        name, level = self.seats[terms.master], rank(terms.level)
        return T("round {number}: {name} is master, level {level}", number=terms.round, name=name, level=level)
