"""What README says is there: games, words, modules, commands, dependencies."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from itertools import chain
from pathlib import Path

import pytest

from companion.games import GAMES

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
SOURCES = [*(ROOT / "companion").rglob("*.py"), *(ROOT / "templates").rglob("*.html")]
USED = " ".join(path.read_text("utf-8") for path in SOURCES).lower().replace("_", " ")

# The words of the house: what the pages and the code may call things (README, "Words").
WORDS = """evening; table; seat; player; deal; facts; told; rules; score; line; sheet; declarer;
partner; defence; contract; oudlers; card points; poignée; petit au bout; slam; misère; objective;
talon; exchange; raise; hand-over; space; side; group; caller; hand total; kamikaze; limit;
start; standing; tally; place; number; half told; over; closed; change; phone; link;
code; right; sits out; substitute; position; season; draw; repeat; wish"""


def section(title: str) -> str:
    return README.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def modules() -> list[str]:
    """The path of every module in the package but what only names a folder."""
    package = ROOT / "companion"
    files = (path for path in package.rglob("*.py") if path.name != "__init__.py")
    return sorted(path.relative_to(package).as_posix() for path in files)


def named(text: str) -> set[str]:
    return set(re.findall(r"[\w.]+\.py\b", text)) - {"__init__.py"}


def mapped() -> list[str]:
    """The paths of the modules on the map: each stands under its folder, or beside the folders."""
    found, folder = [], ""
    for line in section("The map").partition("\n    templates/")[0].splitlines():
        if opened := re.match(r" {6}(\w+/)  ", line):
            folder = opened[1]
        elif re.match(r" {6}\w", line):
            folder = ""
        found += [folder + name for name in named(line)]
    return sorted(found)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_game_is_told_of(game):
    assert game.title.text in README
    assert f"{game.key}.py" in section("The map")


def explained() -> list[str]:
    """The words of the table."""
    rows = re.findall(r"^\| ([^|]+) \|", section("Words"), re.M)[1:]  # the first is its heading
    return [one.strip() for row in rows for one in row.split(",")]


@pytest.mark.parametrize("word", re.split(r";\s+", WORDS))
def test_every_word_of_the_house_is_explained(word):
    assert word in explained()


@pytest.mark.parametrize("word", explained())
def test_every_word_that_is_explained_is_used(word):
    assert re.search(rf"\b{word}(s|es)?\b", USED)


def test_no_word_is_explained_twice():
    assert [word for word, times in Counter(explained()).items() if times > 1] == []


def test_the_map_names_every_module_once_where_it_is():
    assert mapped() == modules()


def test_what_is_said_to_have_addresses_has_some(app):
    """Static files are left out: they serve all pages."""
    told = re.search(r"knows no game by name(.*)addresses and what they do", README, re.S)[1]
    having = {f"{endpoint.partition('.')[0]}.py" for endpoint in app.view_functions}
    assert named(told) == having - {"static.py", "assets.py"}


def test_every_folder_and_file_on_the_map_is_there():
    outside = re.findall(r"^    ([a-z]+/)  ", section("The map"), re.M)
    inside = re.findall(r"^      ([a-z]+/)  ", section("The map"), re.M)
    assert set(outside) == {"templates/", "static/", "tests/", "bench/", "faults/"}
    assert set(inside) == {"games/", "sheets/", "draw/", "store/", "locale/", "web/"}
    assert all((ROOT / one).is_dir() for one in outside)
    assert all((ROOT / "companion" / one).is_dir() for one in inside)
    assert all(
        (ROOT / "static" / one).is_file() for one in ("style.css", "symbols.svg", "record.js")
    )


def test_every_command_is_one_of_make():
    said = set(re.findall(r"^    make (\w+)  ", section("Run it"), re.M))
    there = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text("utf-8"), re.M))
    assert {"run", "test", "check", "bench", "screenshots"} <= said <= there


def test_every_dependency_has_its_reason():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    needed = [*project["dependencies"], *chain(*project["optional-dependencies"].values())]
    names = {re.split(r"[~<>=]", one)[0].lower() for one in needed}
    told = section("Dependencies, and why").lower()
    assert [name for name in names if name not in told] == []


def test_the_life_of_a_deal_names_views_that_are_there(app):
    views = re.findall(r"web/(\w+\.\w+)", section("The life of a deal"))
    assert views == ["tables.show", "deals.preview", "deals.save", "deals.keep", "deals.touch"]
    assert set(views) <= app.view_functions.keys()


@pytest.mark.parametrize("file", ["README.md", "CHANGELOG.md"])
def test_no_two_versions_stand_in_what_is_read(file):
    assert not re.search("^(<{7}|={7}|>{7})", (ROOT / file).read_text("utf-8"), re.MULTILINE)
