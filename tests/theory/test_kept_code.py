"""Compiled code on disk: what is read in which way, and that no damage of a file does harm."""

import pickle
from contextlib import contextmanager
from types import SimpleNamespace

import pytest

pytest.importorskip("numba")

from kitgen.compiling import disk_cache
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
