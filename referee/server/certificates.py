"""A club's own certificate authority, for https in a room, limited in names and in time.

There is a root, whose key is dropped once it has signed; a signer; and a leaf, made at each start and whenever the
machine's addresses change. Root and signer carry the same critical name constraints: whoever steals the signer can pose
only as a private address or this machine's `.local` name, and only until it expires. Needs the library `cryptography`.
"""

from __future__ import annotations

import ipaddress
import os
import plistlib
import re
import shutil
import socket
import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

ROOT_DAYS, LEAF_DAYS = 300, 60
BEFORE = timedelta(days=2)
"""How long before now a certificate begins, since clocks differ."""
PRIVATE = (
    "127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16",
    "::1/128", "fc00::/7", "fe80::/10",
)  # fmt: skip
NETWORKS = [ipaddress.ip_network(net) for net in PRIVATE]
IDENTIFIER = "local.referee.trust"


def folder_of(database: Path) -> Path:
    """The folder of the authority beside a database. It is in no backup: if lost, devices only have to trust again."""
    return database.with_name(database.name + ".https")


def own_name() -> str:
    """This machine's name in the room: `laptop.local`; empty where its name is not valid in a certificate."""
    name = socket.gethostname().partition(".")[0].lower()
    return f"{name}.local" if re.fullmatch(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?", name) else ""


def is_private(address: str) -> bool:
    """Whether an address is in the permitted networks: one outside would make a whole certificate invalid."""
    one = ipaddress.ip_address(address)
    return any(one.version == net.version and one in net for net in NETWORKS)


@dataclass(frozen=True, slots=True)
class Authority:
    """An authority on the disk: `folder` holds its root, its signer with the key, and the last leaf."""

    folder: Path
    root: x509.Certificate
    signer: x509.Certificate
    key: EllipticCurvePrivateKey

    @property
    def until(self) -> datetime:
        """When the authority expires."""
        return self.signer.not_valid_after_utc

    @property
    def fingerprint(self) -> str:
        """The first 16 hex digits of the root's SHA-256, in fours: `1A2B 3C4D …`, for people to compare."""
        from cryptography.hazmat.primitives.hashes import SHA256

        digits = self.root.fingerprint(SHA256()).hex().upper()[:16]
        return " ".join(digits[at : at + 4] for at in range(0, 16, 4))

    @property
    def der(self) -> bytes:
        """The root in the encoding that devices import."""
        from cryptography.hazmat.primitives.serialization import Encoding

        return self.root.public_bytes(Encoding.DER)

    def profile(self, description: str) -> bytes:
        """The root as a profile for Apple devices, with a description; installed again it replaces itself."""
        from cryptography.hazmat.primitives.hashes import SHA256

        name = self.root.subject.rfc4514_string().partition("CN=")[2].partition(",")[0]
        seed = self.root.fingerprint(SHA256())

        def identity(part: str, kind: str) -> dict[str, object]:
            known = str(uuid.UUID(bytes=seed[:16] if part == "profile" else seed[16:], version=4)).upper()
            return {
                "PayloadType": kind,
                "PayloadVersion": 1,
                "PayloadIdentifier": f"{IDENTIFIER}.{part}",
                "PayloadUUID": known,
                "PayloadDisplayName": name,
            }

        root = {"PayloadCertificateFileName": "referee.crt", "PayloadContent": self.der}
        inner = identity("root", "com.apple.security.root") | root
        outer = identity("profile", "Configuration") | {"PayloadDescription": description, "PayloadContent": [inner]}
        return plistlib.dumps(outer)

    def sign(self, addresses: Iterable[str], now: datetime) -> tuple[Path, Path]:
        """Make a leaf for this machine at those addresses that are private; return the files of its chain and key."""
        from cryptography import x509
        from cryptography.hazmat.primitives.serialization import Encoding

        numbers = dict.fromkeys(["127.0.0.1", "::1", *filter(is_private, addresses)])
        names = [x509.DNSName(name) for name in ("localhost", own_name()) if name]
        alternative = [*names, *(x509.IPAddress(ipaddress.ip_address(one)) for one in numbers)]
        key = _new_key()
        builder = _builder(key, "Referee", self.signer.subject, now, min(now + timedelta(days=LEAF_DAYS), self.until))
        builder = builder.add_extension(x509.SubjectAlternativeName(alternative), critical=False)
        leaf = _sign(builder, key, self.key, self.signer, certifies=None)
        chain, secret = self.folder / "leaf.pem", self.folder / "leaf.key"
        _write(secret, _private(key))
        _write(chain, leaf.public_bytes(Encoding.PEM) + self.signer.public_bytes(Encoding.PEM))
        return chain, secret


def read(folder: Path) -> Authority | None:
    """The authority in a folder; None where there is none. Raises ValueError for files that are no authority."""
    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    if not (folder / "signer.key").exists():
        return None
    root, signer = (x509.load_pem_x509_certificate((folder / f"{n}.crt").read_bytes()) for n in ("root", "signer"))
    key = load_pem_private_key((folder / "signer.key").read_bytes(), None)
    if not isinstance(key, EllipticCurvePrivateKey):
        raise ValueError("signer.key")
    return Authority(folder, root, signer, key)


def make(folder: Path, now: datetime) -> Authority:
    """Make an authority in a folder, in place of the one there. The key of its root is written nowhere."""
    from cryptography import x509
    from cryptography.hazmat.primitives.serialization import Encoding
    from cryptography.x509.oid import NameOID

    until = now + timedelta(days=ROOT_DAYS)
    title = f"Referee {socket.gethostname()[:30]} {now:%Y-%m-%d}"
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, title)])
    root_key, key = _new_key(), _new_key()
    root = _sign(_bind(_builder(root_key, title, name, now, until)), root_key, root_key, None, certifies=1)
    builder = _bind(_builder(key, f"{title} signer", name, now, until))
    signer = _sign(builder, key, root_key, root, certifies=0)
    forget(folder)
    folder.mkdir(mode=0o700, parents=True)
    for one, file in ((root, "root.crt"), (signer, "signer.crt")):
        _write(folder / file, one.public_bytes(Encoding.PEM))
    _write(folder / "signer.key", _private(key))
    return Authority(folder, root, signer, key)


