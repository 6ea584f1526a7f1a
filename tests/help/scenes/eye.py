"""The eye of static/js/reader in node, without a browser: a script is given values and answers one."""

from __future__ import annotations

import io
import json
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import playwright
from PIL import Image

from tests.help.scenes.photos import Photo

READER = Path(__file__).resolve().parents[3] / "static" / "js" / "reader"
NODE = shutil.which("node") or str(Path(playwright.__file__).parent / "driver" / "node")
"""Playwright brings its own."""

PRELUDE = """
import fs from "node:fs";
import * as reader from "{reader}/reader.js";
import * as plane from "{reader}/plane.js";
import * as assigning from "{reader}/assignment.js";
import * as outlining from "{reader}/outlines.js";
const given = JSON.parse(fs.readFileSync(0, "utf8"));
const picture = ({{ file, width, height }}) => ({{ width, height, data: new Uint8ClampedArray(fs.readFileSync(file)) }});
const near = (corners, at) => {{
  const [x, y] = plane.middle(corners), [u, v] = plane.middle(at);
  return Math.hypot(x - u, y - v) < plane.length(at[0], at[1]) / 4;
}};
// The cards found in a photo and how they look, once however often it is asked about.
const looked = new Map();
const look = (photo) => {{
  if (!looked.has(photo.file)) {{
    const seen = picture(photo), found = reader.find(seen);
    looked.set(photo.file, {{ seen, found, patches: found.map(({{ corners }}) => reader.patchOf(seen, corners)) }});
  }}
  return looked.get(photo.file);
}};
// What each photo of a lesson teaches: the cards are named by where they were laid.
const taught = (lessons) => reader.teach({{ name: "drawn", cards: lessons.flatMap(({{ photo, laid }}) => {{
  const {{ found, patches }} = look(photo);
  return laid.flatMap(({{ card, corners }}) => {{
    const at = found.findIndex((each) => near(each.corners, corners));
    return at < 0 ? [] : [{{ card, patches: [patches[at]] }}];
  }});
}}) }});
// The cards read in a photo, each beside the card that was laid there ("" where none was).
const cards = (model, {{ photo, laid }}, copies) => {{
  const {{ found, patches }} = look(photo);
  const readings = reader.readCards(model, patches, copies);
  return found.map(({{ corners }}, at) => ({{ ...readings[at], corners, laid: laid.find((each) => near(corners, each.corners))?.card ?? "" }}));
}};
// A photo read: its cards, and what cannot be read.
const read = (model, view, copies) => {{
  const {{ seen, found }} = look(view.photo), readings = cards(model, view, copies);
  return {{ doubts: reader.doubts(seen, found, readings), cards: readings }};
}};
"""


def answer(script: str, **given: Any) -> Any:
    """What the script returns; it finds `given`, the modules, and the functions above."""
    program = PRELUDE.format(reader=READER.as_uri())
    code = f"{program}\nconst answered = (() => {{{script}}})();\nprocess.stdout.write(JSON.stringify(answered));"
    with tempfile.NamedTemporaryFile("w", suffix=".mjs", encoding="utf-8") as file:
        file.write(code)
        file.flush()
        done = subprocess.run([NODE, file.name], input=json.dumps(given), capture_output=True, text=True)
    if done.returncode:
        raise AssertionError(done.stderr)
    return json.loads(done.stdout)


def laid_out(photo: Photo, folder: Path, name: str, turned: int = 0) -> dict[str, Any]:
    """A photo as a script takes it: its pixels in a file, and what lies where. `turned`: quarter turns of the picture,
    after which nobody knows where the cards lie.
    """
    picture = Image.open(io.BytesIO(photo.jpeg)).convert("RGBA")
    if turned:
        picture = picture.rotate(90 * turned, expand=True)
    file = folder / f"{name}.rgba"
    file.write_bytes(picture.tobytes())
    laid = [] if turned else [{"card": each.card, "corners": each.corners} for each in photo.laid]
    return {"photo": {"file": str(file), "width": picture.width, "height": picture.height}, "laid": laid}
