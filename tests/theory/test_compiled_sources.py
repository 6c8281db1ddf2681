"""What a kernel's kept code depends on, and how compiling is reported: without compiling."""

import hashlib
import sys
from types import SimpleNamespace

import pytest

from kitgen.compiling import compile_progress, compiled

#: A package whose modules import one another in all ways.
SOURCES = {
    "__init__": "",
    "till": "from stall import prices\nfrom stall.weights import (\n    heavy,\n)\nimport os\n",
    "prices": "import stall.coins\n",
    "coins": "from stall import till\n",
    "weights": "def heavy():\n    from stall import later\n    return later\n",
    "later": "",
    "unused": "",
}


@pytest.fixture
def stall(tmp_path, monkeypatch):
    folder = tmp_path / "stall"
    folder.mkdir()
    for name, text in SOURCES.items():
        (folder / f"{name}.py").write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    compiled._source.cache_clear()
    compiled._imported.cache_clear()
    for name in ("prices", "coins", "weights", "later", "unused", "till"):
        __import__(f"stall.{name}")
    yield folder
    for name in [name for name in sys.modules if name.partition(".")[0] == "stall"]:
        del sys.modules[name]
    compiled._source.cache_clear()
    compiled._imported.cache_clear()


def digest_of(names):
    total = hashlib.sha256()
    for name in names:
        source = SOURCES[name.removeprefix("stall.") if "." in name else "__init__"]
        total.update(f"{name} {len(source)} {source}".encode())
    return total.digest()


@pytest.mark.usefixtures("stall")
@pytest.mark.parametrize(
    ("module", "names"),
    [
        ("till", "stall stall.coins stall.prices stall.till stall.weights"),
        ("prices", "stall stall.coins stall.prices stall.till stall.weights"),
        ("weights", "stall.weights"),
        ("unused", "stall.unused"),
    ],
)
def test_a_digest_is_of_all_modules_at_whose_top_it_is_imported_in_order(module, names):
    assert compiled.digest(f"stall.{module}") == digest_of(names.split())


def test_a_module_without_a_source_has_no_digest():
    assert compiled.digest("nothing.of.this.name") is None
    assert compiled.digest("sys") is None


def kernel(name, *calls, done=False):
    """Return a thing that Numba could have compiled: it calls others by name."""
    function = SimpleNamespace(
        __globals__={other.name: other for other in calls},
        __code__=SimpleNamespace(co_names=tuple(other.name for other in calls)),
    )
    overloads = {"int64": "code"} if done else {}
    return Kernel(name, function, overloads)


class Kernel:
    """Compared by its identity, as Numba's are."""

    def __init__(self, name, py_func, overloads):
        self.name = name
        self.py_func = py_func
        self.overloads = overloads


def told(progress, *steps):
    """Return what is told of steps: a kernel begins, or ends with a minus before its name."""
    sounds = []
    with compile_progress.listening(lambda *numbers: sounds.append(numbers)):
        for way, each in steps:
            event = SimpleNamespace(data={"dispatcher": each})
            if way == "start":
                progress.on_start(event)
            else:
                progress.on_end(event)
    return sounds


def test_progress_counts_what_is_done_and_all_that_a_kernel_needs():
    inner = kernel("inner")
    ready = kernel("ready", done=True)
    outer = kernel("outer", inner, ready)
    last = kernel("last", outer, inner)
    stranger = kernel("stranger")
    progress = compiled._Progress()
    progress.kernels |= {inner, ready, outer, last}
    assert progress._needed(inner) == {inner}
    assert progress._needed(outer) == {outer, inner}
    assert progress._needed(last) == {last, outer, inner}
    assert progress._needed(ready) == {ready}
    assert told(progress, ("start", stranger), ("end", stranger)) == []
    steps = [("start", outer), ("start", inner), ("end", inner), ("end", outer)]
    assert told(progress, *steps) == [(0, 2), (0, 2), (1, 2), (0, 0)]
    inner.overloads = outer.overloads = {"int64": "code"}
    assert told(progress, ("start", last), ("end", last)) == [(2, 3), (0, 0)]


def test_every_listener_is_told_until_its_block_ends():
    first = []
    second = []
    with compile_progress.listening(lambda *told: first.append(told)):
        with compile_progress.listening(lambda *told: second.append(told)):
            compile_progress.report(1, 3)
        compile_progress.report(2, 3)
    compile_progress.report(3, 3)
    assert (first, second) == ([(1, 3), (2, 3)], [(1, 3)])
