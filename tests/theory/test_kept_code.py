"""How functions are compiled; and compiled code on disk: what is read in which way, and that no
damage of a file does harm.
"""

import pickle
import sys
from contextlib import contextmanager
from types import SimpleNamespace

import pytest

pytest.importorskip("numba")

from kitgen.compiling import compiled, disk_cache
from kitgen.compiling.disk_cache import keep

DAMAGE = (
    OSError,
    EOFError,
    pickle.UnpicklingError,
    ValueError,
    TypeError,
    AttributeError,
    ImportError,
    KeyError,
)


def cache_that(noted, loaded=None, saved=None):
    """Return a cache whose files are read and written by functions of a test."""

    @contextmanager
    def guard():
        noted.append("guarded")
        yield

    def load(*words):
        noted.append(words)
        if loaded:
            raise loaded
        return "code"

    def flush():
        noted.append("begun again")
        if saved is OSError:
            raise OSError

    cache = object.__new__(disk_cache._Cache)
    cache._load_overload = load
    cache._guard_against_spurious_io_errors = guard
    cache.flush = flush
    return cache


@pytest.fixture
def prepared(monkeypatch):
    """What was prepared for kept code."""
    made = []
    run_time = SimpleNamespace(initialize=made.append)
    monkeypatch.setattr(disk_cache, "_RUN_TIME", run_time)
    return made


def test_kept_code_is_read_without_preparing_to_compile(prepared):
    noted = []
    assert cache_that(noted).load_overload("types", "target") == "code"
    assert noted == ["guarded", ("types", "target")]
    assert prepared == ["target"]


def test_where_that_cannot_be_numba_reads_it_in_its_own_way(prepared, monkeypatch):
    monkeypatch.setattr(disk_cache, "_QUICK", False)
    monkeypatch.setattr(
        disk_cache.FunctionCache, "load_overload", lambda _, *words: ("slowly", *words)
    )
    assert cache_that([]).load_overload("types", "target") == ("slowly", "types", "target")
    assert prepared == []


@pytest.mark.usefixtures("prepared")
@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_file_is_none_and_is_written_anew(damage, monkeypatch):
    noted = []
    assert cache_that(noted, loaded=damage()).load_overload("types", "target") is None

    def fail(*_):
        raise damage

    monkeypatch.setattr(disk_cache.FunctionCache, "save_overload", fail)
    cache_that(noted, saved=damage).save_overload("types", "data")
    assert noted[-1] == "begun again"


@pytest.mark.usefixtures("prepared")
def test_another_fault_is_shown(monkeypatch):
    with pytest.raises(ZeroDivisionError):
        cache_that([], loaded=ZeroDivisionError()).load_overload("types", "target")
    saved = []
    monkeypatch.setattr(
        disk_cache.FunctionCache, "save_overload", lambda _, *words: saved.append(words)
    )
    cache_that(saved).save_overload("types", "data")
    assert saved == [("types", "data")]


@pytest.mark.parametrize("fault", [None, RuntimeError, AttributeError])
def test_nothing_is_kept_where_that_cannot_be(fault, monkeypatch):
    def make(function, stamp):
        if fault:
            raise fault
        return function, stamp

    monkeypatch.setattr(disk_cache, "_Cache", make)
    kernel = SimpleNamespace(_cache="nothing")
    keep(kernel, len, b"stamp")
    assert kernel._cache == ("nothing" if fault else (len, b"stamp"))


# --- what is compiled
# --------------------------------------------------------------------------------------------------


class Type:
    """A type of Numba's, which can be called, as a function can."""

    def __call__(self, *arguments):
        return arguments


class Kernel:
    """A compiled function, which notes how it is compiled."""

    def __init__(self):
        self.noted = []

    def compile(self, signature):
        self.noted.append(signature)

    def disable_compile(self):
        self.noted.append("no other")


@pytest.fixture
def made(monkeypatch):
    """What is kept and how functions are compiled, without Numba."""
    noted = []

    def njit(**options):
        noted.append(options)
        return lambda function: function if function is double else Kernel()

    monkeypatch.setattr(compiled, "numba", SimpleNamespace(njit=njit))
    monkeypatch.setattr(compiled, "digest", {__name__: b"stamp"}.get)
    monkeypatch.setattr(compiled._progress, "kernels", set())
    monkeypatch.setattr(disk_cache, "keep", lambda *words: noted.append(words[1:]))
    return noted


def double(number):
    return 2 * number


def triple(number):
    return 3 * number


OPTIONS = {"nogil": True, "error_model": "numpy"}


def test_a_function_is_compiled_when_it_is_called_or_for_its_types_at_once(made):
    plain = compiled.compiled(triple)
    assert plain.noted == []
    assert compiled.compiled()(triple).noted == []
    kernel = compiled.compiled(Type(), "second")(triple)
    first, *others = kernel.noted
    assert isinstance(first, Type)
    assert others == ["second", "no other"]
    assert isinstance(compiled.compiled(Type())(triple).noted[0], Type)
    assert made == [OPTIONS, (triple, b"stamp")] * 4
    assert {plain, kernel} < compiled._progress.kernels


def test_where_compiling_is_off_a_function_stays_as_it_is(made):
    assert compiled.compiled(double) is double
    assert compiled.compiled("types")(double) is double
    assert made == [OPTIONS] * 2
    assert compiled._progress.kernels == set()


def test_what_has_no_source_or_another_numba_is_not_kept(made, monkeypatch):
    monkeypatch.setattr(compiled, "digest", lambda _: None)
    assert compiled.compiled(triple).noted == []
    assert made == [OPTIONS]
    monkeypatch.setattr(compiled, "digest", lambda _: b"stamp")
    monkeypatch.setitem(sys.modules, "kitgen.compiling.disk_cache", None)
    assert compiled.compiled(triple).noted == []
    assert made == [OPTIONS] * 2
    assert len(compiled._progress.kernels) == 2
