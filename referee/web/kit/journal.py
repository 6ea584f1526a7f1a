"""The journal of joins, tokens, refusals and faults: a file beside the database, limited in size."""

from __future__ import annotations

import logging
import time
from logging.handlers import RotatingFileHandler
from pathlib import Path

from flask import Flask, Response, g, request

from referee.web.kit.rights import subject
from referee.web.kit.visit import address

MOST_BYTES, FILES_KEPT = 1_000_000, 5
REFUSED = (401, 403, 429)
TOKENS = {"programs.add": "token-made", "programs.end": "token-ended"}
"""The words for tokens of programs made and ended by the host."""


def keep_journal(app: Flask, file: Path) -> logging.Handler:
    """Write to `file` from now on: joins, tokens, refusals, and faults by their number."""
    handler = RotatingFileHandler(file, maxBytes=MOST_BYTES, backupCount=FILES_KEPT, encoding="utf-8", delay=True)
    form = logging.Formatter("%(asctime)sZ %(message)s", "%Y-%m-%dT%H:%M:%S")
    form.converter = time.gmtime
    handler.setFormatter(form)
    door = logging.getLogger("referee.door")
    door.propagate = False
    door.setLevel(logging.INFO)
    for logger in (door, app.logger):
        logger.addHandler(handler)

    @app.after_request
    def note(response: Response) -> Response:
        if word := _word(response.status_code):
            about = "".join(sign for sign in subject() if sign.isalnum()) or "-"  # strangers write no line of their own
            what = f"{word} {response.status_code} {request.method} {request.endpoint}"
            door.info("%s %s device %s from %s", what, about, g.get("device", "-"), address())
        return response

    return handler


def _word(status: int) -> str:
    """What happened, for the journal; empty for what is not written down."""
    if status in REFUSED:
        return "refused"
    if status == 303 and (request.endpoint or "").endswith(".join"):
        return "joined"
    return TOKENS.get(request.endpoint or "", "") if request.method == "POST" and status < 400 else ""
