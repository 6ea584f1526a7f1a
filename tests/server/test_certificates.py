"""The authority of a club's own: what it may vouch for, what is written down of it, and https beside http."""

from __future__ import annotations

import asyncio
import plistlib
import shutil
import ssl
import subprocess
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner

pytest.importorskip("cryptography")

from cryptography import x509
from cryptography.hazmat.primitives.serialization import load_pem_private_key

from referee.cli.main import main
from referee.server import certificates, tls
from referee.store import Store
from tests.help.running import Program

NOW = datetime(2026, 7, 4, 19, 30, tzinfo=UTC)


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> certificates.Authority:
    return certificates.make(tmp_path_factory.mktemp("club") / "referee.db.https", NOW)


def vouched(authority: certificates.Authority, chain: Path, *options: str) -> bool:
    """Whether openssl accepts a chain for https, trusting the root alone."""
    folder = authority.folder
    command = ["openssl", "verify", "-x509_strict", "-attime", str(int(NOW.timestamp())), "-purpose", "sslserver"]
    command += ["-CAfile", str(folder / "root.crt"), "-untrusted", str(folder / "signer.crt"), *options, str(chain)]
    return subprocess.run(command, capture_output=True).returncode == 0


@pytest.mark.skipif(not shutil.which("openssl"), reason="no openssl")
def test_it_vouches_for_private_addresses_and_for_nothing_else(
    authority: certificates.Authority, monkeypatch: pytest.MonkeyPatch
) -> None:
    chain, _ = authority.sign(["192.168.1.7", "10.0.0.2"], NOW)
    for address in ("192.168.1.7", "10.0.0.2", "127.0.0.1", "::1"):
        assert vouched(authority, chain, "-verify_ip", address)
    assert vouched(authority, chain, "-verify_hostname", "localhost")
    assert not vouched(authority, chain, "-verify_ip", "192.168.1.8")
    monkeypatch.setattr(certificates, "own_name", lambda: "www.bank.example")  # who has the signer's key may try
    chain, _ = authority.sign([], NOW)
    assert not vouched(authority, chain, "-verify_hostname", "www.bank.example")
    monkeypatch.setattr(certificates, "own_name", lambda: "")
    monkeypatch.setattr(certificates, "is_private", lambda address: True)
    chain, _ = authority.sign(["203.0.113.9"], NOW)
    assert not vouched(authority, chain, "-verify_ip", "203.0.113.9")


def test_an_address_that_is_not_private_is_left_out_and_spoils_nothing(authority: certificates.Authority) -> None:
    chain, _ = authority.sign(["203.0.113.9", "192.168.1.7"], NOW)
    leaf = x509.load_pem_x509_certificate(chain.read_bytes())
    names = leaf.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert sorted(map(str, names.get_values_for_type(x509.IPAddress))) == ["127.0.0.1", "192.168.1.7", "::1"]


def test_the_key_of_the_root_is_written_nowhere_and_the_others_are_their_owners_alone(
    authority: certificates.Authority,
) -> None:
    authority.sign([], NOW)
    root = authority.root.public_key()
    keys = [load_pem_private_key(file.read_bytes(), None) for file in authority.folder.glob("*.key")]
    assert len(keys) == 2
    assert root not in [key.public_key() for key in keys]
    assert authority.folder.stat().st_mode & 0o077 == 0
    assert [file.name for file in authority.folder.iterdir() if file.stat().st_mode & 0o077] == []


def test_it_ends_after_a_season_and_no_certificate_outlives_it(authority: certificates.Authority) -> None:
    assert authority.until - NOW == timedelta(days=300)
    assert authority.root.not_valid_after_utc == authority.until
    late = NOW + timedelta(days=280)
    leaf = x509.load_pem_x509_certificate(authority.sign([], late)[0].read_bytes())
    assert leaf.not_valid_after_utc == authority.until
    soon = x509.load_pem_x509_certificate(authority.sign([], NOW)[0].read_bytes())
    assert soon.not_valid_after_utc - soon.not_valid_before_utc == timedelta(days=62)  # 60, and two for clocks


