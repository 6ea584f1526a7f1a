"""A table as its page shows it: plain values in the reader's language, made from prompts and score lines alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from markupsafe import Markup

from referee.club.access import PLAYER
from referee.club.tables import Kept
from referee.record.facts import Corrected, FoulSeen, Inserted, Ruled, Struck
from referee.rules.deal import Deal
from referee.rules.ruleset import Prompt, total
from referee.web.kit.addresses import address
from referee.web.kit.parts import SENT, Same, part
from referee.web.kit.visit import ITSELF, OWN_CALLS, Visit
from referee.web.table.between import amended_told, fact_told, outcome, rows, rulings_told, running
from referee.web.table.drawn import TrickShown, law_text
from referee.web.table.felt import Felt
from referee.web.table.fouls import FoulShown, foul_view, ruling_told
from referee.web.table.menu import referee_part
from referee.web.table.pieces import NAMED
from referee.web.table.prompts import deal_prompts, gone_cards, prompt_view, same_prompt, table_prompts, usual_depth
from referee.words.languages import Language
from referee.words.text import T, Text


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
        depth: str = "cards",
        boards: Sequence[Prompt] = (),
        hands: Sequence[str] = (),
    ) -> None:
        self.kept = kept
        self.table = kept.table
        self.rules = kept.table.rules
        self.language = language
        self.here = here
        self.depth = depth
        self.boards = list(boards)
        self.hands = hands
        self.gone = gone_cards(self.table, here.sees_gone)
        n = len(self.table.seats)
        self.sit = sit % n
        self.acting = acting if acting is not None and 0 <= acting < n else None
        current = self.table.current
        self.asked = self._at_depth(list(self.rules.prompts(current.deal)), current.deal) if current else ()

    def say(self, text: Text) -> str:
        return self.language.say(text)

    def context(self, live: str, notice: dict[str, Any] | None = None) -> dict[str, Any]:
        """Everything the table's templates need."""
        table, prompts = self._table(live), self.prompts()
        return {
            "table": table,
            "sit": self.sit,
            "acting": None
            if self.acting is None or not self.asked
            else {"index": self.acting, "name": self.table.seats[self.acting]},
            "waits": self._waits(prompts) if self.here.sees_table else "",
            "prompts": [prompt for prompt in prompts if self._mine(prompt)],
            "fouls": self._fouls() if self.here.sees_table else [],
            "ruled": self._ruled() if self.here.writes else None,
            "notice": notice,
            "referee": referee_part(self.kept, self.language, self.asked),
            "outcome": outcome(self.table, self.language) if self.here.sees_table else None,
            "rounds": rows(self.table, self.language) if self.here.sees_table and self.table.current is None else [],
            "hidden": SENT,
            "hands": self.hands,
            "shows": Markup(NAMED),
        } | self._kept(table)

    def _waits(self, prompts: list[dict[str, Any]]) -> str:
        """What the table waits for; once the match is over, who has won it."""
        if self.table.standing.finished:
            names = tuple(self.table.seats[seat] for seat in self.table.standing.winners)
            return self.say(T("won by {names}", names=names))
        if prompts and prompts[0]["kind"] == "result" and not self.here.writes:
            return self.say(T("The result is being entered."))
        return str(prompts[0].get("text", "")) if prompts else ""

    def _fouls(self) -> list[FoulShown]:
        """The fouls that wait for a decision."""
        deals = (deal for deal in self.table.deals if deal.fouls)
        return [foul_view(self.kept, deal, foul, self.language) for deal in deals for foul in deal.pending]

    def _last_line(self) -> int | None:
        """The line of the last entry of the deal being played, before which something may have been forgotten."""
        current, last = self.table.current, self.table.state.entry
        return last.line if current and last and last.line in current.facts and last.line != current.deal.line else None

    def _undo(self) -> str | None:
        """What would be taken back: the last fact, or what was mended last."""
        last = self.table.state.entry
        mended = self.table.log[-1].fact if self.table.log else None
        if isinstance(mended, Corrected | Inserted | Struck):
            return amended_told(self.table, mended, self.language)
        return fact_told(self.table, last.fact, self.language) if last else None

    def _ruled(self) -> str | None:
        """What was decided or mended by the last line, if it does either."""
        last = self.table.log[-1] if self.table.log else None
        if last is not None and isinstance(last.fact, Corrected | Inserted | Struck):
            return amended_told(self.table, last.fact, self.language)
        if last is not None and isinstance(last.fact, FoulSeen):
            kind = self.rules.foul_name(last.fact.breach)
            return self.say(T("Upheld: {name} – {foul}", name=last.fact.seat, foul=kind))
        if last is None or not isinstance(last.fact, Ruled):
            return None
        return ruling_told(self.table, last.fact, self.language)

    def _mine(self, prompt: dict[str, Any]) -> bool:
        """Whether this device may answer: a player speaks for its own seat alone."""
        own = prompt["kind"] in OWN_CALLS and prompt.get("seat") is not None and prompt["seat"] == self.here.seat
        return self.here.writes or (own and self.here.role == PLAYER)

    # --- the table

    def _table(self, live: str) -> dict[str, Any]:
        table, standing = self.table, self.table.standing
        felt = Felt(self.kept, self.language, self.sit, self.acting, self.asked, self.here.sees_table).shown()
        return felt | {
            "id": self.kept.id,
            "title": self.kept.name,
            "game": self.say(self.rules.title),
            "seq": self.kept.seq,
            "ended": len(self.table.ended),
            "finished": standing.finished,
            "winners": list(standing.winners),
            "undo": self._undo(),
            "last_line": self._last_line(),
            "goal": self.rules.goal,
            "remarks": [self.say(remark) for remark in self.rules.remarks()],
            "live": live,
            "ladders": self._ladders(),
            "last_trick_part": self._last_trick(table.deals[-1].deal if table.deals else None, felt["last_trick"]),
        }

    def _ladders(self) -> list[dict[str, Any]]:
        """How far each side has climbed, where a match is a climb."""
        return [
            {"name": self.say(ladder.name), "rungs": ladder.rungs, "at": len(ladder.reached) - 1}
            for ladder in self.rules.ladders(self.table.past)
        ]

    def _checks(self) -> list[str]:
        """What does not add up after the deals that have ended, as far as the laws of the game can tell."""
        ended, n = self.table.ended, len(self.table.seats)
        return [self.say(text) for text in self.rules.checks(self.table.past, [d.paid(n) for d in ended])]

    def _last_trick(self, deal: Deal | None, gathered: TrickShown | None) -> Markup | str:
        """The fold with the trick before this one."""
        if deal is None or deal.last_trick is None or gathered is None:
            return ""
        seats = [{"name": name} for name in self.table.seats]
        mended_at = address("table.page", table=self.kept.id) if self.here.writes else None
        context = {"table": {"seats": seats}, "trick": gathered, "mended_at": mended_at}
        same = (self.language, self.table.seats, deal.last_trick, mended_at)
        return part("table/_last_trick.html", same, lambda: context)

    def _score(self) -> dict[str, Any] | None:
        ended = [deal for deal in self.table.ended if deal.lines]
        if not ended:
            return None
        last, n = ended[-1], len(self.table.seats)
        return {
            "label": self.say(self.rules.label(last.deal)),
            "number": last.deal.number,
            "lines": [
                {
                    "law": line.law,
                    "law_text": law_text(self.rules, line.law, self.language),
                    "text": self.say(line.text),
                    "points": [point or None for point in line.points],
                }
                for line in last.lines
            ],
            "sums": list(total(last.lines, n)),
            "rulings": rulings_told(self.table, last, self.language),
        }

    # --- prompts

    def prompts(self) -> list[dict[str, Any]]:
        """What the table waits for, first the one that has to come."""
        current = self.table.current
        found: list[Prompt] = []
        if current is None:
            found = [] if self.table.standing.finished else self.boards or deal_prompts(self.table, self.acting)
        else:
            found = self._out_of_turn()
        found += table_prompts(self.table)
        asked = [] if self.table.standing.finished else [self._asked(prompt) for prompt in found[:1]]
        alike: Counter[str] = Counter()
        for prompt in found[len(asked) :]:
            kind = prompt.kind if prompt.seat is None else f"{prompt.kind}-{prompt.seat}"
            alike[kind] += 1
            asked.append(self._told(f"{kind}.{alike[kind]}" if alike[kind] > 1 else kind, prompt))
        return asked

    def _asked(self, prompt: Prompt) -> dict[str, Any]:
        """What the table waits for."""
        usual = usual_depth(self.table, self.depth) if prompt.kind == "deal" and not self.boards else ""
        if prompt.kind == "discard" and prompt.choices:
            usual = prompt.choices[0].word
        return prompt_view(self.table, prompt, self.language, self.gone, usual)

    def _told(self, place: str, prompt: Prompt) -> dict[str, Any]:
        """What it may be told beside that: the same at most taps, and so kept as it is on the page."""
        same = (self.language, self.kept.id, place, *same_prompt(self.table, prompt))

        def context() -> dict[str, Any]:
            return {"table": {"id": self.kept.id}, "prompt": self._asked(prompt), "place": place}

        return {"kind": prompt.kind, "seat": prompt.seat, "part": part("table/_told.html", same, context)}

    def _kept(self, shown: dict[str, Any]) -> dict[str, Markup | None]:
        """What stays the same until a deal ends: its scores, the course of the match."""
        last = self.table.state.last
        of_last = last and (last.state, last.lines, last.penalties)
        same = (self.language, self.kept.id, self.table.seats, Same(self.table.state.earlier), of_last)
        scores = part(
            "table/_scores.html", same, lambda: {"table": shown, "score": self._score(), "checks": self._checks()}
        )
        course = None
        if self.table.ended:
            course = part(
                "table/_chart.html", same, lambda: {"table": shown, "totals": running(self.table, self.language)}
            )
        return {"scores": scores, "course": course}

    def _at_depth(self, prompts: list[Prompt], deal: Deal) -> tuple[Prompt, ...]:
        """The prompts in the order of how deep this deal is recorded: one has to come, the others may."""
        depth = deal.keys.get("depth", "cards")
        first = {"cards": "play", "tricks": "took", "score": "result"}[depth]
        kinds = [prompt.kind for prompt in prompts]
        if first in kinds and (depth != "cards" or prompts[0].kind in ("play", "took", "result")):
            prompts.insert(0, prompts.pop(kinds.index(first)))
        return tuple(replace(prompt, optional=place > 0) for place, prompt in enumerate(prompts))

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
            text = plays if prompts[0].kind == "play" else T("{name} speaks out of turn", name=name)
            prompts[0] = replace(prompts[0], seat=self.acting, text=text)
        return prompts
