"""What is said, in three languages: the reader's choice, numbers, sentences of the rules."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

import pytest
from babel.lists import format_list
from babel.messages.catalog import Catalog
from babel.messages.catalog import Message as Entry
from babel.messages.frontend import CommandLineInterface
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po
from jinja2 import pass_context

from companion import words
from companion.games.message import Message, Player, Points

ROOT = Path(__file__).parents[1]
TRANSLATED = [language for language in words.LANGUAGES if language != "en"]
GAP = re.compile(r"\{\w*\}|%\(\w+\)[sd]|</?\w+>")
MARKS = {"Message", "Plural", "refuse", "_", "gettext", "ngettext", "pgettext", "npgettext"}


@pytest.mark.parametrize(
    ("cookie", "accepted", "language"),
    [
        (None, None, "en"),
        (None, "fr-CA,fr;q=0.9,en;q=0.8", "fr"),
        (None, "ja", "ja"),
        (None, "de,nl;q=0.5", "en"),
        (None, "de,fr;q=0.5", "fr"),
        ("ja", "fr", "ja"),
        ("en", "fr", "en"),
        ("xx", "fr", "fr"),
        ("../..", None, "en"),
    ],
)
def test_the_readers_choice_comes_before_the_browsers(app, cookie, accepted, language):
    headers = {"Accept-Language": accepted} if accepted else {}
    if cookie:
        headers["Cookie"] = f"lang={cookie}"
    with app.test_request_context(headers=headers):
        assert words.language() == language


def test_without_a_reader_it_is_english():
    assert words.language() == "en"
    assert words.gettext("Not here") == "Not here"


def test_nothing_is_said_for_nothing(app):
    assert words.gettext("") == ""
    assert words.say(None) == ""


@pytest.mark.parametrize(
    ("n", "scale", "plain", "signed"),
    [
        (0, 1, "0", "0"),
        (198, 1, "198", "+198"),
        (-66, 1, "−66", "−66"),
        (396, 2, "198", "+198"),
        (99, 2, "49½", "+49½"),
        (-51, 2, "−25½", "−25½"),
        (1, 2, "½", "+½"),
        (-1, 2, "−½", "−½"),
        (1114, 1, "1,114", "+1,114"),
        (-2, 10, "−0.2", "−0.2"),
    ],
)
def test_numbers_are_shown_as_people_write_them(n, scale, plain, signed):
    assert words.plain(n, scale) == plain
    assert words.signed(n, scale) == signed


@pytest.mark.parametrize(
    ("language", "said"),
    [("fr", ["7½", "7,2", "−1\u202f234\u202f567"]), ("ja", ["7½", "7.2", "−1,234,567"])],
)
def test_decimals_and_thousands_are_the_readers(app, language, said):
    with app.test_request_context(headers={"Accept-Language": language}):
        assert [words.plain(*one) for one in ((75, 10), (72, 10), (-1234567, 1))] == said


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "1 February 2026"), ("fr", "1er février 2026"), ("ja", "2026年2月1日")],
)
def test_a_date_is_said_as_people_say_it(app, language, said):
    with app.test_request_context(headers={"Accept-Language": language}):
        assert words.day("2026-02-01") == said
        assert [words.day(one) for one in ("Whitsun", "2026-02-30")] == ["Whitsun", "2026-02-30"]


def test_a_sentence_of_the_rules_gets_names_and_numbers():
    made = Message("made by {points}", points=Points(15))
    message = Message("{player}: {made}, {n}", player=Player(1), made=made, n=-3)
    assert words.say(message, ["Ana", "Bo"], 2) == "Ana: made by 7½, −3".replace("Ana", "Bo")


def test_several_things_are_said_one_after_the_other():
    message = Message("{who}: {text}", who=(Player(0), Player(1)), text="{braces}")
    assert words.say(message, ["Ana", "Bo"]) == "Ana, Bo: {braces}"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Bartholomäus", "Bartho|lo|mäus"),
        ("Geneviève-Apolline", "Gene|viève-Apolline"),
        ("ÉMILIENNE", "ÉMI|LIENNE"),
        *((name, name) for name in ("Ana", "Marie-Hélène", "健太郎", "R2D2")),
    ],
)
def test_a_name_breaks_between_its_syllables(name, said):
    assert words.hyphenated(name).replace("\u00ad", "|") == said


@pytest.mark.parametrize(("language", "written"), [("en", "en_GB"), ("fr", "fr"), ("ja", "ja")])
@pytest.mark.parametrize("names", [["Ana"], ["Ana", "Bo"], ["Ana", "Bo", "Chi", "Émile"]])
def test_names_are_listed_as_each_language_lists_them(app, language, written, names):
    with app.test_request_context(headers={"Accept-Language": language}):
        assert words.listed(names) == format_list(names, locale=written)


@pytest.mark.parametrize(
    ("language", "several"),
    [("en", [0, 1.5, -1.5, 2, -2, 2.5]), ("fr", [2, -2, 2.5]), ("ja", [])],
)
def test_each_language_has_its_own_numbers_that_are_several(app, language, several):
    """In French everything below two is singular, on either side of 0."""
    with app.test_request_context(headers={"Accept-Language": language}):
        one = words.ngettext("%(n)s deal", "%(n)s deals", 1)
        numbers = [0, 0.5, -0.5, 1, -1, 1.5, -1.5, 2, -2, 2.5]
        said = [words.ngettext("%(n)s deal", "%(n)s deals", n) for n in numbers]
    assert [n for n, text in zip(numbers, said, strict=True) if text != one] == several


def test_templates_say_words_and_numbers(app):
    template = "{{ 51|signed(2) }} {{ 99|plain(2) }} {{ _('%(n)s deals', n=3) }} {{ language() }}"
    with app.test_request_context():
        said = app.jinja_env.from_string(template).render()
    assert said == "+25½ 49½ 3 deals en"


def test_a_name_in_a_sentence_cannot_be_markup(app):
    message = Message("{player} leads", player=Player(0))
    template = "{{ say(message, ['<b>']) }} {{ _('%(name)s deals', name='<b>') }}"
    with app.test_request_context():
        said = app.jinja_env.from_string(template).render(message=message)
    assert said == "&lt;b&gt; leads &lt;b&gt; deals"


def test_each_reader_hears_his_own_language_whoever_asked_before(app):
    """The words on pages are cached for each language."""
    template = app.jinja_env.from_string("{{ _('won') }} {{ _('%(n)s %%', n=9) }}")
    said = {}
    for language in ("en", "fr", "ja", "en"):
        with app.test_request_context(headers={"Accept-Language": language}):
            said[language] = template.render()
    assert said == {"en": "won 9 %", "fr": "gagné 9\u202f%", "ja": "勝ち 9%"}


def test_what_wants_to_know_the_page_is_told_and_what_a_loop_calls_things(app):
    @pass_context
    def of_page(page, more):
        return f"{page['name']}{page['m']}{more}"

    template = """{% macro twice() %}{{ caller() }}{{ caller() }}{% endmacro -%}
        {% for n in [1, 2] %}{% set m = n %}{{ of_page(";") -}}
        {% call twice() %}{{ n }}<{% endcall %}{% endfor %}"""
    said = app.jinja_env.from_string(template).render(name="<", of_page=of_page)
    assert said == "&lt;1;1<1<&lt;2;2<2<"


def _calls(file: Path) -> Iterator[ast.Call]:
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MARKS:
            yield node


def _is_said(call: ast.Call) -> bool:
    """Whether the first thing in the call is a literal, or the title of a game."""
    text = call.args[0] if call.args else None
    return isinstance(text, ast.Constant) or getattr(text, "attr", "") == "title"


def test_every_sentence_stands_in_the_sources_as_a_literal():
    own = {"message.py", "words.py"}  # they make sentences of what they are given
    files = [file for file in (ROOT / "companion").rglob("*.py") if file.name not in own]
    unsaid = [
        (file.name, one.lineno) for file in files for one in _calls(file) if not _is_said(one)
    ]
    assert unsaid == []


def test_every_word_of_a_template_stands_there_as_a_literal():
    call = re.compile(r"\b(?:_|gettext|ngettext)\((?!\s*[\"'])")
    files = (ROOT / "templates").rglob("*.html")
    assert [file.name for file in files if call.search(file.read_text("utf-8"))] == []


@pytest.fixture(scope="module")
def said(tmp_path_factory) -> Catalog:
    """All that the sources say, as `make messages` finds it."""
    found = tmp_path_factory.mktemp("said") / "companion.pot"
    marks = ["-k", "Message", "-k", "refuse", "-k", "Plural:1,2"]
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        extract = ["pybabel", "-q", "extract", "-F", "pyproject.toml", *marks, "-o", str(found)]
        CommandLineInterface().run([*extract, "."])
    with found.open("rb") as file:
        return read_po(file)


def _catalogue(language: str, kind: str) -> Path:
    return ROOT / "companion" / "locale" / language / "LC_MESSAGES" / f"companion.{kind}"


@pytest.fixture(scope="module", params=TRANSLATED)
def translated(request) -> Catalog:
    """A catalogue as the translators write it."""
    with _catalogue(request.param, "po").open("rb") as file:
        return read_po(file, locale=request.param)


def _entries(catalogue: Catalog) -> dict[tuple, Entry]:
    return {(one.context, _together(one.id)): one for one in catalogue if one.id}


def _together(one_or_many) -> tuple[str, ...]:
    """A text and its plural alike, as any kind of catalogue gives them."""
    return (one_or_many,) if isinstance(one_or_many, str) else tuple(one_or_many)


def test_a_catalogue_holds_what_is_said_and_nothing_else(said, translated):
    assert _entries(said).keys() ^ _entries(translated).keys() == set()
    assert list(translated.obsolete) == []


def test_everything_is_translated_and_nothing_a_guess(translated):
    unfinished = [
        entry.id
        for entry in _entries(translated).values()
        if entry.fuzzy
        or not all(_together(entry.string))
        or len(_together(entry.string)) != (translated.num_plurals if entry.pluralizable else 1)
    ]
    assert unfinished == []


def test_every_gap_of_a_sentence_stands_in_its_translation(translated):
    """The form for one thing may say it in a word: yesterday."""
    wrong = []
    for entry in _entries(translated).values():
        gaps = set(GAP.findall(_together(entry.id)[-1]))
        *singular, last = (set(GAP.findall(form)) for form in _together(entry.string))
        if last != gaps or any(not form <= gaps for form in singular):
            wrong.append(entry.id)
    assert wrong == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_what_is_compiled_is_what_was_translated(language):
    """Whichever release of Babel compiled it: each puts its own number in."""
    compiled = BytesIO()
    with _catalogue(language, "po").open("rb") as file:
        write_mo(compiled, read_po(file, locale=language))
    compiled.seek(0)
    with _catalogue(language, "mo").open("rb") as file:
        assert _said(file) == _said(compiled)


def _said(compiled: BinaryIO) -> dict[tuple[str | None, str], object]:
    """What a compiled catalogue says, by context and text."""
    return {(one.context, str(one.id)): one.string for one in read_mo(compiled) if one.id}


@pytest.mark.parametrize(
    ("language", "never"),
    [("fr", r"[ \xa0][:;!?»]|« |'"), ("ja", r"[,;!?]|\w: ")],
)
def test_each_language_sets_its_own_stops(language, never):
    """A narrow space before French stops that nothing breaks; full width in Japanese."""
    with _catalogue(language, "po").open("rb") as file:
        entries = _entries(read_po(file, locale=language)).values()
    told = {entry.id: " ".join(_together(entry.string)) for entry in entries}
    assert [english for english, text in told.items() if re.search(never, text)] == []


TU = r"(?i)\b(tu|te|toi|ton|tes|dis|choisis|touche (le|la|les|un|une|son))\b"


def test_french_says_vous_to_who_reads():
    with _catalogue("fr", "po").open("rb") as file:
        entries = _entries(read_po(file, locale="fr")).values()
    told = {entry.id: " ".join(_together(entry.string)) for entry in entries}
    assert [english for english, text in told.items() if re.search(TU, text)] == []


NAMED = r"(?:%\(names?\)s|\{(?:name|player|other)\})"


@pytest.mark.parametrize(
    ("language", "never"),
    [
        (
            "fr",
            rf"{NAMED} (n’)?(est|sont) (jamais )?(?!plus|ici|compté)\w+[éiu]s?\b(?!\()"
            r"|[Ff]euille de score|une touche\b|lettres? ou signe|[Nn]otez qui|saisi\w* les donnes"
            r"|annonceur|camp du preneur|au signe|[Uu]n point (coûte|vaut)|coûte un point",
        ),
        (
            "ja",
            rf"{NAMED}」?さん|組み合わせ|締め切り|だれ|ブラウザー|半点|無し|ほかの端末が|いま[のはを]"
            r"|合計[はがを].{,8}引き継|合計を一緒|紙の合計|合計の(?:推移|少ない)|累計|(?<!攻撃)役を(味方に)?譲"
            r"|(?<![手山てり席絵])札|終わった会|いつも|各部|ふくめ|わかります|あと[かでに、]|ずみ|[＋０-９]"
            r"|[くぬぶむる]。|受け付けでき",
        ),
    ],
    ids=["fr", "ja"],
)
def test_a_name_is_anybodys_and_one_thing_has_one_word(language, never):
    """Beside a name no French participle of a man, and no honorific, as none has one; what the
    heads of the catalogues name is called as everywhere, and no Japanese sentence ends bluntly."""
    with _catalogue(language, "po").open("rb") as file:
        entries = _entries(read_po(file, locale=language)).values()
    told = {entry.id: " ".join(_together(entry.string)) for entry in entries}
    assert [english for english, text in told.items() if re.search(never, text)] == []


def test_a_sheet_of_paper_has_the_contracts_by_the_letters_of_the_form():
    """In each language: so what was ticked on paper is found in the form."""
    contracts = zip(*map(words.in_all, ("P", "G", "GS", "GC")), strict=True)
    assert words.in_all("P G GS GC") == [" ".join(letters) for letters in contracts]
