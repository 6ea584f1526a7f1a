"""What every page asks of its request: the reader, the club's data, the part wanted, a number, where to go back to."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any, cast

from flask import Response, abort, g, has_request_context, render_template, request
from flask_htmx import HTMX

from referee.club.tables import Tables
from referee.club.tournaments import Tournaments
from referee.web.kit.language import Reader
from referee.web.kit.shared import shared
from referee.words.text import RefereeError, Text

htmx = HTMX()
_KEY = re.compile("[!-~]{1,64}")
_REGION = {"en": "en_GB"}  # the region whose date format is used


def who() -> Reader:
    return cast(Reader, g.reader)


def say(text: Text) -> str:
    return who().language.say(text)


def label(text: Text | str) -> str:
    """A text in the reader's language; a name as it is."""
    return text if isinstance(text, str) else say(text)


def why(error: RefereeError) -> Text:
    """The text of an error, with a file's name instead of its path unless the reader is at the computer."""
    path = getattr(error, "path", None)
    if path is None or (has_request_context() and g.get("host")):
        return error.text
    return Text(error.text.msgid, {**error.text.values, "path": path.name})


def day_and_time(moment: datetime, code: str) -> str:
    """A day and a time in a language's own form: `23. Nov. 20:18`."""
    from babel.dates import format_skeleton

    return f"{format_skeleton('MMMd', moment, locale=_REGION.get(code, code))} {moment:%H:%M}"


def moment(stamp: str) -> datetime:
    """A time of the log or of a record, in this machine's zone; of a day alone, its noon."""
    return datetime.fromisoformat(stamp if "T" in stamp else f"{stamp}T12:00").astimezone()


def when(stamp: str) -> str:
    """A time of the log, or a day of a record, as the reader writes it."""
    from babel.dates import format_date

    code = who().language.code
    if "T" not in stamp:
        return str(format_date(moment(stamp).date(), "medium", locale=_REGION.get(code, code)))
    return day_and_time(moment(stamp), code)


def evening(stamp: str) -> str:
    """The day of an evening as the reader writes it; before six in the morning it is still the day before."""
    from babel.dates import format_date

    day = datetime.fromisoformat(evening_day(stamp))
    code = who().language.code
    return str(format_date(day.date(), "full", locale=_REGION.get(code, code)))


def evening_day(stamp: str) -> str:
    """The day of an evening as a record writes it: `2025-11-27`."""
    return (moment(stamp) - timedelta(hours=6)).date().isoformat()


def tables() -> Tables:
    return cast(Tables, shared("tables"))


def tournaments() -> Tournaments:
    return cast(Tournaments, shared("tournaments"))


def htmx_asks(target: str | None = None) -> bool:
    """Whether htmx asks for a part (the one with id `target`, if named). Not when a browser goes back."""
    return bool(htmx) and not htmx.history_restore_request and target in (None, htmx.target)


def render(whole: str, part: str, **context: Any) -> str:
    """The part alone for htmx, the whole page otherwise."""
    return render_template(part if htmx_asks() else whole, **context)


def key() -> str:
    """The key of a form, which tells when it is sent twice.

    One without a key, or with one that is not up to 64 plain signs, is refused (400): keys of the program have a space.
    """
    sent = request.form.get("key", "")
    return sent if _KEY.fullmatch(sent) else abort(400)


def file(text: str | bytes, name: str, kind: str) -> Response:
    """An answer to be saved as a file."""
    return Response(text, mimetype=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def number(text: str | None) -> int | None:
    """A whole number of up to nine digits from a form; None for anything else."""
    return int(text) if text and text.isdecimal() and len(text) < 10 else None


def safe_next(target: str | None) -> str:
    """A path of this program to go back to; the home page for anything else."""
    # A browser drops tabs and line ends from an address: "/\t/elsewhere" would lead there.
    odd = not target or not target.isprintable() or "\\" in target
    return "/" if not target or odd or not target.startswith("/") or target.startswith("//") else target
