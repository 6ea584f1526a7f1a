"""Access to a table or a tournament: roles, invitations and confirmations, kept beside the record.

Each subject (a table, a tournament, the club) has its own stream of kind "access". It holds no facts of the game.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from types import MappingProxyType
from typing import Literal

from referee.store import Event, StaleSequence, Store, stamp
from referee.store.records import Clock, Json, utc_now
from referee.words.text import RefereeError, T, Text

KIND = "access"
CLUB = "club"
"""The subject of the club itself, not of one of its tables: its directors, scribes and spectators."""
Level = Literal["discreet", "recorder", "open", "scribe"]
LEVELS: tuple[Level, ...] = ("discreet", "recorder", "open", "scribe")
"""They show: what lies on the table; that, and to scribes the cards gone; all; to others than scribes only scores."""

Role = Literal["owner", "director", "scribe", "player", "spectator", "cashier", "reader", "witness"]
ROLES: tuple[Role, ...] = ("owner", "director", "scribe", "player", "spectator", "cashier", "reader", "witness")
OWNER, DIRECTOR, SCRIBE, PLAYER, SPECTATOR, CASHIER, READER, WITNESS = ROLES
PROGRAMS = (READER, WITNESS)
"""The roles of programs: both read; a witness also tells the tables which cards it sees."""
IN_CHARGE = (OWNER, DIRECTOR)

LETTERS = "34679ACDEFHJKMNPRTUVWXY"
"""The letters and digits of codes: none is mistaken for another when read aloud or copied by hand."""
CODE_LENGTH = 6
CLUB_CODE_LENGTH = 20
"""The length of a club's code, which is sent as a link and never typed."""
CLUB_CODE_HOLDS = timedelta(days=7)

GUESSES = 10
WINDOW = timedelta(minutes=10)
TRIES = 20


@dataclass(frozen=True, slots=True)
class Member:
    """A device with access. `seat` is its player's seat, if any; `since` is the store's time."""

    device: str
    role: Role
    name: str = ""
    seat: int | None = None
    since: str = ""


@dataclass(frozen=True, slots=True)
class Invitation:
    """An invitation to a role, open since a time of the store.

    With `once` each code lets one device in, then the next code follows. `used` counts the devices let in.
    """

    subject: str
    id: str
    role: Role
    seat: int | None = None
    once: bool = True
    used: int = 0
    since: str = ""


@dataclass(frozen=True, slots=True)
class Confirmation:
    """A seat's answer on a deal's scores. It holds for these scores alone and is void when they change."""

    deal: int
    seat: int
    scores: tuple[int, ...]
    agreed: bool
    device: str
    at: str


@dataclass(frozen=True, slots=True)
class Grants:
    """The fold of a subject's stream up to event `seq`. `calling` holds the seats that call the referee."""

    subject: str
    seq: int = 0
    level: Level = LEVELS[0]
    members: Mapping[str, Member] = field(default_factory=lambda: MappingProxyType({}))
    invitations: Mapping[str, Invitation] = field(default_factory=lambda: MappingProxyType({}))
    confirmations: tuple[Confirmation, ...] = ()
    revoked: frozenset[str] = frozenset()
    calling: frozenset[int] = frozenset()
    names: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    def role(self, device: str) -> Role | None:
        """The role of a device, None without access."""
        member = self.members.get(device)
        return member.role if member else None

    @property
    def taken_seats(self) -> frozenset[int]:
        """The seats, in a tournament the player numbers, that have a device."""
        return frozenset(member.seat for member in self.members.values() if member.seat is not None)

    def answers_on(self, deal: int, scores: Sequence[int]) -> tuple[Confirmation, ...]:
        """The last answer of each seat on exactly these scores of a deal."""
        last = {c.seat: c for c in self.confirmations if c.deal == deal and c.scores == tuple(scores)}
        return tuple(last[seat] for seat in sorted(last))

    def after(self, event: Event) -> Grants:
        """The grants after one more event."""
        body, now = event.body, replace(self, seq=event.seq)
        match event.kind:
            case "invited":
                seat, once = body.get("seat"), body.get("once", True)
                invitation = Invitation(self.subject, body["id"], body["role"], seat, once, since=event.at)
                return replace(now, invitations={**self.invitations, invitation.id: invitation})
            case "closed":
                return replace(now, invitations={k: v for k, v in self.invitations.items() if k != body["id"]})
            case "joined":
                return now._with_member(body, event.at)
            case "revoked":
                members = {k: v for k, v in self.members.items() if k != body["device"]}
                return replace(now, members=members, revoked=self.revoked | {body["device"]})
            case "levelled":
                return replace(now, level=body["level"])
            case "confirmed":
                values = (body["deal"], body["seat"], tuple(body["scores"]), body["agreed"], body["device"], event.at)
                return replace(now, confirmations=(*self.confirmations, Confirmation(*values)))
            case "called":
                return replace(now, calling=frozenset() if body["seat"] is None else self.calling | {body["seat"]})
        return now

    def _with_member(self, body: Json, at: str) -> Grants:
        member = Member(body["device"], body["role"], body.get("name", ""), body.get("seat"), at)
        invitations = dict(self.invitations)
        if (used := invitations.get(body.get("invitation", ""))) is not None:
            invitations[used.id] = replace(used, used=used.used + 1)
        members = {**self.members, member.device: member}
        names = {**self.names, member.device: member.name or self.names.get(member.device, "")}
        revoked = self.revoked - {member.device}
        return replace(self, members=members, invitations=invitations, revoked=revoked, names=names)


