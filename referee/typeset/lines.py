"""Lines of text: their width and the PDF operators that draw them, each found once in the life of a press."""

from __future__ import annotations

from copy import copy
from functools import lru_cache
from types import SimpleNamespace
from typing import Any, NamedTuple

from weasyprint.draw.text import draw_first_line
from weasyprint.matrix import Matrix
from weasyprint.pdf.fonts import Font
from weasyprint.pdf.stream import Stream
from weasyprint.text.fonts import get_pango_font_key
from weasyprint.text.line_break import Layout, line_size, split_first_line

KNOWN = 4096
"""How many texts a press caches."""
ASKED = (
    "direction", "font_family", "font_feature_settings", "font_kerning", "font_language_override", "font_size",
    "font_stretch", "font_style", "font_variant_alternates", "font_variant_caps", "font_variant_east_asian",
    "font_variant_ligatures", "font_variant_numeric", "font_variant_position", "font_variation_settings", "font_weight",
    "hyphenate_character", "hyphenate_limit_chars", "hyphenate_limit_zone", "hyphens", "lang", "letter_spacing",
    "overflow_wrap", "tab_size", "text_decoration_line", "white_space", "word_break", "word_spacing",
)  # fmt: skip
"""All properties of a style that the library uses to shape and break texts."""


class Type:
    """The part of a style that shapes texts."""

    def __init__(self, style: Any) -> None:
        self.style = style


class Line(NamedTuple):
    """A text on one line: its width, the PDF operators that show it, and for each font its glyphs.

    `glyphs` has a font's key, the font, and widths and characters by glyph. `shown` is None where a font lacks a glyph
    or has coloured ones.
    """

    text: str
    width: float
    shown: bytes | None
    glyphs: tuple[tuple[int, Font, dict[int, int], dict[int, str]], ...]


def type_of(style: Any) -> Type:
    """The type of a style, shared by all styles that shape texts alike."""
    found: Type | None = getattr(style, "type", None)
    if found is None:
        key = (style.font_config, *(style[name] for name in ASKED))
        found = style.type = TYPES.get(key) or TYPES.setdefault(key, Type(style))
    return found


TYPES: dict[tuple[Any, ...], Type] = {}


@lru_cache(KNOWN)
def lines(text: str, type_: Type, width: float) -> tuple[Line, ...]:
    """A text broken into lines of a width, as the library does; a word that cannot be broken may be wider."""
    whole = line(text, type_)
    if whole.width <= width:
        return (whole,)
    found, rest = [], text
    while rest:
        layout, _, resume, *_ = split_first_line(rest, type_.style, DICTIONARIES, width, 0)
        found.append(line(layout.text.rstrip(" ") if resume else layout.text, type_))
        rest = rest.encode()[resume:].decode().lstrip(" ") if resume else ""
    return tuple(found)


DICTIONARIES = SimpleNamespace(dictionaries={})
"""The library's cache of hyphenation dictionaries, by language."""


@lru_cache(KNOWN)
def line(text: str, type_: Type) -> Line:
    """The Line of a text, unbroken."""
    layout = Layout(type_.style)
    layout.set_text(text)
    width, _ = line_size(layout.get_first_line()[0], type_.style)
    RECORDER.begin()
    coloured = draw_first_line(RECORDER, _box(text, layout), "clip", "none", Matrix())
    lacking = any(font.missing for font in RECORDER.fonts.values())
    if RECORDER.opened:  # keep a layout alive: the library forgets a font with its last layout
        RECORDER.opened = False
        HELD.append(layout)
    told = (item if isinstance(item, bytes) else item.encode() for item in RECORDER.stream[1:])
    glyphs = tuple((key, font, font.widths, font.to_unicode) for key, font in RECORDER.fonts.items())
    return Line(text, width, None if coloured or lacking else b"\n".join(told), glyphs)


class Recorder(Stream):  # type: ignore[misc]  # the library carries no types
    """A stream that records which glyphs of which fonts a text uses."""

    stream: list[Any]
    fonts: dict[int, Font]
    opened = False

    def begin(self) -> None:
        """Start recording another text."""
        self.stream, self.fonts, self._current_font = [], {}, None

    def add_font(self, pango_font: Any) -> tuple[Font, float]:
        key, description, size = get_pango_font_key(pango_font)
        if (key, size) not in FONTS:
            FONTS[key, size] = Font(pango_font, description, size)
            self.opened = True
        font = FONTS[key, size]
        if key not in self.fonts:
            self.fonts[key] = font
            font.widths, font.to_unicode, font.missing = {}, {}, {}
        return font, size


RECORDER = Recorder({}, None, {}, {}, None, {}, None)
FONTS: dict[tuple[int, float], Font] = {}
HELD: list[Layout] = []


def show(stream: Any, line: Line, type_: Type, x: float, y: float, colour: Any) -> None:
    """Show a line on a page."""
    stream.set_color(colour)
    if all(_taken(stream, *glyphs) for glyphs in line.glyphs):
        stream.stream.append(b"BT\n1 0 0 -1 %f %f Tm\n%s\nET" % (x, y, line.shown))
    else:
        layout = Layout(type_.style)
        layout.set_text(line.text)
        stream.begin_text()
        draw_first_line(stream, _box(line.text, layout), "clip", "none", Matrix(d=-1, e=x, f=y))
        stream.end_text()
    stream._current_font = None


def _taken(stream: Any, key: int, font: Font, widths: dict[int, int], characters: dict[int, str]) -> bool:
    """Add glyphs to a font of the document; False where it has other widths for them, rounded at another size."""
    own = stream._fonts.get(key)
    if own is None:
        own = stream._fonts[key] = copy(font)
        own.widths, own.to_unicode, own.missing = {}, {}, {}
    known: dict[int, tuple[bool, Any]] = own.__dict__.setdefault("known", {})
    if id(widths) not in known:
        fits = all(own.widths.get(glyph, width) == width for glyph, width in widths.items())
        known[id(widths)] = fits, widths
        if fits:
            own.widths |= widths
            for glyph, character in characters.items():
                own.to_unicode.setdefault(glyph, character)
    return known[id(widths)][0]


def _box(text: str, layout: Layout) -> Any:
    return SimpleNamespace(text=text, style=layout.style, pango_layout=layout)
