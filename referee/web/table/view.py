"""A table as its page shows it: plain values in the reader's language, made from prompts and score lines alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from referee.club.access import PLAYER
from referee.club.tables import Kept
from referee.record.facts import Corrected, Inserted, PlayAsked, Played, Struck
from referee.rules import Prompt
from referee.web.kit.visit import ITSELF, OWN_CALLS, Visit, place_of
from referee.web.table.between import Outcome, deal_prompts, fact_text, outcome, refusal_texts, usual_depth
from referee.web.table.drawn import Card, Points, SeatName, TrickShown, card
from referee.web.table.felt import Caption, Felt, Middle, Place, Seat
from referee.web.table.fouls import FoulShown, Looks, foul_view, last_decision, looks_view
from referee.web.table.menu import FORGOTTEN, Amends, Bar, OtherPrompt, bar
from referee.web.table.prompts import PromptShown, at_depth, gone_cards, prompt_view, table_prompts
from referee.web.table.scores import Scores, scores_of
from referee.web.table.tricks import AT_ONCE, Tricks, tricks_of
from referee.words.languages import Language
from referee.words.text import T, Text


@dataclass(frozen=True, slots=True)
class TableShown:
    """A table for its templates. `ended`: how many deals have; `goal`: the points that end the match; `pack`: the keys
    of its pad; `scores_only`: it has none, and asks for the result of a deal at once; `two_sided`: its cards may have
    two sides; `remarks`: what everybody is to know of the cards; `refused`: what no longer counts and why; `live`: the
    address of the part that changes, as this page shows it.
    """

    id: str
    title: str
    game: str
    seq: int
    ended: int
    finished: bool
    winners: tuple[int, ...]
    goal: int | None
    pack: int
    scores_only: bool
    two_sided: bool
    remarks: tuple[str, ...]
    refused: tuple[str, ...]
    live: str
    deal: Caption | None
    trick: TrickShown | None
    middle: Middle
    places: tuple[Place, ...]
    scores: Scores

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats in their order."""
        return tuple(place.seat for place in self.places)

    @property
    def totals(self) -> tuple[Points, ...]:
        """The total of each seat."""
        return tuple(Points(seat.name, seat.total) for seat in self.seats)


@dataclass(frozen=True, slots=True)
class Notice:
    """Why the last tap was not recorded (_notice.html): a sentence, and perhaps the tap in words (`yours`), the card
    that is `wrong`, what was recorded meanwhile (`news`), the line to send all the same (`fact`). `same`: another
    device has recorded just that, "alone" or "among" more.
    """

    text: str
    yours: str = ""
    wrong: str | None = None
    same: str = ""
    news: tuple[str, ...] = ()
    fact: str = ""


@dataclass(frozen=True, slots=True)
class AskedCard:
    """A key that answers which card was played: its `fact`, and the card or several equal ones."""

    fact: str
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class TablePage:
    """The context of _table.html: what a table shows one reader.

    `acting`: a seat tapped out of turn, for which the prompts then are; `waits`: what the table waits for, as a
    sentence; `kind`: of that fact; `asked`: the prompt in the pad, None for a device that may not answer; `beside`: the
    prompts below it; `ruled`: the decision just made; `hands`: what the table is told of its board; `which`: the cards
    of which a reader was not sure; `looks`: those that people are to look at.
    """

    table: TableShown
    sit: int
    acting: SeatName | None
    waits: str
    kind: str
    asked: PromptShown | None
    beside: tuple[PromptShown, ...]
    bar: Bar
    fouls: tuple[FoulShown, ...]
    ruled: str | None
    notice: Notice | None
    outcome: Outcome | None
    hands: tuple[str, ...]
    which: tuple[AskedCard, ...] = ()
    looks: Looks | None = None


