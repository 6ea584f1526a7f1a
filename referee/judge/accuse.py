"""Name the players whose claims may be untrue, when no honest deal is left.

A set of seats explains the cards if the unseen cards can be dealt without the claims of these seats. The suspects are
the seats of all smallest explanations; a seat in every one of them is guilty beyond doubt, and is named. The judge
reports this once, and again only when less is in doubt or when the cards need a further breach.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations, product

from referee.judge.case import UNTRUE, Case, Claim, Way, numbers
from referee.judge.hall import surplus
from referee.judge.worlds import Worlds, believed_places
from referee.rules import Denial, Foul, Ruleset
from referee.rules.cards import lowest, places
from referee.words.text import CardName, T, Text

MOST_NAMED = 6
"""The most cards without room that a report lists; a longer list tells a reader nothing."""

BySeat = dict[int, int]
"""The claims (bits by number) of each seat that made any."""


def accuse(worlds: Worlds, rules: Ruleset, line: int, trick: int | None, card: str | None) -> None:
    """Report the claims and seats that may be untrue, because no honest deal is left.
    The judge no longer relies on a claim that must be untrue. Once the steps are spent it accuses nobody.
    """
    case = worlds.case
    proof = Proof(rules, line, trick, card, surplus(case.unseen, believed_places(case)), case.unseen)
    while True:
        by_seat = _claims_by_seat(case)
        if not worlds.is_possible(case.false | sum(by_seat.values())):
            case.lost = True
            case.fouls += (proof.inconsistent(),)
            return
        sets = _explanations(worlds, by_seat)
        certain = frozenset.intersection(*sets)
        untrue = [number for seat in sorted(certain) for number in _untrue_claims(worlds, by_seat, sets, seat)]
        if worlds.is_spent:
            return
        blamed = [(number, *_certainty(worlds, by_seat, number)) for number in untrue]
        for number, sure, parts in blamed:
            _blame(case, proof, number, sure, parts)
        if worlds.is_possible(case.false):
            explain(worlds, line)
            return
        if not untrue:
            break
    _suspect(worlds, proof, by_seat, sets)


def _certainty(worlds: Worlds, by_seat: BySeat, number: int) -> tuple[bool, tuple[Denial, ...]]:
    """Whether a claim is untrue in every explanation, also in those by more players than need have broken a law; and
    those of its parts that are untrue whatever the others are.
    """
    case = worlds.case
    others = case.false | sum(by_seat.values()) & ~(1 << number)
    sure = not worlds.is_possible(others)
    parts = case.claims[number].parts
    if len(parts) < 2:
        return sure, parts
    dropped = others if sure else case.false
    return sure, tuple(part for part in parts if not _alone(worlds, number, part).is_possible(dropped))


def _is_certain(worlds: Worlds, by_seat: BySeat, line: int) -> bool:
    """Whether a law was broken on a line in every explanation, also in those in which more plays broke one."""
    case = worlds.case
    others = sum(
        1 << number for bits in by_seat.values() for number in numbers(bits) if case.claims[number].line != line
    )
    return not worlds.is_possible(case.false | others)


def _alone(worlds: Worlds, number: int, part: Denial) -> Worlds:
    """The questions where a claim consists of one of its parts."""
    case, bits = worlds.case.copy(), part.cards.bits
    claim = case.claims[number]
    case.amend(number, claim._replace(parts=(part,), bits=claim.bits & bits, again=claim.again & bits))
    case.veils = tuple(
        veil._replace(ways=tuple(_way_alone(way, veil.claims.index(number), bits) for way in veil.ways))
        if number in veil.claims
        else veil
        for veil in case.veils
    )
    case.ways = ()
    case.refresh()
    return Worlds(case, worlds.line)


def _way_alone(way: Way, at: int, bits: int) -> Way:
    """A way of a trick in which a play (its place `at`) denied no cards but these."""
    return way._replace(denied=(*way.denied[:at], way.denied[at] & (bits | UNTRUE), *way.denied[at + 1 :]))


def _blame(case: Case, proof: Proof, number: int, sure: bool, parts: tuple[Denial, ...]) -> None:
    """Blame a claim that must be untrue by these `parts`, `sure`: whoever else broke a law. The foul is a new one, or
    the one already reported for its line.
    """
    claim = case.claims[number]
    case.blamed |= 1 << number
    case.refresh()
    reported = (f for f, bits in case.counted if not bits and (f.seat, f.committed) == (claim.seat, claim.line))
    foul = next((one for one in reported if one.kind != "inconsistent"), None)
    if foul is None:
        foul = proof.foul_of_one([claim], sure, parts)
        case.fouls += (foul,)
    elif not sure:
        case.counted = tuple(one for one in case.counted if one[0] is not foul)
    else:
        case.counted = tuple(one for one in case.counted if one[0] is not foul)
        case.settle([foul])
        foul = replace(foul, vague=False)
    case.counted += ((foul, 1 << number),)


def _suspect(worlds: Worlds, proof: Proof, by_seat: BySeat, sets: list[frozenset[int]]) -> None:
    """Report the suspects, and the certain offenders whose untrue claim is in doubt.
    A report from before that no longer holds is explained.
    """
    case = worlds.case
    certain = frozenset.intersection(*sets)
    doubtful = frozenset.union(*sets) - certain
    standing = [
        foul
        for foul, claims in case.counted
        if not claims and (foul.seat in certain if foul.seat is not None else doubtful >= set(foul.suspects))
    ]
    fouls = []
    for seat in sorted(certain - {foul.seat for foul in standing}):
        claims = [case.claims[number] for number in _doubtful_claims(worlds, by_seat, sets, seat)]
        fouls.append(proof.foul_of_one(claims, _is_certain(worlds, by_seat, claims[0].line)))
    if doubtful and not any(foul.seat is None for foul in standing):
        claims = [case.claims[n] for seat in sorted(doubtful) for n in _doubtful_claims(worlds, by_seat, sets, seat)]
        fouls.append(proof.foul_of_several(sorted(doubtful), claims))
    if worlds.is_spent:
        return
    _mark_explained(case, [foul for foul, claims in case.counted if not claims and foul not in standing], proof.line)
    case.fouls += tuple(fouls)
    case.counted += tuple((foul, 0) for foul in fouls)


def ascertain(worlds: Worlds) -> None:
    """Settle each foul that was told unless more laws were broken, once no deal is possible without it."""
    case, by_seat = worlds.case, _claims_by_seat(worlds.case)
    for foul, claims in case.counted if not worlds.is_spent else ():
        if foul.vague and claims and not worlds.is_possible((case.false | sum(by_seat.values())) & ~claims):
            case.settle([foul])
            sure = replace(foul, vague=False)
            case.counted = tuple((sure, bits) if one is foul else (one, bits) for one, bits in case.counted)


def explain(worlds: Worlds, line: int) -> None:
    """Mark the accusations by counting that later proofs explain.
    The judge believes the claims again that they blamed.
    """
    case = worlds.case
    accounted = worlds.is_possible(case.false)
    proved = {(case.claims[number].seat, case.claims[number].line) for number in numbers(case.proved)}
    done = []
    for foul, claims in case.counted:
        if worlds.is_possible(case.false & ~claims) if claims else accounted or (foul.seat, foul.committed) in proved:
            done.append(foul)
            case.blamed &= ~claims
    _mark_explained(case, done, line)
    case.refresh()


def _mark_explained(case: Case, done: list[Foul], line: int) -> None:
    if done:
        case.counted = tuple(one for one in case.counted if one[0] not in done)
        case.fouls = tuple(replace(foul, explained=line) if foul in done else foul for foul in case.fouls)
        case.explained += tuple(done)


def _claims_by_seat(case: Case) -> BySeat:
    """The claims of each seat that are still believed."""
    by_seat: BySeat = {}
    for number, claim in enumerate(case.claims):
        if claim.parts and not case.false >> number & 1:
            by_seat[claim.seat] = by_seat.get(claim.seat, 0) | 1 << number
    return by_seat


def _explanations(worlds: Worlds, by_seat: BySeat) -> list[frozenset[int]]:
    """The smallest sets of seats whose untruth explains the cards; none contains another."""
    sets: list[frozenset[int]] = []
    for size in range(1, len(by_seat) + 1):
        for seats in combinations(sorted(by_seat), size):
            if any(smaller <= set(seats) for smaller in sets):
                continue
            if worlds.is_possible(worlds.case.false | sum(by_seat[seat] for seat in seats)):
                sets.append(frozenset(seats))
    return sets


def _untrue_claims(worlds: Worlds, by_seat: BySeat, sets: list[frozenset[int]], seat: int) -> list[int]:
    """The claims of a certain offender that every explanation needs to be untrue."""
    untrue = []
    for number in numbers(by_seat[seat]):
        others = by_seat[seat] & ~(1 << number)
        if not any(worlds.is_possible(_claims_beside(worlds.case, by_seat, seats, seat) | others) for seats in sets):
            untrue.append(number)
    return untrue


def _doubtful_claims(worlds: Worlds, by_seat: BySeat, sets: list[frozenset[int]], seat: int) -> list[int]:
    """The claims of a seat that may be untrue: those of each line that explains the cards, else of each two lines.
    If none do, a few that do together, of which none can be left out.
    """
    beside = [_claims_beside(worlds.case, by_seat, seats, seat) for seats in sets if seat in seats]
    lines = BySeat()
    for number in numbers(by_seat[seat]):
        line = worlds.case.claims[number].line
        lines[line] = lines.get(line, 0) | 1 << number
    for size in (1, 2):
        doubtful = set[int]()
        for dropped, some in product(beside, combinations(lines.values(), size)):
            bits = sum(some)
            if worlds.is_possible(dropped | bits):
                doubtful.update([n for n in numbers(bits) if worlds.is_possible(dropped | 1 << n)] or numbers(bits))
        if doubtful:
            return sorted(doubtful)
    few = by_seat[seat]
    for number in reversed(list(numbers(few))):
        if worlds.is_possible(beside[-1] | few & ~(1 << number)):
            few &= ~(1 << number)
    return list(numbers(few))


def _claims_beside(case: Case, by_seat: BySeat, seats: frozenset[int], seat: int) -> int:
    """The claims that are not believed if these seats were untrue, without those of `seat`."""
    return case.false | sum(by_seat[other] for other in seats if other != seat)


@dataclass(frozen=True, slots=True)
class Proof:
    """A proof by counting: its place in the record, all `unseen` cards, and those `found` without room (bits)."""

    rules: Ruleset
    line: int
    trick: int | None
    card: str | None
    found: int
    unseen: int

    def foul_of_one(self, claims: list[Claim], sure: bool = True, parts: tuple[Denial, ...] = ()) -> Foul:
        """The foul of one seat, by one of these claims that it made; not `sure`: unless more laws were broken.
        `parts`: those of a single claim that the cards contradict.
        """
        first, name = claims[0], self.rules.seat_name(claims[0].seat)
        kind, law = self._breach(claims, of_play=True)
        if parts and (kind, law) not in [(part.kind, part.law) for part in parts]:
            kind, law = parts[0].kind, parts[0].law
        acts = tuple(dict.fromkeys(_act(claim, name) for claim in claims))
        if len(acts) > MOST_NAMED:
            verdict = T("{name} must have broken a law.", name=name)
        elif len(acts) > 1:
            verdict = T("So one of these was a foul: {acts}.", acts=acts)
        elif first.play is None and len(claims) == 1:
            denied, act = self._part(first).text, first.act or ""
            statement = T("{name} {act}, which says: {denied}.", name=name, act=act, denied=denied)
            verdict = T("{said} {found}", said=statement, found=T("That cannot be true."))
        elif not sure:
            verdict = T("So this was a foul, unless more laws were broken: {act}.", act=acts[0])
        else:
            verdict = T("So this was a foul: {act}.", act=acts[0])
        return Foul(
            kind, first.seat, "counted", first.line, self.line, law, self._counting(verdict), (first.seat,),
            first.play, first.trick, self.card, self.trick, vague=not sure or _several(claims),
        )  # fmt: skip

    def foul_of_several(self, seats: list[int], claims: list[Claim]) -> Foul:
        """The foul of one of several seats, by one of these claims."""
        kind, law = self._breach(claims)
        names = tuple(self.rules.seat_name(seat) for seat in seats)
        verdict = T("One of these players broke a law of play, or a card was written down wrong: {names}.", names=names)
        committed = min(claim.line for claim in claims)
        return Foul(
            kind, None, "counted", committed, self.line, law, self._counting(verdict), tuple(seats),
            None, None, self.card, self.trick, vague=_several(claims),
        )  # fmt: skip

    def _breach(self, claims: list[Claim], of_play: bool = False) -> tuple[str, str]:
        """The kind and law that were broken, whichever claim is untrue; where kinds differ, that the cards do not fit.
        `of_play`: the laws on which card to play count as one.
        """
        parts = [self._part(claim) for claim in claims]
        alike = len({part.kind for part in parts}) == 1 or (of_play and all(claim.play for claim in claims))
        return (parts[0].kind, parts[0].law) if alike else ("inconsistent", self.rules.kind_law("inconsistent"))

    def inconsistent(self) -> Foul:
        """The report that the record contradicts itself, whoever is blamed."""
        message = T("A slip of the pen, perhaps: the cards written down cannot all be right, whoever played them.")
        law = self.rules.kind_law("inconsistent")
        return Foul(
            "inconsistent", None, "counted", self.line, self.line, law, message, (), None, None, self.card, self.trick
        )

    def _part(self, claim: Claim) -> Denial:
        return claim.part(lowest(self.found & claim.bits or claim.certain or self.unseen & claim.bits))

    def _counting(self, reason: Text) -> Text:
        if not 0 < self.found.bit_count() <= MOST_NAMED:
            return T("No way is left to deal the cards that have not been seen. {found}", found=reason)
        cards = tuple(CardName(self.rules.deck.code(place)) for place in places(self.found))
        return T(
            "There is no place left for {cards} in the hands that may hold them. {found}", cards=cards, found=reason
        )


def _several(claims: list[Claim]) -> bool:
    """Whether these claims were made on more than one line."""
    return len({claim.line for claim in claims}) > 1


def _act(claim: Claim, name: str) -> Text:
    if claim.play is None:
        return T("{name} {act}", name=name, act=claim.act or "")
    cards = tuple(map(CardName, claim.play.cards))
    return T("{name} plays {cards} in trick {trick}", name=name, cards=cards, trick=claim.trick)
