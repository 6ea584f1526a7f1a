"""What the program is made of: its libraries as they are locked, with licences and who needs whom, and htmx."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
import venv
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import cast

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "build" / "sbom.json"
PIP = ["install", "--quiet", "--disable-pip-version-check", "--no-deps"]


def listed(python: Path) -> str:
    """What is installed for this Python, as CycloneDX in JSON."""
    make = [sys.executable, "-W", "ignore", "-m", "cyclonedx_py", "environment", "--output-reproducible"]
    return subprocess.check_output([*make, "--pyproject", str(ROOT / "pyproject.toml"), str(python)], text=True)


def with_htmx(bom: str) -> str:
    """The same list, and in it what the program serves of others' besides."""
    whole = cast(dict[str, list[object]], json.loads(bom))
    file = (ROOT / "static" / "htmx.min.js").read_bytes()
    [version] = re.findall(rb'version:"([\d.]+)"', file)
    name = f"pkg:npm/htmx.org@{version.decode()}"
    whole["components"].append({
        "type": "library", "bom-ref": name, "purl": name, "name": "htmx.org", "version": version.decode(),
        "licenses": [{"license": {"id": "0BSD"}}],
        "hashes": [{"alg": "SHA-256", "content": hashlib.sha256(file).hexdigest()}],
    })  # fmt: skip
    root = json.loads(bom)["metadata"]["component"]["bom-ref"]
    for edge in cast(list[dict[str, object]], whole["dependencies"]):
        if edge["ref"] == root:
            edge["dependsOn"] = sorted([*cast(list[str], edge.get("dependsOn", [])), name])
    whole["dependencies"].append({"ref": name})
    return json.dumps(whole, indent=2) + "\n"


def main() -> None:
    """Write build/sbom.json from an environment made for it; this needs the network."""
    with TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = next(
            path for path in map(Path(folder).joinpath, ("bin/python", "Scripts/python.exe")) if path.exists()
        )
        for what in (["--require-hashes", "-r", "requirements.txt"], ["."]):
            subprocess.run([str(python), "-m", "pip", *PIP, *what], cwd=ROOT, check=True)
        subprocess.run([str(python), "-m", "pip", "uninstall", "--quiet", "--yes", "pip", "setuptools"], check=True)
        OUT.parent.mkdir(exist_ok=True)
        OUT.write_text(with_htmx(listed(python)), encoding="utf-8")


if __name__ == "__main__":
    main()