class TableView:
    """The page of one table for one reader."""

    def __init__(
        self,
        kept: Kept,
        language: Language,
        *,
        here: Visit = ITSELF,
        sit: int = 0,
        acting: int | None = None,
        then: str = "",
        depth: str = "cards",
        boards: Sequence[Prompt] = (),
        hands: Sequence[str] = (),
        pressed: int = 1,
    ) -> None:
        self.kept = kept
        self.table = kept.table
        self.rules = kept.table.rules
        self.language = language
        self.here = here
        self.depth = depth
        self.boards = list(boards)
        self.hands = tuple(hands)
        self.pressed = pressed
        self.gone = gone_cards(self.table, here.sees_gone)
        n = len(self.table.seats)
        self.sit = sit % n
        self.acting = acting if acting is not None and 0 <= acting < n else None
        current = self.table.current
        self.asked = at_depth(self.rules.prompts(current.deal), current.deal) if current else ()
        self.tapped = self.acting
        if self.asked and self.asked[0].seat == self.acting:  # whose turn it is does not speak out of it
            self.acting = None
        self.then = bool(self.asked) and self.asked[0].until is not None and then in ("1", self.asked[1].kind)
        if self.then:  # there is no more of that to tell
            first, second, *others = self.asked
            self.asked = (replace(second, optional=False), *others, replace(first, optional=True))
        self.beside = self._beside()
        self.waiting = self._waiting()

    def say(self, text: Text) -> str:
        return self.language.say(text)

    def page(self, live: str, notice: Notice | None = None) -> TablePage:
        """Everything the table's templates need. `live`: the address of the part that changes."""
        felt = Felt(self.kept, self.language, self.sit, self.acting, self.asked, self.here).view()
        first = self._first()
        asked = first if first and self._mine(first) else None
        others = [one for one in self._others() if self._mine(one.prompt)]
        amends = self._amends() if self.here.writes else None
        sees = self.here.sees_table
        return TablePage(
            table=self._table(live, felt.deal, felt.trick, felt.middle, felt.places),
            sit=self.sit,
            acting=None
            if self.acting is None or not self.asked
            else SeatName(self.acting, self.table.seats[self.acting]),
            waits=self._waits(first) if sees else "",
            kind=asked.kind if asked else "",
            asked=asked,
            beside=tuple(map(self._prompt_view, self.beside)),
            bar=bar(self.table, self.language, self.asked, others, self._tricks(), amends, self._calls()),
            fouls=tuple(self._fouls()) if sees else (),
            ruled=last_decision(self.table, self.language) if self.here.writes else None,
            notice=notice,
            outcome=outcome(self.table, self.language) if sees else None,
            hands=self.hands,
            which=self._which() if self.here.writes else (),
            looks=looks_view(self.kept, self.language) if self.here.writes else None,
        )

    def _which(self) -> tuple[AskedCard, ...]:
        """The keys that answer which card a reader saw."""
        asked = self._asked_for()
        if asked is None:
            return ()
        name, say = asked.seat, self.language
        return tuple(
            AskedCard(Played(name, play).line(), tuple(card(code, say) for code in play)) for play in asked.plays
        )

    def _asked_for(self) -> PlayAsked | None:
        """The question which card a reader saw, if it waits for an answer."""
        return self.table.current.asked if self.table.current else None

    def _table(
        self, live: str, deal: Caption | None, trick: TrickShown | None, middle: Middle, places: tuple[Place, ...]
    ) -> TableShown:
        standing = self.table.standing
        return TableShown(
            id=self.kept.id,
            title=self.kept.name,
            game=self.say(self.rules.title),
            seq=self.kept.seq,
            ended=len(self.table.ended),
            finished=standing.finished,
            winners=tuple(standing.winners),
            goal=self.rules.goal,
            pack=sum(len(group.cards) for group in self.rules.pad),
            scores_only=self.rules.scores_only,
            two_sided=self.rules.own_deck is not None,
            remarks=tuple(self.say(remark) for remark in self.rules.remarks()),
            refused=refusal_texts(self.table, self.language),
            live=live,
            deal=deal,
            trick=trick,
            middle=middle,
            places=places,
            scores=scores_of(self.table, self.language),
        )

    def _tricks(self) -> Tricks | None:
        """The tricks before this one: the last alone for who does not write, as at the table."""
        return tricks_of(self.table, self.language, most=AT_ONCE if self.here.writes else 1)

    def _waits(self, first: PromptShown | None) -> str:
        """What the table waits for; once the match is over, who has won it."""
        if self.table.standing.finished:
            names = tuple(self.table.seats[seat] for seat in self.table.standing.winners)
            return self.say(T("Won by {names}", names=names))
        if first and first.kind == "result" and not self.here.writes:
            return self.say(T("The result is being entered."))
        if (asked := self._asked_for()) and self.acting is None:
            return self.say(T("{name}: which card?", name=asked.seat))
        return first.text if first else ""

    def _fouls(self) -> Iterator[FoulShown]:
        """The fouls that wait for a decision."""
        for deal in self.table.deals:
            if deal.fouls:
                yield from (foul_view(self.kept, deal, foul, self.language) for foul in deal.pending)

    def _amends(self) -> Amends:
        """What would be taken back, the last fact or what was mended last, and what may be put in before it."""
        current, last = self.table.current, self.table.state.entry
        line = last.line if current and last and last.line in current.facts and last.line != current.deal.line else None
        mended, deal = self.table.latest, self.table.deals[-1].deal.line if self.table.deals else None
        missed = self._missed(line)
        if isinstance(mended, Corrected | Inserted | Struck):
            return Amends(fact_text(self.table, mended, self.language), line, deal, missed)
        undo = fact_text(self.table, last.fact, self.language) if last else ""
        if self.pressed > 1:
            undo = self.say(T("{said}, and {count} more", said=undo, count=self.pressed - 1))
        return Amends(undo, line, deal, missed)

    def _missed(self, line: int | None) -> str:
        """What may have been forgotten before the last fact of the open deal."""
        before = self.table.state.back_before(line)[0] if line is not None else None
        deal = before.current.deal if before is not None and before.current else None
        asked = at_depth(self.rules.prompts(deal), deal) if deal is not None else ()
        kind = asked[0].kind if asked else ""
        missed = self.rules.bid_forgotten if kind == "bid" else FORGOTTEN.get(kind)
        return self.say(missed) if missed else ""

    def _mine(self, prompt: PromptShown) -> bool:
        """Whether this device may answer: a player speaks for its own seat alone."""
        own = prompt.kind in OWN_CALLS and prompt.seat is not None and prompt.seat == self.here.seat
        return self.here.writes or (own and self.here.role == PLAYER)

    def _calls(self) -> bool:
        """Whether a player calls the referee from this phone; at a tournament it is the director who is called."""
        return self.here.role == PLAYER and place_of(self.kept.id) is None

    # --- prompts

    def _first(self) -> PromptShown | None:
        """What has to come first; nothing once the match is over."""
        return None if self.table.standing.finished else self._prompt_view(self.waiting[0])

    def _others(self) -> Iterator[OtherPrompt]:
        """What may be told beside that."""
        alike: Counter[str] = Counter()
        for prompt in self.waiting[0 if self.table.standing.finished else 1 :]:
            if prompt in self.beside:
                continue
            kind = prompt.kind if prompt.seat is None else f"{prompt.kind}-{prompt.seat}"
            alike[kind] += 1
            yield OtherPrompt(f"{kind}.{alike[kind]}" if alike[kind] > 1 else kind, self._prompt_view(prompt))

    def _prompt_view(self, prompt: Prompt) -> PromptShown:
        usual = usual_depth(self.table, self.depth) if prompt.kind == "deal" and not self.boards else ""
        if prompt.kind == "discard" and prompt.choices:
            usual = prompt.choices[0].word
        return prompt_view(self.table, prompt, self.language, self.gone, usual)

    def _beside(self) -> list[Prompt]:
        """What stands beside what has to come: what the game says belongs there, what the seat tapped may announce."""
        if not self.here.writes or not self.asked:
            return []
        first, *others = self.asked
        tapped = self.tapped if first.kind == "play" else None
        return [
            prompt
            for prompt in others
            if (prompt.beside and not first.until and first.kind != "result")
            or (prompt.kind == "announce" and prompt.count is None and prompt.seat == tapped is not None)
        ]

    def _waiting(self) -> list[Prompt]:
        """What the table waits for, first the one that has to come, and what may be told at any time."""
        prompts: list[Prompt] = []
        if self.table.current is not None:
            prompts = self._out_of_turn()
        elif not self.table.standing.finished:
            prompts = self.boards or deal_prompts(self.table, self.acting)
        return [*prompts, *table_prompts(self.table)]

    def _out_of_turn(self) -> list[Prompt]:
        """What is asked, for the seat that was tapped."""
        prompts = list(self.asked)
        if self.acting is not None and prompts and prompts[0].seat is not None:
            name = self.table.seats[self.acting]
            early = (
                prompts[0].kind == "play"
                and self.rules.early
                and bool(self.table.current and self.table.current.deal.trick.plays)
            )
            plays = T("{name} lays early", name=name) if early else T("{name} plays out of turn", name=name)
            if any(prompt.kind == "announce" and prompt.seat == self.acting for prompt in self.beside):
                plays = T("{name} announces, or plays out of turn", name=name)
            text = plays if prompts[0].kind == "play" else T("{name} speaks out of turn", name=name)
            prompts[0] = replace(prompts[0], seat=self.acting, text=text)
        return prompts
