"""Every message a person may see is there in every language, with its values, and can be said."""

import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from babel.messages import Catalog, Message
from babel.messages.pofile import read_po

from referee.endings.damage import SIDES
from referee.games import rules_of
from referee.paths import TRANSLATIONS
from referee.record.facts import Dealt
from referee.record.text import Header
from referee.table.table import open_table
from referee.words.languages import LANGUAGES, Language, catalogue, language
from referee.words.text import T

ROOT = Path(__file__).resolve().parents[2]
TRANSLATED = sorted(set(LANGUAGES) - {"en"})
NAMES = {"python-brace-format": re.compile(r"\{(\w+)\}"), "python-format": re.compile(r"%\((\w+)\)[sd]")}


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    """The messages of the sources, gathered as `dev.py messages` gathers them: Babel reads them."""
    template = tmp_path_factory.mktemp("messages") / "messages.pot"
    babel = [sys.executable, "-m", "babel.messages.frontend", "-q", "extract"]
    command = [*babel, "-F", "pyproject.toml", "-k", "T", "--no-location", "-o", str(template), "."]
    subprocess.run(command, cwd=ROOT, check=True)
    with template.open("rb") as file:
        return read_po(file)


@cache
def translated(code: str) -> Catalog:
    with (TRANSLATIONS / f"{code}.po").open("rb") as file:
        return read_po(file, locale=code)


