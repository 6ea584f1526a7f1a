"""What a device keeps of the program over https: the service worker, the offline page, the manifest and icons."""

from __future__ import annotations

import json

from flask import Blueprint, Response, render_template, request
from flask.typing import ResponseReturnValue

from referee.paths import STATIC
from referee.web.kit.addresses import address, assets, version
from referee.web.kit.request import file
from referee.web.kit.rights import anyone

offline = Blueprint("offline", __name__)
WORKER = "js/worker.js"
"""The file of the service worker. It is served at the root, so that it covers all pages."""


@offline.get("/sw.js")
@anyone
def worker() -> ResponseReturnValue:
    """The service worker, with its version and the files it caches."""
    urls = [address("static", filename=name) for name in assets() if name != WORKER]
    begun = f"const VERSION = {json.dumps(version())}, ASSETS = {json.dumps(urls)};\n"
    response = file(begun + (STATIC / WORKER).read_text("utf-8"), "sw.js", "text/javascript")
    response.headers["Cache-Control"] = "no-cache"
    del response.headers["Content-Disposition"]
    return response


@offline.get("/offline")
@anyone
def page() -> ResponseReturnValue:
    """The page shown when a page is not kept and the computer does not answer."""
    return render_template("offline.html")


@offline.get("/manifest.webmanifest")
@anyone
def manifest() -> ResponseReturnValue:
    """The look of the program on a tablet's home screen."""
    files = {"referee.svg": ("any", "image/svg+xml")}
    files |= {f"referee-{side}.png": (f"{side}x{side}", "image/png") for side in (192, 512)}
    icons = [
        {"src": address("static", filename=f"icons/{name}"), "sizes": sizes, "type": kind}
        for name, (sizes, kind) in files.items()
    ]
    look = {"name": "Referee", "start_url": "/", "display": "standalone", "icons": icons}
    return file(json.dumps(look), "manifest.webmanifest", "application/manifest+json")


@offline.get("/favicon.ico")
@offline.get("/apple-touch-icon.png")
@anyone
def icon() -> ResponseReturnValue:
    """The icons that browsers ask for at these addresses without having read a page."""
    name, kind = ("favicon.ico", "image/x-icon") if request.path.endswith(".ico") else ("referee-180.png", "image/png")
    return Response((STATIC / "icons" / name).read_bytes(), mimetype=kind)
