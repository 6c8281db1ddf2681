"""Compiled functions are kept on disk, and nothing stale is ever taken from there."""

import json
import os
import shutil
import subprocess
import sys
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

import pytest

import kitgen

#: A package of three files: a constant, a function that uses it, and a kernel that calls the
#: function.
SHOP = {
    "__init__.py": "",
    "prices.py": "PRICE = 3\n",
    "counter.py": (
        "from kitgen.compiling.compiled import compiled\nfrom shop import prices\n\n"
        "PRICE = prices.PRICE\n\n\n@compiled\ndef price(number):\n    return number * PRICE\n"
    ),
    "till.py": (
        "from numba import types\n\nfrom kitgen.compiling.compiled import compiled\n"
        "from shop.counter import (\n    price,\n)\n\n\n"
        "@compiled(types.int64(types.int64))\ndef pay(number):\n    return price(number) + 1\n"
    ),
}
PAY = "from shop.till import pay\nprint(pay(2), sum(pay.stats.cache_hits.values()))"


@pytest.fixture
def shop(tmp_path):
    folder = tmp_path / "shop"
    folder.mkdir()
    for name, text in SHOP.items():
        (folder / name).write_text(text)
    return folder


#: A Python that has loaded Numba and nothing of kitgen, from which each process of a test begins:
#: Numba alone takes longer to load than all the rest. It reads a process a line, and answers with
#: all that this one has printed.
NURSERY = """
import io, json, os, sys, traceback
import numba, numpy
for line in sys.stdin:
    asked = json.loads(line)
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        sys.stdout = sys.stderr = io.StringIO()
        os.chdir(asked["folder"])
        sys.path[:0] = asked["path"]
        numba.config.CACHE_DIR = asked["kept"]
        sys.dont_write_bytecode = True
        try:
            exec(asked["script"], {"__name__": "__main__"})
        except BaseException:
            traceback.print_exc()
        os.write(writing, sys.stdout.getvalue().encode())
        os._exit(0)
    os.close(writing)
    with open(reading, encoding="utf-8") as said:
        print(json.dumps(said.read()), flush=True)
    os.waitpid(child, 0)
"""