def forms(message: Message) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What is translated and what it is translated by: one text each, or those of one and of many."""
    said, by = message.id, message.string
    return ((said,), (by,)) if isinstance(said, str) else (tuple(said), tuple(by))


def placeholders(text: str) -> list[str]:
    return sorted(name for pattern in NAMES.values() for name in pattern.findall(text))


def named(text: str, kind: str) -> dict[str, object]:
    return dict.fromkeys(set(NAMES[kind].findall(text)) - {"num"}, 2)  # ngettext says the number itself


def keys(catalog: Catalog) -> set[object]:
    return {message.id for message in catalog if message.id}


@pytest.mark.parametrize("code", TRANSLATED)
def test_every_message_of_the_sources_is_in_the_catalogue_and_no_other(code: str, sources: Catalog) -> None:
    assert keys(sources) - keys(translated(code)) == set(), "run: python3 dev.py messages"
    assert keys(translated(code)) - keys(sources) == set(), "run: python3 dev.py messages"
    assert not translated(code).obsolete


def test_no_plain_number_is_a_message(sources: Catalog) -> None:
    assert [message.id for message in sources if str(message.id).isdecimal()] == []


@pytest.mark.parametrize("code", TRANSLATED)
def test_every_message_is_translated_and_nobody_doubts_it(code: str) -> None:
    found = [message for message in translated(code) if message.id]
    assert [message.id for message in found if not all(map(str.strip, forms(message)[1]))] == []
    assert [message.id for message in found if message.fuzzy] == []


@pytest.mark.parametrize("code", TRANSLATED)
def test_a_translation_has_the_values_of_its_message(code: str) -> None:
    for message in translated(code):
        said, by = forms(message)
        if message.id:
            assert [placeholders(one) for one in by] == [placeholders(said[-1])] * len(by), message.id


@pytest.mark.parametrize("code", TRANSLATED)
def test_a_translation_keeps_the_space_that_parts_it_from_the_sentence_before(code: str) -> None:
    for message in translated(code):
        said, by = forms(message)
        if message.id:
            assert {one[:1].isspace() for one in by} == {said[0][:1].isspace()}, message.id
            assert not any(one[-1:].isspace() for one in by), message.id


@pytest.mark.parametrize("code", ["en", *TRANSLATED])
def test_every_message_can_be_said(code: str, sources: Catalog) -> None:
    voice = language(code)
    for message in sources:
        said, _ = forms(message)
        if not message.id:
            continue
        if len(said) == 2:
            assert voice.ngettext(*said, 1, **named(said[0], "python-format")), said
            assert "%(" not in voice.ngettext(*said, 2, **named(said[1], "python-format")), said
        elif values := named(said[0], "python-format"):
            assert "%(" not in voice.gettext(said[0], **values), said
        else:
            assert "{" not in voice.say(T(said[0], **named(said[0], "python-brace-format"))), said


@pytest.mark.parametrize(("code", "count"), [("fr", 2), ("de", 2)])
def test_a_catalogue_knows_how_its_language_counts(code: str, count: int) -> None:
    assert translated(code).num_plurals == count
    assert catalogue(code).ngettext("trick", "tricks", 1) != catalogue(code).ngettext("trick", "tricks", 2)


def test_french_signs_keep_the_space_before_them_on_their_line() -> None:
    for message in translated("fr"):
        for one in forms(message)[1] if message.id else ():
            assert not re.search(r" [:;!?»]|« |'|“|”", one), f"a no-break space, or ’ or « », is wanted in: {one}"


def test_a_french_colon_has_a_wide_space_before_it_and_other_signs_a_narrow_one() -> None:
    for message in translated("fr"):
        for one in forms(message)[1] if message.id else ():
            wrong = re.search("\N{NO-BREAK SPACE}[;!?»]|«\N{NO-BREAK SPACE}|\N{NARROW NO-BREAK SPACE}:", one)
            assert not wrong, f"U+00A0 before a colon, U+202F before ; ! ? and inside « »: {one}"


@pytest.mark.parametrize("game", ["tarot", "doppelkopf", "da-ban"])
def test_german_calls_the_value_of_cards_augen_and_what_a_deal_pays_punkte(game: str) -> None:
    """What is counted on cards is in the laws of cards and of the count, in the options and in what a result asks for."""
    rules, german = rules_of(Header(game, ("Ana", "Ben", "Cid", "Dan"))), language("de")
    values = [law.text for law in rules.laws if law.id.split(".")[1] in ("cards", "points", "count", "kitty", "result")]
    values += [option.text for option in rules.options.rows() if "point" in str(option.text)]
    asked = rules.fields(open_table(Header(game, rules.seats)).add(1, Dealt("Dan")).deals[0].deal)
    values += [field.label for field in asked if "oint" in str(field.label)]
    assert any("Aug" in german.say(text) for text in values)
    assert [german.say(text) for text in values if re.search(r"\b[Pp]unkte?n?\b", german.say(text))] == []


def test_the_name_of_a_side_fits_every_sentence_about_it() -> None:
    """A verb in the singular follows it, and no preposition that melts into its article (“à le”) or asks another case."""
    for word in ("attack", "defence", "opponents", "master"):
        assert language("fr").say(SIDES[word]).split()[0] in ("le", "la", "l’attaque", "l’autre")
        assert language("de").say(SIDES[word]).startswith("die Partei") or "Gegenpartei" in language("de").say(
            SIDES[word]
        )
    about = [
        str(message.string)
        for message in translated("fr")
        if "{side}" in str(message.id) and "Extras" not in str(message.id)
    ]
    assert len(about) > 5
    assert [text for text in about if re.search(r"\b(?:à|de) \{side\}", text)] == []


PERSON = r"(?:\{%s\}|%%\(%s\)s)" % ((r"(?:names?|other|player|taker|giver|receiver|payer|forced|turn|dealer)",) * 2)


def test_no_french_word_that_melts_before_a_vowel_stands_before_the_name_of_a_person() -> None:
    """“de Ana” is “d’Ana”, “que Élie” is “qu’Élie”: a sentence says it without such a word."""
    texts = [text for message in translated("fr") if message.id for text in forms(message)[1]]
    assert [text for text in texts if re.search(rf"\b(?:de|que|jusque|lorsque|puisque) {PERSON}", text)] == []


def test_a_german_word_has_one_gender_in_french_and_extra_points_one_name() -> None:
    texts = [text for message in translated("fr") if message.id for text in forms(message)[1]]
    wrong = r"\b(?:un|le|du|au) (?:Hochzeit|Armut)\b|\bpoints (?:extra|spéciaux)\b"
    assert [text for text in texts if re.search(wrong, text)] == []


def test_a_language_of_which_only_the_name_is_there_is_said_in_english() -> None:
    new = Language("xx")
    assert new.say(T("Undo")) == "Undo"
    assert (new.card("HK"), new.name("HK")) == ("♥K", "king of hearts")
