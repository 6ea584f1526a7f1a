"""The folders of templates, styles and translations: in the package once installed, else in the checkout."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).parent


def _folder(name: str) -> Path:
    checkout = _PACKAGE.parent / name
    installed = _PACKAGE / f"_{name}"
    return installed if installed.is_dir() else checkout


INSTALLED = (_PACKAGE / "_static").is_dir()
"""Whether the program is installed, and does not run from a checkout."""
TEMPLATES = _folder("templates")
STATIC = _folder("static")
TRANSLATIONS = _PACKAGE / "words" / "translations"
DEMOS = _PACKAGE / "demos"
