"""Draw the icons in pixels from static/icons/referee.svg: for home screens, and for browsers that read no SVG."""

from __future__ import annotations

from io import BytesIO

import pymupdf
from PIL import Image

from referee.paths import STATIC

ICONS = STATIC / "icons"
HOME_SCREEN = (180, 192, 512)
TAB = (16, 32, 48)
GREEN = "#1f5a41"


def drawn(side: int) -> Image.Image:
    """The icon with `side` pixels each way, its corners clear."""
    page = pymupdf.open(ICONS / "referee.svg")[0]
    larger = pymupdf.Matrix(side / page.rect.width, side / page.rect.height)
    return Image.open(BytesIO(page.get_pixmap(matrix=larger, alpha=True).tobytes("png"))).convert("RGBA")


def main() -> None:
    """Write one PNG for each size of a home screen, which rounds the corners itself, and favicon.ico."""
    for side in HOME_SCREEN:
        whole = Image.alpha_composite(Image.new("RGBA", (side, side), GREEN), drawn(side))
        whole.convert("RGB").quantize(64).save(ICONS / f"referee-{side}.png", optimize=True)
    largest = drawn(TAB[-1])
    largest.save(ICONS / "favicon.ico", sizes=[(side, side) for side in TAB])


if __name__ == "__main__":
    main()