def forget(folder: Path) -> bool:
    """Delete the authority in a folder; return whether there was one."""
    existed = folder.exists()
    if existed:
        shutil.rmtree(folder)
    return existed


def _new_key() -> EllipticCurvePrivateKey:
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.generate_private_key(ec.SECP256R1())


def _builder(
    key: EllipticCurvePrivateKey, title: str, issuer: x509.Name, now: datetime, until: datetime
) -> x509.CertificateBuilder:
    from cryptography import x509
    from cryptography.x509.oid import NameOID

    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, title)])
    builder = x509.CertificateBuilder(issuer, subject, key.public_key(), x509.random_serial_number())
    return builder.not_valid_before(now - BEFORE).not_valid_after(until)


def _bind(builder: x509.CertificateBuilder) -> x509.CertificateBuilder:
    """Add the name constraints. A kind of name without one would be unlimited: hence the invalid mail and URI."""
    from cryptography import x509

    names = [x509.DNSName(name) for name in ("localhost", own_name()) if name]
    bounds: list[x509.GeneralName] = [*names, *(x509.IPAddress(net) for net in NETWORKS)]
    bounds += [x509.RFC822Name("nobody@referee.invalid"), x509.UniformResourceIdentifier("referee.invalid")]
    return builder.add_extension(x509.NameConstraints(bounds, None), critical=True)


def _sign(
    builder: x509.CertificateBuilder,
    key: EllipticCurvePrivateKey,
    by: EllipticCurvePrivateKey,
    issuer: x509.Certificate | None,
    certifies: int | None,
) -> x509.Certificate:
    """Sign with `by`. `certifies` is how many authorities may follow in the chain, None for a leaf."""
    from cryptography import x509
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.x509.oid import ExtendedKeyUsageOID

    ca = certifies is not None
    used = x509.KeyUsage(not ca, False, False, False, False, ca, ca, False, False)
    builder = builder.add_extension(x509.BasicConstraints(ca, certifies), critical=True)
    builder = builder.add_extension(used, critical=True)
    if not (ca and issuer is None):
        builder = builder.add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
    builder = builder.add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    builder = builder.add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(by.public_key()), critical=False)
    return builder.sign(by, SHA256())


def _private(key: EllipticCurvePrivateKey) -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def _write(file: Path, data: bytes) -> None:
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as target:
        target.write(data)
