"""A table as its page shows it: plain values in the reader's language, made from prompts and score lines alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from flask import g
from markupsafe import Markup, escape

from referee.club.access import PLAYER
from referee.club.tables import Kept
from referee.record.facts import Corrected, Inserted, Struck
from referee.rules import Prompt, total
from referee.rules.deal import Deal
from referee.rules.kept import Remembered, Same
from referee.web.kit.addresses import address
from referee.web.kit.parts import ANY, SENT, card, framed, marks, once, part, part_of, put_in
from referee.web.kit.visit import ITSELF, OWN_CALLS, Visit, place_of
from referee.web.table.between import (
    amended_told,
    columns,
    fact_told,
    line_told,
    outcome,
    refused_told,
    rows,
    rulings_told,
    running,
)
from referee.web.table.drawn import TrickShown, law_text
from referee.web.table.felt import Felt
from referee.web.table.fouls import FoulShown, decided_last, foul_view
from referee.web.table.menu import Amends, Told, bar
from referee.web.table.pieces import NAMED
from referee.web.table.prompts import deal_prompts, gone_cards, prompt_view, same_prompts, table_prompts, usual_depth
from referee.words.languages import Language
from referee.words.text import T, Text

_others: Remembered[list[Told]] = Remembered(1000)


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
        self.tapped = self.acting
        if self.asked and self.asked[0].seat == self.acting:  # whose turn it is does not speak out of it
            self.acting = None
        self.then = bool(self.asked) and self.asked[0].until is not None and then in ("1", self.asked[1].kind)
        if self.then:  # there is no more of that to tell
            first, second, *others = self.asked
            self.asked = (replace(second, optional=False), *others, replace(first, optional=True))
        self.beside = self._told_beside()
        self.waiting = self._waiting()

    def say(self, text: Text) -> str:
        return self.language.say(text)

    def context(self, live: str, notice: dict[str, Any] | None = None) -> dict[str, Any]:
        """Everything the table's templates need."""
        table, first, told = self._table(live), self._first(), self._others()
        waits = self._waits(first) if self.here.sees_table else ""
        fouls = self._fouls() if self.here.sees_table else []
        ruled = decided_last(self.table, self.language) if self.here.writes else None
        asked = [first] if first and self._mine(first) else []
        told = [prompt for prompt in told if self._mine(prompt)]
        last, amends = self._last_trick(table["last_trick"]), self._amends() if self.here.writes else None
        parts: dict[str, list[Markup]] = {
            **table.pop("parts"),
            **self._kept(table),
            "seq": [Markup(self.kept.seq)],
            "waits": [escape(waits)],
            "strip": [part_of("table/_strip.html", self.language, waits=waits, fouls=(), hands=())],
            "asked": [chunk for prompt in asked for chunk in self._drawn(prompt)] + self._beside(),
            "bar": bar(self.kept, self.language, self.asked, told, last, amends, self._calls()),
        }
        return {
            "table": table,
            "sit": self.sit,
            "acting": None
            if self.acting is None or not self.asked
            else {"index": self.acting, "name": self.table.seats[self.acting]},
            "waits": waits,
            "kind": asked[0]["kind"] if asked else "",
            "still": not (fouls or notice or ruled or self.hands or self.acting is not None),
            "fouls": fouls,
            "ruled": ruled,
            "notice": notice,
            "outcome": outcome(self.table, self.language) if self.here.sees_table else None,
            "rounds": self._rounds(),
            "hidden": SENT,
            "hands": self.hands,
            "shows": Markup(NAMED),
            "course": bool(self.table.ended),
            "parts": parts,
            "holes": marks(parts),
        }

    def plain(self, context: dict[str, Any]) -> tuple[Any, ...] | None:
        """What the frame around the parts depends on while a deal is played and nothing asks for a decision: the same
        at most taps. None at any other time.
        """
        table = context["table"]
        if not context["still"] or context["fix"] or context["evening"] or self.table.current is None:
            return None
        return (
            *(
                g.get("word", ""),
                self.language,
                self.here.sees_table,
                self.here.writes,
                len(self.table.seats),
                context["kind"] == "result",
            ),
            *(table[name] for name in ("id", "live", "ended", "pack", "finished")),
            *(context["course"], bool(table["ladders"]), (*table["remarks"], *table["refused"])),
        )

    def _rounds(self) -> list[dict[str, Any]]:
        """Between two deals the rows of the sheet, the last deal first."""
        shown = self.here.sees_table and self.table.current is None
        return rows(self.table, self.language, self.table.ended)[::-1] if shown else []

    def _waits(self, first: dict[str, Any] | None) -> str:
        """What the table waits for; once the match is over, who has won it."""
        if self.table.standing.finished:
            names = tuple(self.table.seats[seat] for seat in self.table.standing.winners)
            return self.say(T("Won by {names}", names=names))
        if first and first["kind"] == "result" and not self.here.writes:
            return self.say(T("The result is being entered."))
        return str(first["text"]) if first else ""

    def _fouls(self) -> list[FoulShown]:
        """The fouls that wait for a decision."""
        deals = (deal for deal in self.table.deals if deal.fouls)
        return [foul_view(self.kept, deal, foul, self.language) for deal in deals for foul in deal.pending]

    def _amends(self) -> Amends:
        """What would be taken back, the last fact or what was mended last, and what may be put in before it."""
        current, last = self.table.current, self.table.state.entry
        line = last.line if current and last and last.line in current.facts and last.line != current.deal.line else None
        mended = self.table.latest
        if isinstance(mended, Corrected | Inserted | Struck):
            return Amends(amended_told(self.table, mended, self.language), line)
        return Amends(fact_told(self.table, last.fact, self.language) if last else None, line)

    def _mine(self, prompt: Told) -> bool:
        """Whether this device may answer: a player speaks for its own seat alone."""
        own = prompt["kind"] in OWN_CALLS and prompt.get("seat") is not None and prompt["seat"] == self.here.seat
        return self.here.writes or (own and self.here.role == PLAYER)

    def _calls(self) -> bool:
        """Whether a player calls the referee from this phone; at a tournament it is the director who is called."""
        return self.here.role == PLAYER and place_of(self.kept.id) is None

    # --- the table

    def _table(self, live: str) -> dict[str, Any]:
        standing = self.table.standing
        felt = Felt(self.kept, self.language, self.sit, self.acting, self.asked, self.here).shown()
        return felt | {
            "id": self.kept.id,
            "title": self.kept.name,
            "game": self.say(self.rules.title),
            "seq": self.kept.seq,
            "ended": len(self.table.ended),
            "finished": standing.finished,
            "winners": list(standing.winners),
            "goal": self.rules.goal,
            "pack": sum(len(group.cards) for group in self.rules.pad),
            "remarks": [self.say(remark) for remark in self.rules.remarks()],
            "refused": refused_told(self.table, self.language),
            "live": live,
            "ladders": self._ladders(),
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

    def _last_trick(self, gathered: TrickShown | None) -> Markup | None:
        """The fold with the trick before this one."""
        if gathered is None:
            return None
        same = "last trick", self.language, self.table.seats, Same(self.table.deals[-1].deal.last_trick)
        return once((*same, self.here.writes), lambda: self._draw_last_trick(gathered))

    def _draw_last_trick(self, gathered: TrickShown) -> Markup:
        seats, shown = [{"name": name} for name in self.table.seats], gathered["plays"]
        mended_at = address("table.page", table=ANY) if self.here.writes else None
        cards = [Markup("").join(card(face, self.language) for face in play["cards"]) for play in shown]
        texts = {f"line{at}": str(play["line"]) for at, play in enumerate(shown)}
        texts |= {f"cards{at}": each for at, each in enumerate(cards)} | {"number": str(gathered["number"])}

        def context() -> dict[str, Any]:
            at = marks(texts)
            plays = [{**play, "line": at[f"line{n}"], "drawn": at[f"cards{n}"]} for n, play in enumerate(shown)]
            return {"table": {"seats": seats}, "trick": {**gathered, "plays": plays, "number": at["number"]}} | more

        more = {"mended_at": mended_at}
        same = self.language, self.table.seats, gathered["winner"], tuple(play["seat"] for play in shown), mended_at
        return put_in("table/_last_trick.html", same, texts, context)

    def _score(self) -> dict[str, Any] | None:
        ended = [deal for deal in self.table.ended if deal.lines]
        if not ended:
            return None
        last, shown = ended[-1], columns(self.table, self.language)
        sums = total(last.lines, len(self.table.seats))
        return {
            "columns": shown,
            "label": self.say(self.rules.label(last.deal)),
            "number": last.deal.number,
            "lines": [
                {
                    "law": line.law,
                    "law_text": law_text(self.rules, line.law, self.language),
                    **line_told(line.text, self.language),
                    "points": [line.points[one["seat"]] or None for one in shown],
                }
                for line in last.lines
            ],
            "sums": [sums[one["seat"]] for one in shown],
            "rulings": rulings_told(self.table, last, self.language),
        }

    # --- prompts

    def _first(self) -> dict[str, Any] | None:
        """What has to come first; nothing once the match is over."""
        return None if self.table.standing.finished else self._asked(self.waiting[0])

    def _others(self) -> list[Told]:
        """What may be told beside that: the same at most taps, and so kept as it is on the page."""
        others = self.waiting[0 if self.table.standing.finished else 1 :]
        others = [prompt for prompt in others if prompt not in self.beside] if self.beside else others
        same = self.language, self.table.header, same_prompts(self.table, others, self.gone)
        return _others.get(same, lambda: list(self._told_each(others)))

    def _told_each(self, others: Sequence[Prompt]) -> Iterator[Told]:
        alike: Counter[str] = Counter()
        for prompt in others:
            kind = prompt.kind if prompt.seat is None else f"{prompt.kind}-{prompt.seat}"
            alike[kind] += 1
            yield self._told(f"{kind}.{alike[kind]}" if alike[kind] > 1 else kind, prompt)

    def _told_beside(self) -> list[Prompt]:
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

    def _beside(self) -> list[Markup]:
        same = (self.language, self.table.header, *self.beside)

        def context() -> dict[str, Any]:
            return {"table": {"id": ANY}, "rows": [self._asked(prompt) for prompt in self.beside]}

        return [part("table/_beside.html", same, context)] if self.beside else []

    def _waiting(self) -> list[Prompt]:
        """What the table waits for, first the one that has to come, and what may be told at any time."""
        found: list[Prompt] = []
        if self.table.current is not None:
            found = self._out_of_turn()
        elif not self.table.standing.finished:
            found = self.boards or deal_prompts(self.table, self.acting)
        return [*found, *table_prompts(self.table)]

    def _drawn(self, prompt: dict[str, Any]) -> list[Markup]:
        """What the table waits for, in the pad: its keys are the same for many prompts."""
        holes = {"pad": [prompt["pad"]]} if prompt["pad"] else {}
        known = {**prompt, "pad": Markup("<!--(pad)-->") if holes else None}
        context = {"table": {"id": ANY}, "prompt": known}
        return framed("table/_asked.html", (self.language, repr(known)), holes, lambda: context)

    def _asked(self, prompt: Prompt) -> dict[str, Any]:
        """What the table waits for."""
        usual = usual_depth(self.table, self.depth) if prompt.kind == "deal" and not self.boards else ""
        if prompt.kind == "discard" and prompt.choices:
            usual = prompt.choices[0].word
        return prompt_view(self.table, prompt, self.language, self.gone, usual)

    def _told(self, place: str, prompt: Prompt) -> Told:
        same = (self.language, self.table.header, place, same_prompts(self.table, (prompt,), self.gone))
        return {"kind": prompt.kind, "seat": prompt.seat, "part": once(same, lambda: self._draw_told(place, prompt))}

    def _draw_told(self, place: str, prompt: Prompt) -> Markup:
        """What may be told: drawn once, whichever trick, seat or card it is about."""
        known = self._asked(prompt)
        texts = {name: known[name] for name in ("text", "fact") if known[name]}
        shape = known | marks(texts)
        if len(known["choices"]) == 1 and not (known["pad"] or known["fields"]):
            texts |= {name: known["choices"][0][name] for name in ("word", "label")}
            at = marks(texts)
            shape |= {"choices": [known["choices"][0] | at], "label": known["label"] and at["label"]}
            texts["label"] = known["label"] or texts["label"]

        def context() -> dict[str, Any]:
            return {"table": {"id": ANY}, "prompt": shape, "place": place}

        return put_in("table/_told.html", (self.language, place, repr(shape)), texts, context)

    def _kept(self, shown: dict[str, Any]) -> dict[str, list[Markup]]:
        """What stays the same until a deal ends: its scores, the course of the match."""
        last = self.table.state.last
        of_last = last and (last.state, last.lines, last.penalties)
        same = (
            self.language,
            g.get("word", ""),
            self.kept.id,
            self.table.seats,
            Same(self.table.state.earlier),
            of_last,
        )

        def score() -> dict[str, Any]:
            return {"table": shown, "score": self._score(), "checks": self._checks()}

        def course() -> dict[str, Any]:
            return {"table": shown, "totals": running(self.table, self.language)}

        courses = [part("table/_chart.html", same, course)] if self.table.ended else []
        return {"scores": [part("table/_scores.html", same, score)], "course": courses}

    def _at_depth(self, prompts: list[Prompt], deal: Deal) -> tuple[Prompt, ...]:
        """The prompts in the order of how deep this deal is recorded: one has to come, the others may."""
        depth = deal.keys.get("depth", "cards")
        first = {"cards": "play", "tricks": "took", "score": "result"}[depth]
        kinds = [prompt.kind for prompt in prompts]
        if first in kinds and (depth != "cards" or prompts[0].kind in ("play", "took", "result")):
            prompts.insert(0, prompts.pop(kinds.index(first)))
        return tuple(
            prompt if prompt.optional == (place > 0) else replace(prompt, optional=place > 0)
            for place, prompt in enumerate(prompts)
        )

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
