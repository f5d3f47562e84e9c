"""The rooms of the house, read from their imports; and what a command does not load."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for path in [ROOT / "app.py", *sorted((ROOT / "scorepad").rglob("*.py"))]
}

# A room may import from itself and from the rooms named here, no others.
_CORE = frozenset({"rules", "record", "sentences"})
MAY_IMPORT: dict[str, frozenset[str]] = {
    "rules": frozenset(),
    "record": frozenset({"rules"}),
    "sentences": frozenset({"rules"}),
    "coach": frozenset({"rules"}),
    "photo": frozenset(),
    "store": frozenset({"rules", "record"}),
    "stats": frozenset({"rules", "record", "store"}),
    "transfer": frozenset({"rules", "record", "store", "stats"}),
    "learning": frozenset({"coach", "rules"}),
    "network": frozenset(),
    "web": _CORE | {"coach", "learning", "network", "photo", "store", "stats", "transfer"},
    "daily": frozenset({"sentences", "store"}),
    "naming": frozenset({"rules"}),
    "house": frozenset({"daily", "naming", "store", "web"}),
    "announcing": frozenset({"network", "sentences", "web"}),
    "logs": frozenset(),
    "serving": frozenset({"announcing", "house", "logs", "naming", "rules", "sentences", "store", "web"}),
    "commands": _CORE | {"coach", "photo", "store", "stats", "transfer", "serving", "house", "logs"},
    "app": frozenset({"house", "commands", "rules"}),
}
"""`house` is scorepad/__init__.py, where create_app joins the rooms."""

SOLVES = {f"scorepad.coach.{name}": {"numpy"} for name in ("desk", "make", "simulate", "solver")}
"""What is loaded where a sheet is solved, and not where a table is read."""

# Other rooms import what these give from the package, not from a module within.
PACKAGES = frozenset({"rules", "record", "store", "stats", "transfer"})


def room_of(module: str) -> str:
    if module == "scorepad":
        return "house"
    return module.removeprefix("scorepad.").partition(".")[0]


def imports_of(path: Path, module: str, top_level_only: bool = False) -> Iterator[str]:
    """The modules that a file imports, those within functions too unless only the top level is asked for."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in tree.body if top_level_only else ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} has a relative import"
            assert node.module is not None
            for name in node.names:
                inner = f"{node.module}.{name.name}"
                yield inner if inner in MODULES else node.module


