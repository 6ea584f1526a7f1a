"""What a device keeps of the program over https: the service worker, the page without network, the manifest."""

from __future__ import annotations

import hashlib
import json
from functools import cache

from flask import Blueprint, render_template, url_for
from flask.typing import ResponseReturnValue

from referee.paths import STATIC, TEMPLATES
from referee.web.kit.request import file
from referee.web.kit.rights import anyone

kept = Blueprint("kept", __name__)
WORKER = "js/worker.js"
"""It is served at the root, whose pages it is to keep."""


@cache
def assets() -> tuple[str, ...]:
    """The files that pages load, by name."""
    files = (path.relative_to(STATIC) for path in STATIC.rglob("*") if path.is_file())
    return tuple(sorted(path.as_posix() for path in files if path.suffix in (".js", ".css", ".svg")))


@cache
def version() -> str:
    """A digest of all files that pages load."""
    digest = hashlib.sha256((TEMPLATES / "offline.html").read_bytes())
    for name in assets():
        digest.update(name.encode() + (STATIC / name).read_bytes())
    return digest.hexdigest()[:16]


@kept.get("/sw.js")
@anyone
def worker() -> ResponseReturnValue:
    """The service worker, with its version and what it is to have at hand."""
    urls = [url_for("static", filename=name) for name in assets() if name != WORKER]
    begun = f"const VERSION = {json.dumps(version())}, ASSETS = {json.dumps(urls)};\n"
    response = file(begun + (STATIC / WORKER).read_text("utf-8"), "sw.js", "text/javascript")
    response.headers["Cache-Control"] = "no-cache"
    del response.headers["Content-Disposition"]
    return response


@kept.get("/offline")
@anyone
def offline() -> ResponseReturnValue:
    """What stands where a page was asked for that is not kept, and the computer does not answer."""
    return render_template("offline.html")


@kept.get("/manifest.webmanifest")
@anyone
def manifest() -> ResponseReturnValue:
    """How the program looks on a tablet's home screen."""
    icon = {"src": url_for("static", filename="icons/referee.svg"), "sizes": "any", "type": "image/svg+xml"}
    told = {"name": "Referee", "start_url": "/", "display": "standalone", "icons": [icon]}
    return file(json.dumps(told), "manifest.webmanifest", "application/manifest+json")
