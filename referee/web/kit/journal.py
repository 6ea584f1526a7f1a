"""The journal of joins, refusals and faults: a file beside the database, limited in size."""

from __future__ import annotations

import logging
import time
from logging.handlers import RotatingFileHandler
from pathlib import Path

from flask import Flask, Response, g, request

from referee.web.kit.rights import subject
from referee.web.kit.visit import address

MOST_BYTES, FILES_KEPT = 1_000_000, 5
REFUSED = (403, 429)


def keep_journal(app: Flask, file: Path) -> logging.Handler:
    """Write to `file` from now on: joins, refusals, and faults by their number."""
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
        joined = (request.endpoint or "").endswith(".join") and response.status_code == 303
        if joined or response.status_code in REFUSED:
            about = "".join(sign for sign in subject() if sign.isalnum()) or "-"  # strangers write no line of their own
            what = f"{'joined' if joined else 'refused'} {response.status_code} {request.method} {request.endpoint}"
            door.info("%s %s device %s from %s", what, about, g.get("device", "-"), address())
        return response

    return handler
