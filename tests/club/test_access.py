"""Who is let in where: codes, roles, confirmations, as the store keeps them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from referee.club.access import LETTERS, Access, Invitation, NoSuchCode, TooManyGuesses
from referee.store import Store

HERE = "192.168.1.7"


class Watch:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.now = datetime(2026, 1, 1, 20, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def store(tmp_path: Path, watch: Watch) -> Iterator[Store]:
    with Store.open(tmp_path / "a.db", clock=watch) as opened:
        yield opened


@pytest.fixture
def access(store: Store, watch: Watch) -> Access:
    return Access(store, "secret", watch)


def invited(access: Access, role: str, subject: str = "t1", *, once: bool = True) -> Invitation:
    access.invite(subject, role, f"{role} {subject} {access.of(subject).seq}", once=once)
    return next(i for i in access.of(subject).invitations.values() if i.role == role)


def let_in(access: Access, code: str, device: str, *, seat: int | None = None) -> None:
    access.accept(access.find(code, HERE), device, device, f"key {device}", seat=seat)


def test_a_code_is_six_letters_that_nobody_mistakes_for_one_another(access: Access) -> None:
    code = access.code(invited(access, "scribe"))
    assert len(code) == 6
    assert set(code) <= set(LETTERS)
    assert not set("0O1IL5S2Z8BQG") & set(LETTERS)


def test_a_code_typed_with_small_letters_and_a_space_is_the_same_code(access: Access) -> None:
    code = access.code(invited(access, "scribe"))
    assert access.find(f" {code[:3].lower()} {code[3:].lower()}", HERE).role == "scribe"


def test_a_code_lets_one_device_in_and_the_next_code_another(access: Access) -> None:
    first = access.code(invited(access, "scribe"))
    let_in(access, first, "a")
    with pytest.raises(NoSuchCode):
        access.find(first, HERE)
    second = access.code(next(iter(access.of("t1").invitations.values())))
    assert second != first
    let_in(access, second, "b")
    assert [access.of("t1").role(device) for device in "abc"] == ["scribe", "scribe", None]


def test_of_two_devices_with_one_code_in_hand_the_second_is_refused(access: Access) -> None:
    code = access.code(invited(access, "player"))
    quick, slow = access.find(code, HERE), access.find(code, HERE)
    access.accept(quick, "a", "Ana", "k1", seat=0)
    with pytest.raises(NoSuchCode):
        access.accept(slow, "b", "Ben", "k2", seat=1)
    assert set(access.of("t1").members) == {"a"}


def test_who_is_in_charge_stays_so_and_may_sit_down_besides(access: Access) -> None:
    access.grant("t1", "a", "owner", "opened")
    let_in(access, access.code(invited(access, "player")), "a", seat=2)
    member = access.of("t1").members["a"]
    assert (member.role, member.seat) == ("owner", 2)
    access.accept(invited(access, "spectator", once=False), "a", "a", "looks on too")
    assert (access.of("t1").members["a"].role, access.of("t1").members["a"].seat) == ("owner", 2)
    assert access.of("t1").taken_seats == {2}


def test_the_answer_that_was_lost_is_given_again(access: Access) -> None:
    invitation = access.find(access.code(invited(access, "player")), HERE)
    for _ in range(2):
        access.accept(invitation, "a", "Ana", "same key", seat=2)
    assert access.of("t1").members["a"].seat == 2


def test_spectators_share_one_code(access: Access) -> None:
    code = access.code(invited(access, "spectator", once=False))
    for device in "abc":
        let_in(access, code, device)
    assert set(access.of("t1").members) == set("abc")


def test_a_code_opens_its_own_table_alone(access: Access) -> None:
    one, two = invited(access, "scribe", "t1"), invited(access, "scribe", "t2")
    let_in(access, access.code(two), "a")
    assert access.of("t1").role("a") is None
    assert access.of("t2").role("a") == "scribe"
    assert access.code(one) != access.code(two)


def test_the_code_of_another_program_is_no_code(access: Access, store: Store) -> None:
    invitation = invited(access, "scribe")
    with pytest.raises(NoSuchCode):
        access.find(Access(store, "another secret").code(invitation), HERE)


def test_a_closed_invitation_lets_nobody_in_and_turns_nobody_out(access: Access) -> None:
    invitation = invited(access, "spectator", once=False)
    code = access.code(invitation)
    let_in(access, code, "a")
    access.close("t1", invitation.id, "closing")
    with pytest.raises(NoSuchCode):
        access.find(code, HERE)
    assert access.of("t1").role("a") == "spectator"


def test_inviting_anew_withdraws_the_code_before(access: Access) -> None:
    old = access.code(invited(access, "player"))
    invited(access, "player")
    with pytest.raises(NoSuchCode):
        access.find(old, HERE)


def test_who_is_turned_out_has_no_role_until_invited_again(access: Access) -> None:
    let_in(access, access.code(invited(access, "scribe")), "a")
    access.revoke("t1", "a", "out")
    assert access.of("t1").role("a") is None
    assert "a" in access.of("t1").revoked
    access.grant("t1", "a", "player", "in", seat=1)
    assert access.of("t1").role("a") == "player"
    assert "a" not in access.of("t1").revoked


def test_a_table_handed_over_has_one_owner_and_its_old_one_writes_on(access: Access) -> None:
    access.grant("t1", "a", "owner", "1", name="iPad")
    access.grant("t1", "b", "scribe", "2")
    access.grant("t1", "b", "owner", "3")
    assert (access.of("t1").role("a"), access.of("t1").role("b")) == ("scribe", "owner")


def test_a_confirmation_is_of_these_scores_alone(access: Access) -> None:
    access.confirm("t1", 1, 0, (20, -20), True, "a", "1")
    access.confirm("t1", 1, 1, (20, -20), False, "b", "2")
    assert [c.agreed for c in access.of("t1").answers_on(1, (20, -20))] == [True, False]
    assert access.of("t1").answers_on(1, (30, -30)) == ()
    access.confirm("t1", 1, 1, (20, -20), True, "b", "3")
    assert [c.agreed for c in access.of("t1").answers_on(1, (20, -20))] == [True, True]


def test_ten_wrong_codes_shut_an_address_out_for_ten_minutes_and_no_other(access: Access, watch: Watch) -> None:
    code = access.code(invited(access, "scribe"))
    for guess in range(10):
        with pytest.raises(NoSuchCode):
            access.find(f"WRONG{guess}", HERE)
    with pytest.raises(TooManyGuesses):
        access.find(code, HERE)
    assert access.find(code, "192.168.1.8").role == "scribe"
    watch.now += timedelta(minutes=11)
    assert access.find(code, HERE).role == "scribe"


def test_starting_anew_gives_nobody_new_guesses(access: Access, store: Store, watch: Watch) -> None:
    for guess in range(10):
        with pytest.raises(NoSuchCode):
            access.find(f"WRONG{guess}", HERE)
    with pytest.raises(TooManyGuesses):
        Access(store, "secret", watch).find("WRONG", HERE)


def test_all_is_there_again_after_a_restart_and_no_code_is_written_down(tmp_path: Path) -> None:
    path = tmp_path / "b.db"
    with Store.open(path) as store:
        access = Access(store, "secret")
        code = access.code(invited(access, "spectator", once=False))
        let_in(access, code, "a")
        access.set_level("t1", "scribe", "l")
    with Store.open(path) as store:
        access = Access(store, "secret")
        assert (access.of("t1").level, access.of("t1").role("a")) == ("scribe", "spectator")
        assert access.find(code, HERE).role == "spectator"
        assert access.subjects("a")["t1"].name == "a"
    assert code.encode() not in path.read_bytes()


def test_a_clock_put_back_by_a_day_shuts_nobody_out_for_a_day(access: Access, watch: Watch, store: Store) -> None:
    for _ in range(10):
        with pytest.raises(NoSuchCode):
            access.find("333333", HERE)
    with pytest.raises(TooManyGuesses):
        access.find("333333", HERE)
    watch.now -= timedelta(days=1)
    for at in (access, Access(store, "secret", watch)):
        with pytest.raises(NoSuchCode):
            at.find("333333", HERE)
