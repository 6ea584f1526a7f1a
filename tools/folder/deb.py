"""A Debian package of the folder: `referee` in every terminal, and an entry in the menu that opens the first page."""

from __future__ import annotations

import platform
import shutil
import subprocess
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CONTROL = """\
Package: referee
Version: {version}
Architecture: {architecture}
Maintainer: Referee <referee@localhost>
Depends: libc6 (>= {libc})
Recommends: xdg-utils
Section: games
Priority: optional
Installed-Size: {size}
Description: {description}
 A tablet lies on the card table and somebody taps what happens. Referee
 judges each play by the laws, computes the score and prints the sheets.
"""


def build() -> Path:
    """Make build/referee_VERSION_ARCHITECTURE.deb from build/folder/referee. Raises CalledProcessError."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    whole, here = ROOT / "build" / "deb", ROOT / "tools" / "folder"
    shutil.rmtree(whole, ignore_errors=True)
    program = whole / "usr" / "lib" / "referee"
    shutil.copytree(ROOT / "build" / "folder" / "referee", program, symlinks=True)
    for source, folder, name in (
        (here / "referee.desktop", "usr/share/applications", "referee.desktop"),
        (ROOT / "static" / "icons" / "referee.svg", "usr/share/icons/hicolor/scalable/apps", "referee.svg"),
        (ROOT / "LICENSE", "usr/share/doc/referee", "copyright"),
    ):
        (whole / folder).mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, whole / folder / name)
    (whole / "usr" / "bin").mkdir()
    (whole / "usr" / "bin" / "referee").symlink_to("../lib/referee/referee")
    architecture = subprocess.check_output(["dpkg", "--print-architecture"], text=True).strip()
    size = sum(file.lstat().st_size for file in whole.rglob("*") if not file.is_dir()) // 1024
    control = whole / "DEBIAN" / "control"
    control.parent.mkdir()
    control.parent.chmod(0o755)  # whatever the umask here
    control.write_text(
        CONTROL.format(**project | {"architecture": architecture, "libc": platform.libc_ver()[1], "size": size}),
        encoding="utf-8",
    )
    made = ROOT / "build" / f"referee_{project['version']}_{architecture}.deb"
    subprocess.run(["dpkg-deb", "--root-owner-group", "--build", str(whole), str(made)], check=True)
    return made


if __name__ == "__main__":
    build()