def test_the_profile_for_apple_devices_holds_the_root_and_replaces_itself(authority: certificates.Authority) -> None:
    told = plistlib.loads(authority.profile("why"))
    assert (told["PayloadType"], told["PayloadDescription"]) == ("Configuration", "why")
    [inner] = told["PayloadContent"]
    assert inner["PayloadType"] == "com.apple.security.root"
    assert inner["PayloadContent"] == authority.der
    assert plistlib.loads(authority.profile("other"))["PayloadUUID"] == told["PayloadUUID"]


def test_a_clock_before_the_newest_entry_makes_no_certificate_and_says_why(tmp_path: Path) -> None:
    database = str(tmp_path / "r.db")
    with Store.open(database, clock=lambda: datetime(2099, 1, 1, tzinfo=UTC)) as store:
        store.append(store.create("table", {}, key="t"), "a", 0, [("tap", {})])
    answer = CliRunner().invoke(main, ["serve", "--https", "--port", "0", "--database", database])
    assert answer.exit_code == 2
    assert "2099-01-01" in answer.output
    assert not certificates.folder_of(tmp_path / "r.db").exists()


def test_without_the_library_the_option_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.cli.trust.find_spec", lambda name: None)
    Store.open(tmp_path / "r.db").close()
    answer = CliRunner().invoke(main, ["serve", "--https", "--port", "0", "--database", str(tmp_path / "r.db")])
    assert answer.exit_code == 2
    assert "pip install 'referee[https]'" in answer.output


def test_a_new_authority_takes_the_place_of_the_old_and_forgetting_leaves_nothing(tmp_path: Path) -> None:
    Store.open(tmp_path / "r.db").close()

    def trust(*words: str) -> tuple[int, str]:
        answer = CliRunner().invoke(main, ["trust", *words, "--database", str(tmp_path / "r.db")])
        return answer.exit_code, answer.output.partition(",")[0]

    assert trust()[0] == 2
    made = trust("--new")
    assert trust() == made == (0, made[1])
    assert trust("--new") != made
    assert trust("--forget")[0] == 0
    assert not certificates.folder_of(tmp_path / "r.db").exists()


def test_the_same_is_answered_over_https_and_over_http_as_before(tmp_path: Path) -> None:
    program = Program(tmp_path / "referee.db", https=True)
    program.start()
    try:
        known = ssl.create_default_context(cafile=str(tmp_path / "referee.db.https" / "root.crt"))
        for url, context in ((program.url, None), (program.secure_url, known)):
            with urllib.request.urlopen(url + "/", context=context) as answer:
                assert answer.status == 200
                assert "Strict-Transport-Security" not in answer.headers
                assert not any("Secure" in cookie for cookie in answer.headers.get_all("Set-Cookie"))
        with pytest.raises(OSError):
            urllib.request.urlopen(program.secure_url + "/", context=ssl.create_default_context())
    finally:
        program.kill()


def test_the_certificate_follows_the_addresses_of_the_machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The door's own loop, with a server that only says which certificate it has."""
    certificates.make(tmp_path / "there", datetime.now(UTC))
    addresses, had = iter([["10.0.0.1"], ["10.0.0.1"], ["10.0.0.2"], ["10.0.0.2"]]), []

    class Server:
        def __init__(self, answer: object, ssl_cert: Path, **_: object) -> None:
            leaf = x509.load_pem_x509_certificate(ssl_cert.read_bytes())
            names = leaf.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
            had.append([str(one) for one in names.get_values_for_type(x509.IPAddress)][-1])
            self.main_loop_interrupt = asyncio.Event()

        async def serve(self) -> None:
            await self.main_loop_interrupt.wait()

        def stop(self) -> None:
            pass

    async def tried() -> None:
        door = tls.SecureDoor(tmp_path / "there", "127.0.0.1", 1)

        def look() -> list[str]:
            found = next(addresses, None)
            if found is None:
                door.close()
            return found or ["10.0.0.2"]

        monkeypatch.setattr(tls, "lan_addresses", look)
        door.open(asyncio.get_running_loop(), tried)
        await door._keeping

    monkeypatch.setattr(tls, "Server", Server)
    monkeypatch.setattr(tls, "LOOK", 0.001)
    with ThreadPoolExecutor(1) as thread:  # a browser's tests may have left a loop in this one
        thread.submit(asyncio.run, tried()).result()
    assert had == ["10.0.0.1", "10.0.0.2"]
