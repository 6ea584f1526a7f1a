"""The language and the looks of a request: chosen on this device, in its cookies, or what its browser accepts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from flask import request
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from referee.words.languages import LANGUAGES, Language, best, language

LOOKS = {
    "scheme": ("auto", "light", "dark"),
    "colours": ("classic", "distinct"),
    "hand": ("right", "left"),
    "shortcuts": ("on", "off"),
    "turned": ("no", "yes"),
    "ranks": ("auto", *LANGUAGES),
}
COOKIE_AGE = 365 * 24 * 3600


@dataclass(frozen=True, slots=True)
class Look:
    """What a reader chose of each of LOOKS."""

    scheme: str
    colours: str
    hand: str
    shortcuts: str
    turned: str
    ranks: str


@dataclass(frozen=True, slots=True)
class Reader:
    """A language and the looks."""

    language: Language
    look: Look

    def context(self) -> dict[str, object]:
        """The values every page gets."""
        return {
            "lang": self.language.code,
            "languages": LANGUAGES,
            "card_letters": [(code, " ".join(map(language(code).rank, "AKQJ"))) for code in LANGUAGES],
            "look": self.look,
            "here": request.full_path.rstrip("?") if request.method == "GET" else "/",
        }


def reader() -> Reader:
    """The reader of this request: the language is that of its cookie, else one the browser accepts."""
    cookies = dict(request.cookies)
    chosen = tuple(cookies.get(name, "") for name in LOOKS)
    return _reader(cookies.get("language", ""), chosen, request.headers.get("Accept-Language", ""))


@lru_cache(1000)
def _reader(chosen: str, looks: tuple[str, ...], accepted: str) -> Reader:
    accepts = parse_accept_header(accepted, LanguageAccept)
    code = chosen if chosen in LANGUAGES else best(list(accepts.values()))
    known = zip(LOOKS.items(), looks, strict=True)
    look = Look(**{name: value if value in values else values[0] for (name, values), value in known})
    return Reader(language(code, look.ranks), look)
