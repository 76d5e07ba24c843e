"""Who may import whom, and what no layer may know (README, the map)."""

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import companion
from companion import store
from companion.games import GAMES

PACKAGE = Path(companion.__file__).parent
OURS = {  # layer -> the layers of ours that it may import
    "games": set(),
    "sheets": {"games"},
    "draw": {"games"},
    "payments": set(),
    "standings": {"games"},
    "migrations": set(),
    "store": {"games", "migrations"},
    "words": {"games"},
    "web": {"games", "sheets", "draw", "payments", "standings", "store", "words", "network"},
    "instance": set(),
    "network": set(),
    "threads": set(),
    "server": {"instance", "network", "threads", "starting"},
    "starting": {"create_app", "migrations", "network", "operations", "server", "store"},
    "operations": {"migrations", "store", "instance", "network", "demo"},
    "demo": {"demo_deals", "store"},
    "demo_deals": {"games"},
    "figures": {"draw", "games"},
    "cli": {"sheets", "instance", "server", "operations", "figures"},
}
OF_FLASK = {"itsdangerous", "jinja2", "markupsafe", "werkzeug"}  # they come with it
OTHERS = {  # layer -> what it may import that is not in the standard library; no other may
    "migrations": {"sqlite_utils"},
    "store": {"sqlite_utils"},
    "words": {"flask", "markupsafe"},
    "web": {"flask", "flask_wtf", "rcssmin", "rjsmin", "segno", "zopfli"} | OF_FLASK,
    "threads": {"waitress"},
    "server": {"waitress"},
    "starting": {"flask", "segno"},
    "operations": {"segno"},
}
DATABASE = {"sqlite3", "sqlite_utils"}


def files(layer):
    return sorted((PACKAGE / layer).rglob("*.py")) or [PACKAGE / f"{layer}.py"]


def imported(path):
    """What a file imports, wherever in it: full names, those of ours from `companion.` on."""
    inside = path.relative_to(PACKAGE).parts[:-1]
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        if isinstance(node, ast.ImportFrom):
            up = ("companion", *inside)[: len(inside) + 2 - node.level] if node.level else ()
            module = ".".join([*up, *([node.module] if node.module else [])])
            yield from (f"{module}.{name.name}" for name in node.names)


def layers(path):
    """The layers of ours and the other packages that a file imports."""
    names = [name.split(".") for name in imported(path)]
    ours = {name[1] for name in names if name[0] == "companion"}
    others = {name[0] for name in names if name[0] != "companion"}
    return ours, others


@pytest.mark.parametrize("layer", OURS)
def test_a_layer_imports_only_those_below_it(layer):
    for path in files(layer):
        ours, others = layers(path)
        assert ours <= OURS[layer] | {layer}, path
        assert others - sys.stdlib_module_names <= OTHERS.get(layer, set()), path


def test_what_is_installed_with_it_is_what_it_imports():
    project = tomllib.loads((PACKAGE.parent / "pyproject.toml").read_text("utf-8"))["project"]
    needed = {re.split("[~<>=]", one)[0].replace("-", "_") for one in project["dependencies"]}
    found = {name for path in PACKAGE.rglob("*.py") for name in layers(path)[1]}
    assert found - sys.stdlib_module_names - OF_FLASK == needed


@pytest.mark.parametrize("layer", ["games", "sheets", "draw", "words", "web", "cli"])
def test_only_the_store_speaks_to_the_database(layer):
    for path in files(layer):
        assert not layers(path)[1] & DATABASE, path
        tree = ast.parse(path.read_text("utf-8"))
        asked = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
        assert not asked & {"db", "conn", "execute", "executescript"}, path


def test_pages_take_from_the_store_what_it_shows_and_nothing_further_inside():
    shown = {f"companion.store.{name}" for name in (*store.__all__, "backups", "copies")}
    for path in files("web"):
        taken = {name for name in imported(path) if name.startswith("companion.store.")}
        assert taken <= shown, path


# What games are called, and the facts that only one of them knows.
OF_GAMES = {*GAMES} | {game.kind for game in GAMES.values() if game.kind}


@pytest.mark.parametrize("layer", ["draw", "standings", "migrations", "store", "words", "web"])
def test_no_page_and_no_store_names_a_game(layer):
    for path in files(layer):
        tree = ast.parse(path.read_text("utf-8"))
        words = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
        parts = {part for word in words if isinstance(word, str) for part in word.split("/")}
        parts |= {part.partition("_")[0] for name in imported(path) for part in name.split(".")}
        assert not parts & OF_GAMES, path


def test_only_the_guard_looks_whether_htmx_asks():
    """For a status: an address has one representation."""
    looks = [path for path in PACKAGE.rglob("*.py") if "HX-Request" in path.read_text("utf-8")]
    assert looks == [PACKAGE / "web" / "guard.py"]


def test_no_template_of_all_games_names_one():
    folder = PACKAGE.parent / "templates"
    for path in folder.rglob("*.html"):
        words = set(re.findall("[a-z]+", path.read_text("utf-8")))
        assert path.is_relative_to(folder / "games") or not words & {*GAMES}, path


def test_the_rules_know_no_clock_and_no_chance():
    for path in files("games"):
        assert not layers(path)[1] & {"datetime", "os", "random", "secrets", "time"}, path


LOADED = "import sys; print(*sorted({name.partition('.')[0] for name in sys.modules}))"


@pytest.mark.parametrize(
    "first",
    [
        "import companion.games, companion.sheets",
        "from companion.cli import main; main(['tally', '-'])",
    ],
)
def test_rules_and_tally_load_neither_pages_nor_database(first):
    command = [sys.executable, "-c", f"{first}; {LOADED}"]
    done = subprocess.run(command, input=b"", capture_output=True, check=True)
    heavy = {"flask", "werkzeug", "jinja2", "waitress", *DATABASE}
    assert not heavy & set(done.stdout.decode().split())