def named_in(path: Path) -> Iterator[str]:
    """The modules of the house that a file names in order to import from them."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names if name.name.startswith("scorepad"))
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("scorepad"):
            yield node.module or ""


def own(module: str) -> list[str]:
    """The imports of a module that stay within the house."""
    return [name for name in imports_of(MODULES[module], module) if name.split(".")[0] in ("scorepad", "app")]


def foreign(module: str) -> list[str]:
    """The imports of a module from outside."""
    return [
        name for name in imports_of(MODULES[module], module) if name.split(".")[0] not in ("scorepad", "app")
    ]


def test_the_rooms_are_there() -> None:
    rooms = {room_of(module) for module in MODULES}
    assert rooms >= MAY_IMPORT.keys()
    assert rooms <= MAY_IMPORT.keys(), "a new room must say what it may import"


def test_the_plan_has_no_circle() -> None:
    left = dict(MAY_IMPORT)
    while left:
        free = [room for room, needs in left.items() if not needs & left.keys()]
        assert free, f"a circle among {sorted(left)}"
        for room in free:
            del left[room]


@pytest.mark.parametrize("module", MODULES)
def test_imports_run_one_way(module: str) -> None:
    room = room_of(module)
    for name in own(module):
        assert room_of(name) == room or room_of(name) in MAY_IMPORT[room], f"{module} imports {name}"


@pytest.mark.parametrize("module", MODULES)
def test_what_a_package_gives_is_imported_from_the_package(module: str) -> None:
    for name in named_in(MODULES[module]):
        if room_of(name) in PACKAGES - {room_of(module)}:
            assert name == f"scorepad.{room_of(name)}", f"{module} imports from {name}"


@pytest.mark.parametrize(
    "module", [module for module in MODULES if room_of(module) in ("rules", "record", "sentences", "coach")]
)
def test_the_core_imports_the_standard_library_and_itself_alone(module: str) -> None:
    assert {name.split(".")[0] for name in foreign(module)} <= sys.stdlib_module_names | SOLVES.get(
        module, set()
    )


@pytest.mark.parametrize("module", [module for module in MODULES if room_of(module) == "photo"])
def test_photos_are_read_by_numpy_and_pillow_and_pytorch_only_teaches(module: str) -> None:
    teaches = module.startswith("scorepad.photo.training")
    known = sys.stdlib_module_names | {"numpy", "PIL"} | ({"torch"} if teaches else set())
    assert {name.split(".")[0] for name in foreign(module)} <= known
    assert teaches or not [name for name in own(module) if name.startswith("scorepad.photo.training")]


@pytest.mark.parametrize("module", [module for module in MODULES if room_of(module) in ("rules", "record")])
def test_the_core_knows_neither_files_nor_clocks_nor_the_network(module: str) -> None:
    world = {
        "os",
        "pathlib",
        "socket",
        "sqlite3",
        "subprocess",
        "time",
        "random",
        "secrets",
        "gettext",
        "locale",
        "threading",
    }
    assert not {name.split(".")[0] for name in foreign(module)} & world


@pytest.mark.parametrize("module", [module for module in MODULES if room_of(module) not in ("web", "house")])
def test_flask_stays_in_the_web(module: str) -> None:
    web = {"flask", "flask_babel", "werkzeug", "jinja2", "markupsafe", "babel"}
    assert not {name.split(".")[0] for name in foreign(module)} & web


@pytest.mark.parametrize("module", [module for module in MODULES if room_of(module) != "store"])
def test_sqlite_stays_in_the_store(module: str) -> None:
    assert not {name.split(".")[0] for name in foreign(module)} & {"sqlite3", "sqlite_utils"}


@pytest.mark.parametrize(
    "module", [module for module in MODULES if room_of(module) not in ("store", "learning")]
)
def test_files_are_locked_by_store_and_coach_alone(module: str) -> None:
    assert "filelock" not in {name.split(".")[0] for name in foreign(module)}


@pytest.mark.parametrize(
    "module",
    ["app", "scorepad", *(f"scorepad.commands{name}" for name in ("", ".records", ".reading", ".terminal"))],
)
def test_the_way_to_a_command_loads_no_web_at_its_top(module: str) -> None:
    names = imports_of(MODULES[module], module, top_level_only=True)
    heavy = {room_of(name) for name in names if name.startswith("scorepad")} & {
        "web",
        "store",
        "stats",
        "serving",
    }
    assert not heavy


def test_every_room_is_loaded_alone() -> None:
    script = "import importlib, sys; [importlib.import_module(name) for name in sys.argv[1:]]"
    for module in (
        "scorepad.rules",
        "scorepad.coach",
        "scorepad.photo",
        "scorepad.record",
        "scorepad.sentences",
        "scorepad.store",
        "scorepad.stats",
        "scorepad.transfer",
        "scorepad.serving",
    ):
        subprocess.run(
            [sys.executable, "-W", "error", "-c", script, module], cwd=ROOT, check=True, timeout=30
        )


def test_the_pad_loads_neither_numpy_nor_pillow_and_whoever_wants_numpy_gets_it() -> None:
    script = (
        "import sys; from scorepad import create_app; import scorepad.web.areas, scorepad.serving\n"
        "assert not [name for name in sys.modules if name.split('.')[0] in ('numpy', 'PIL')]\n"
        "import scorepad.coach.solver; assert sys.modules['numpy'].array([1])"
    )
    subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=True, timeout=60)


@pytest.mark.parametrize("command", ["score", "options"])
def test_a_command_on_a_record_loads_neither_web_nor_database(tmp_path: Path, command: str) -> None:
    record = {"format": "scorepad-game", "version": 1, "ruleset": "yahtzee", "players": ["Ana"], "turns": []}
    file = tmp_path / "game.json"
    file.write_text(json.dumps(record), encoding="utf-8")
    script = (
        "import runpy, sys\n"
        "try:\n    runpy.run_path('app.py', run_name='__main__')\n"
        "except SystemExit as done:\n    print(done.code, *sys.modules, file=sys.stderr)"
    )
    words = [command, str(file), *(["44421"] if command == "options" else [])]
    done = subprocess.run(
        [sys.executable, "-c", script, *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=30,
    )
    code, *modules = done.stderr.split()
    assert code == "0"
    assert json.loads(done.stdout)
    loaded = {module.split(".")[0] for module in modules}
    assert "scorepad" in loaded
    assert not loaded & {"flask", "flask_babel", "babel", "jinja2", "werkzeug", "waitress", "segno"}
    assert not loaded & {"sqlite_utils", "sqlite3", "filelock"}


def test_the_app_is_made_when_it_is_asked_for_and_once(tmp_path: Path) -> None:
    script = (
        "import app, os, sys\n"
        "assert 'flask' not in sys.modules\n"
        "made = app.app\n"
        "assert made is app.app\n"
        "assert os.path.exists(os.environ['SCOREPAD_DB'])\n"
        "print(made.test_client().get('/healthz').text, hasattr(app, 'nothing'))\n"
        "made.extensions['scorepad.store'].close()"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", script],
        cwd=ROOT,
        env=os.environ | {"SCOREPAD_DB": str(tmp_path / "scorepad.db")},
        capture_output=True,
        text=True,
        check=True,
        timeout=30,
    )
    assert done.stdout.split() == ["ok", "False"]