Change = Callable[[Grants], list[tuple[str, Json]]]
"""The events of a change to these grants, each with its kind and body."""


class NoSuchCode(RefereeError):
    """The code belongs to no open invitation: mistyped, used or withdrawn."""

    def __init__(self) -> None:
        super().__init__(T("This code lets nobody in (any more). Ask for a new one at the table."))


class TooManyGuesses(RefereeError):
    """This address has guessed too often, and has to wait `minutes`."""

    def __init__(self) -> None:
        minutes = int(WINDOW.total_seconds()) // 60
        text: Text = T("Too many wrong codes came from here. Wait {minutes} minutes.", minutes=minutes)
        super().__init__(text, minutes=minutes)


class Access:
    """The grants of every subject of a store. Codes are computed from `secret` and never stored."""

    def __init__(self, store: Store, secret: str, clock: Clock = utc_now) -> None:
        self.store = store
        self._secret = secret.encode()
        self._clock = clock
        self._streams: dict[str, str] | None = None
        self._folds: dict[str, Grants] = {}
        self._guesses: dict[str, list[str]] | None = None
        self._listeners: list[Callable[[str], None]] = []

    def listen(self, listener: Callable[[str], None]) -> None:
        """Call `listener` with each subject whose grants change."""
        self._listeners.append(listener)

    # --- reading

    def reread(self) -> None:
        """Drop all folds: the logs were rewritten, so each is folded again when next read."""
        self._folds.clear()

    def of(self, subject: str) -> Grants:
        """The grants of a subject, empty where nobody ever had access."""
        stream = self._stream(subject)
        grants = self._folds.get(subject) or Grants(subject)
        if stream is not None and self.store.seq(stream) > grants.seq:
            for event in self.store.events(stream, after=grants.seq):
                grants = grants.after(event)
            self._folds[subject] = grants
        return grants

    def subjects(self, device: str) -> dict[str, Member]:
        """The subjects to which a device has access, with its membership."""
        members = {subject: self.of(subject).members.get(device) for subject in self._all_streams()}
        return {subject: member for subject, member in members.items() if member is not None}

    def code(self, invitation: Invitation) -> str:
        """An invitation's present code: six letters and digits, twenty for the club itself."""
        turn = invitation.used if invitation.once else 0
        message = f"{invitation.subject} {invitation.id} {turn}".encode()
        number = int.from_bytes(hmac.new(self._secret, message, hashlib.sha256).digest())
        letters = []
        for _ in range(CLUB_CODE_LENGTH if invitation.subject == CLUB else CODE_LENGTH):
            number, at = divmod(number, len(LETTERS))
            letters.append(LETTERS[at])
        return "".join(letters)

    def find(self, code: str, address: str) -> Invitation:
        """The invitation of a code; capitals and separators do not count.

        Raises NoSuchCode, and TooManyGuesses after ten wrong codes from `address` within ten minutes.
        """
        wanted = "".join(letter for letter in code.upper() if letter.isalnum())
        if self._guesses_of(address) >= GUESSES:
            raise TooManyGuesses
        late = stamp(self._clock() - CLUB_CODE_HOLDS)
        for subject in self._all_streams():
            for invitation in self.of(subject).invitations.values():
                if subject == CLUB and invitation.since < late:
                    continue
                if hmac.compare_digest(self.code(invitation).encode(), wanted.encode()):
                    return invitation
        self._note_guess(address)
        raise NoSuchCode

    def knows(self, subject: str, key: str) -> bool:
        """Whether a change with this key has been made."""
        stream = self._stream(subject)
        return stream is not None and self.store.knows(stream, key)

    def subject_of_change(self, device: str, key: str) -> str | None:
        """The subject to which the change with this key gave a device access, if any."""
        return next((subject for subject in self.subjects(device) if self.knows(subject, key)), None)

    # --- writing

    def invite(self, subject: str, role: Role, key: str, *, seat: int | None = None, once: bool = True) -> None:
        """Open an invitation for a role, in place of an older one for the same role and seat."""

        def events(grants: Grants) -> list[tuple[str, Json]]:
            alike = [i.id for i in grants.invitations.values() if (i.role, i.seat) == (role, seat)]
            invitation: Json = {"id": key, "role": role, "seat": seat, "once": once}
            return [*(("closed", {"id": old}) for old in alike), ("invited", invitation)]

        self._add(subject, key, events)

    def close(self, subject: str, invitation: str, key: str) -> None:
        """Close an invitation; the devices it let in keep their access."""
        self._add(subject, key, lambda _: [("closed", {"id": invitation})])

    def accept(self, invitation: Invitation, device: str, name: str, key: str, *, seat: int | None = None) -> None:
        """Let a device in by an invitation. Raises NoSuchCode where another device was quicker with it.

        An owner or director keeps that role, and may take a seat besides.
        """
        place = invitation.seat if invitation.seat is not None else seat

        def events(grants: Grants) -> list[tuple[str, Json]]:
            now = grants.invitations.get(invitation.id)
            if now is None or (now.once and now.used != invitation.used):
                raise NoSuchCode
            known = grants.members.get(device)
            role, at = now.role, place
            if known is not None and known.role in IN_CHARGE:
                role, at = known.role, known.seat if place is None else place
            body = {"device": device, "role": role, "name": name, "seat": at, "invitation": now.id}
            return [("joined", body)]

        self._add(invitation.subject, key, events)

    def grant(
        self, subject: str, device: str, role: Role, key: str, *, name: str | None = None, seat: int | None = None
    ) -> None:
        """Give a device a role; if it becomes the owner, the owner before becomes a scribe."""

        def events(grants: Grants) -> list[tuple[str, Json]]:
            known = grants.members.get(device)
            new_name = name if name is not None else (known.name if known else "")
            before = [m for m in grants.members.values() if m.role == OWNER == role and m.device != device]
            joined = [("joined", {"device": m.device, "role": SCRIBE, "name": m.name, "seat": m.seat}) for m in before]
            return [*joined, ("joined", {"device": device, "role": role, "name": new_name, "seat": seat})]

        self._add(subject, key, events)

    def revoke(self, subject: str, device: str, key: str) -> None:
        """Take a device's access away."""
        self._add(subject, key, lambda _: [("revoked", {"device": device})])

    def set_level(self, subject: str, level: Level, key: str) -> None:
        """Choose what the devices may see."""
        if level not in LEVELS:
            raise ValueError(level)
        self._add(subject, key, lambda _: [("levelled", {"level": level})])

    def confirm(
        self, subject: str, deal: int, seat: int, scores: Sequence[int], agreed: bool, device: str, key: str
    ) -> None:
        """Note that a seat agrees with a deal's scores, or does not."""
        body = {"deal": deal, "seat": seat, "scores": list(scores), "agreed": agreed, "device": device}
        self._add(subject, key, lambda _: [("confirmed", body)])

    def call(self, subject: str, seat: int | None, key: str) -> None:
        """Note that a seat calls the referee; None clears all calls."""
        self._add(subject, key, lambda _: [("called", {"seat": seat})])

    # --- the store

    def _all_streams(self) -> dict[str, str]:
        """The streams of the subjects, listed again each time where another process may have added some."""
        if self._streams is None or self.store.shared:
            self._streams = {stream.meta["subject"]: stream.id for stream in self.store.streams(KIND)}
        return self._streams

    def _stream(self, subject: str) -> str | None:
        """The stream of a subject, None where nobody ever had access."""
        if not self.store.shared:
            return self._all_streams().get(subject)
        known = self._streams = {} if self._streams is None else self._streams
        if subject not in known and (stream := self.store.stream_of_key(KIND, f"{KIND} {subject}")) is not None:
            known[subject] = stream
        return known.get(subject)

    def _add(self, subject: str, key: str, events: Change) -> None:
        stream = self._stream(subject)
        if stream is None:
            stream = self.store.create(KIND, {"subject": subject}, f"{KIND} {subject}")
            assert self._streams is not None
            self._streams[subject] = stream
        for left in reversed(range(TRIES)):
            if self.store.knows(stream, key):
                return
            grants = self.of(subject)
            try:
                self.store.append(stream, key, grants.seq, events(grants))
                for listener in self._listeners:
                    listener(subject)
                return
            except StaleSequence:
                if not left:
                    raise

    def _guesses_of(self, address: str) -> int:
        if self._guesses is None or self.store.shared:
            self._guesses = {}
            for stream in self.store.streams("guesses"):
                for event in self.store.events(stream.id):
                    self._guesses.setdefault(event.body["from"], []).append(event.at)
        # A time in the future means that the clock was put back since: that guess must not count now.
        now = self._clock()
        since, until = stamp(now - WINDOW), stamp(now)
        recent = [at for at in self._guesses.get(self._from(address), ()) if since < at <= until]
        self._guesses.pop(self._from(address), None)
        if recent:
            self._guesses[self._from(address)] = recent
        return len(recent)

    def _note_guess(self, address: str) -> None:
        """Note a guess in the store, so that restarting the program gives nobody new guesses."""
        at, who = stamp(self._clock()), self._from(address)
        stream = self.store.create("guesses", {}, "guesses")
        for _ in range(TRIES):
            seq = self.store.seq(stream)
            try:
                self.store.append(stream, f"{who} {at} {seq}", seq, [("guessed", {"from": who})])
                break
            except StaleSequence:
                continue
        assert self._guesses is not None
        self._guesses.setdefault(who, []).append(at)

    def _from(self, address: str) -> str:
        """A keyed hash of an address."""
        return hmac.new(self._secret, address.encode(), hashlib.sha256).hexdigest()[:16]