@pytest.fixture(scope="module")
def forking_process():
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    command = [sys.executable, "-P", "-W", "error", "-c", NURSERY]
    with subprocess.Popen(
        command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as begun:
        yield begun
        begun.stdin.close()


@pytest.fixture
def run(forking_process):
    """A function that runs some Python in a process of its own, and returns what it prints."""

    def started(script: str, *folders: Path, kept: Path) -> str:
        path = [str(folder) for folder in folders]
        asked = {"script": script, "path": path, "kept": str(kept), "folder": str(kept.parent)}
        forking_process.stdin.write(json.dumps(asked) + "\n")
        forking_process.stdin.flush()
        return json.loads(forking_process.stdout.readline())

    return started


@pytest.fixture
def pay(run):
    """A function that runs a shop as a new process does."""

    def paid(shop: Path) -> str:
        return run(
            PAY, shop.parent, Path(kitgen.__file__).parent.parent, kept=shop.parent / "kept"
        ).strip()

    return paid


@pytest.mark.every
def test_a_constant_of_another_file_is_never_stale(shop, pay):
    assert pay(shop) == "7 0"
    assert pay(shop) == "7 1", "the second process compiles nothing"
    (shop / "prices.py").write_text("PRICE = 5\n")
    assert pay(shop) == "11 0"
    (shop / "counter.py").write_text(SHOP["counter.py"].replace("number *", "1 +  number *"))
    assert pay(shop) == "12 0"
    assert pay(shop) == "12 1"


#: Has modules loaded as pytest loads those of packages that bring fixtures: by a loader that tells
#: no source.
SILENT = """
import importlib.machinery as machinery, sys
class Silent(machinery.SourceFileLoader):
    get_source = property()
sys.path_hooks.insert(0, machinery.FileFinder.path_hook(
    (machinery.ExtensionFileLoader, machinery.EXTENSION_SUFFIXES), (Silent, [".py"])))
sys.path_importer_cache.clear()
"""


@pytest.mark.every
def test_kernels_are_kept_whoever_loads_them(shop, run, pay):
    """Tests would compile everything anew in each process, otherwise."""
    folders = (shop.parent, Path(kitgen.__file__).parent.parent)
    assert pay(shop) == "7 0"
    assert run(SILENT + PAY, *folders, kept=shop.parent / "kept").strip() == "7 1"
    (shop / "prices.py").write_text("PRICE = 5\n")
    assert run(SILENT + PAY, *folders, kept=shop.parent / "kept").strip() == "11 0"


@pytest.mark.every
def test_other_files_do_not_matter(shop, pay):
    assert pay(shop) == "7 0"
    (shop / "unused.py").write_text("PRICE = 5\n")
    assert pay(shop) == "7 1"


@pytest.mark.every
def test_a_damaged_cache_is_passed_over(shop, pay):
    assert pay(shop) == "7 0"
    kept = sorted((shop.parent / "kept").rglob("*.nb[ic]"))
    assert len(kept) >= 2
    for path in kept:
        path.write_bytes(path.read_bytes()[:10])
    assert pay(shop) == "7 0"
    pay(shop)
    assert pay(shop) == "7 1", "it heals"


@pytest.mark.every
def test_where_nothing_can_be_kept_it_is_compiled_all_the_same(shop, run):
    nowhere = "import numba.core.caching as c\nc.CacheImpl._locator_classes = []\n"
    folders = (shop.parent, Path(kitgen.__file__).parent.parent)
    assert run(nowhere + PAY, *folders, kept=shop.parent / "kept") == "7 0\n"
    assert not (shop.parent / "kept").exists()


#: Numba without one of the names inside it that keeping leans on, and whether anything can be kept
#: without it.
STRANGE = {
    "import numba.core.caching as c\ndel c.FunctionCache\n": False,
    "import numba.core.caching as c\nc.IndexDataCacheFile.__init__ = lambda "
    "*_, **__: None\n": False,
    "import numba.core.runtime.nrt as n\ndel n.rtsys\n": True,
    "import numba.core.caching as c\ndef load(self, sig, context):\n    context.refresh()\n"
    "    return self._read(sig, context)\n"
    "c.Cache._read, c.Cache.load_overload = c.Cache._load_overload, load\n"
    "del c.Cache._load_overload\n": True,
}


@pytest.mark.every
@pytest.mark.parametrize("strange", STRANGE)
def test_a_numba_made_otherwise_inside_computes_the_same_and_nothing_stale(shop, run, strange):
    folders = (shop.parent, Path(kitgen.__file__).parent.parent)
    whole = "import numba\nnumba.njit(lambda: 0)()\n"  # Numba loads what it needs itself
    script = whole + strange + PAY
    kept = shop.parent / "kept"
    assert run(script, *folders, kept=kept) == "7 0\n"
    assert run(script, *folders, kept=kept) == f"7 {STRANGE[strange]:d}\n"
    (shop / "prices.py").write_text("PRICE = 5\n")
    assert run(script, *folders, kept=kept) == "11 0\n"


@pytest.mark.every
def test_a_kernel_of_kitgen_follows_a_constant_of_another_file(tmp_path, run):
    copy = tmp_path / "kitgen"
    shutil.copytree(
        Path(kitgen.__file__).parent, copy, ignore=shutil.ignore_patterns("__pycache__")
    )
    script = (
        "import numpy as np\nfrom kitgen.games import make_game\ngame = make_game('hexapawn')\n"
        "packed, room = game.packed, np.zeros(9, np.int64)\n"
        "lost = packed.key(game.parse('.../.../ww. b'))\n"
        "print(packed.moves(lost, packed.shape, room, room))"
    )
    assert run(script, tmp_path, kept=tmp_path / "kept") == "-1001\n"
    constants = copy / "games" / "packed.py"
    constants.write_text(constants.read_text().replace("GAME_OVER = -1000", "GAME_OVER = -3000"))
    assert run(script, tmp_path, kept=tmp_path / "kept") == "-3001\n"


#: Tells of compiling, from nothing to the end.
TELL = """
from kitgen.compiling import compile_progress
told = []
with compile_progress.listening(lambda done, total: told.append((done, total))):
    from shop.counter import price
    price(1)
    from shop.till import pay
    pay(2)
print(told)
"""


@pytest.mark.every
def test_whoever_listens_is_told_what_is_compiled_and_how_much(shop, run):
    (shop / "till.py").write_text(
        SHOP["till.py"].replace("@compiled(types.int64(types.int64))", "@compiled")
    )
    folders = (shop.parent, Path(kitgen.__file__).parent.parent)
    script = TELL.replace("    price(1)\n", "")
    assert run(script, *folders, kept=shop.parent / "kept") == "[(0, 2), (0, 2), (1, 2), (0, 0)]\n"
    assert run(script, *folders, kept=shop.parent / "kept") == "[]\n", "reading from disk is quick"
    (shop / "counter.py").write_text(SHOP["counter.py"].replace("number *", "1 + number *"))
    assert run(TELL, *folders, kept=shop.parent / "kept") == "[(0, 1), (0, 0), (1, 2), (0, 0)]\n"


#: Commands that use kernels.
WORK = {
    "a database": ["solve", "awari:6x4", "--levels", "3"],
    "a large board": ["solve", "hexapawn:4x4"],
    "looking ahead": ["search", "awari:6x4", "--depth", "4"],
    "many machines": ["simulate", "her", "--games", "200000"],
}
#: Which kernels a command had to compile.
MISSED = """
import sys
from click.testing import CliRunner
from kitgen.cli.main import main
done = CliRunner().invoke(main, {words})
kernels = {{id(v): (k, v) for m in list(sys.modules.values()) if m.__name__.startswith("kitgen")
           for k, v in list(vars(m).items())
           if hasattr(v, "stats") and hasattr(v, "signatures")}}.values()
print(done.exit_code, done.output if done.exit_code else "", any(v.signatures for _, v in kernels),
      sorted(k for k, v in kernels if sum(v.stats.cache_misses.values())))
"""


@pytest.mark.every
@pytest.mark.parametrize("words", WORK)
def test_no_kernel_is_compiled_again_by_another_process(tmp_path, run, words):
    """Types that are others in each process would be compiled anew, and what is kept of them
    would grow for ever.
    """
    script = MISSED.format(words=WORK[words])
    home = Path(kitgen.__file__).parent.parent
    run(script, home, kept=tmp_path / "kept")
    assert run(script, home, kept=tmp_path / "kept").strip() == "0  True []"


class Source:
    """Loads nothing, and knows the source of a module."""

    def __init__(self, text):
        self.text = text

    def get_source(self, _name):
        return self.text


@pytest.fixture
def digests(monkeypatch):
    """Return a function that returns the digests of modules with these sources, by name."""
    from kitgen.compiling import compiled  # noqa: PLC0415 - loads Numba

    def of(sources, *names):
        for cached in (compiled._source, compiled._imported):
            cached.cache_clear()
        for name, text in sources.items():
            module = ModuleType(name)
            module.__spec__ = ModuleSpec(name, None if text is None else Source(text))
            monkeypatch.setitem(sys.modules, name, module)
        return [compiled.digest(name) for name in names or sources]

    yield of
    for cached in (compiled._source, compiled._imported):
        cached.cache_clear()


def test_a_digest_does_not_depend_on_where_one_begins_to_read(digests):
    """Modules that import each other in a circle have all the same sources behind them."""
    names = [f"circle.part{number}" for number in range(40)]
    after = dict(zip(names, [*names[1:], names[0]], strict=True))
    found = digests({name: f"import {following}\n" for name, following in after.items()})
    assert len(set(found)) == 1


BEFORE = {"shop": "", "shop.till": "import shop.prices\n", "shop.prices": "PRICE = 3\n"}


@pytest.mark.parametrize(
    "till",
    [
        "import shop.prices\n",
        "import sys, shop.prices\n",
        "import shop.prices as p\n",
        "from shop import prices\n",
        "from shop import (\n    other,\n    prices,\n)\n",
        "from shop.prices import PRICE\n",
        "from shop.prices import PRICE as COST\n",
        "from shop.between import PRICE\n",
    ],
)
def test_what_a_module_imports_counts_however_it_is_written(digests, till):
    between = {"shop.between": "from shop.prices import PRICE\n", "shop.other": ""}
    (before,) = digests({**BEFORE, **between, "shop.till": till}, "shop.till")
    (dearer,) = digests({"shop.prices": "PRICE = 5\n"}, "shop.till")
    (again,) = digests({"shop.prices": "PRICE = 3\n"}, "shop.till")
    assert before == again != dearer


@pytest.mark.parametrize(
    "till", ["", "def pay():\n    import shop.prices\n", "# import shop.prices\n"]
)
def test_other_modules_and_imports_inside_functions_do_not_count(digests, till):
    (before,) = digests({**BEFORE, "shop.till": till}, "shop.till")
    (after,) = digests({"shop.prices": "PRICE = 5\n"}, "shop.till")
    assert before == after


def test_other_packages_do_not_count_but_kitgen_does(digests):
    till = "import bank\nimport kitgen_bank\nimport kitgen.bank\n"
    others = {"bank": "A = 1", "kitgen_bank": "A = 1", "kitgen.bank": "A = 1"}
    (before,) = digests({**others, "shop.till": till}, "shop.till")
    (same,) = digests({"bank": "A = 2", "kitgen_bank": "A = 2"}, "shop.till")
    (other,) = digests({"kitgen.bank": "A = 2"}, "shop.till")
    assert before == same != other


def test_a_module_without_a_source_has_no_digest(digests):
    assert digests({"shop.none": None}) == [None]
    assert digests({}, "shop.never_loaded") == [None]
