"""The part of ``wasm_suite.py`` inside WebAssembly: runs pytest, and leaves out what needs more
than there is.

A test that fails is left out if it has asked for a process, a thread, a hard link or a native
library, or for an extra that has one.
"""

import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

#: What is not to be had in WebAssembly.
NATIVE = {
    "PIL",
    "_multiprocessing",
    "babel",
    "cv2",
    "dask",
    "distributed",
    "fcntl",
    "fontTools",
    "httpx",
    "matplotlib",
    "mypy",
    "numba",
    "numpy",
    "pikepdf",
    "playwright",
    "pyarrow",
    "pypdfium2",
    "pyspiel",
    "python_calamine",
    "resource",
    "scipy",
    "shapely",
    "starlette",
    "termios",
    "textual",
    "uvicorn",
    "venv",
    "xdist",
}
#: Reasons why a test is left out, each what it needs.
PROCESSES = "processes"
LINKS = "hard links"
THREADS = "threads"
COMPILED = "kernels compiled by Numba"
LIMITS = "limits of processes"
EXCHANGE = "exchange of folders in one step"
HASHES = "hashes of 64 bits, by which positions are gone through"
INSTALLED = "kitgen as pip installs it"
PIPES = "named pipes"
DECODER = "messages of msgspec as it is compiled"
_HANDED_ON = (
    "tests/kit/test_kit.py::"
    "test_a_kit_can_be_handed_to_another_process_after_kernels_have_looked_at_its_game"
)
#: How the names of tests begin that are left out, a whole file or room of them, too, with the
#: reason: some would not end, others ask for what is compiled, or for the marks of a PDF, which
#: ``verify`` does without in a browser.
BY_NAME = {
    _HANDED_ON: COMPILED,
    "tests/cli/test_hints.py::test_doctor_lists_each_library_once": INSTALLED,
    "tests/play/test_machines_that_remember.py::test_players_look_as_far": COMPILED,
    "tests/play/test_play.py::test_very_many_games_go_on_under_a_new_name": COMPILED,
    "tests/play/test_conversations.py::test_what_is_said_at_a_table": COMPILED,
    "tests/play/test_what_the_table_makes_of_words.py::test_what_stands_for_a_player": COMPILED,
    "tests/play/test_what_the_table_makes_of_words.py::test_which_machines_learn": COMPILED,
    "tests/press/test_calls_to_the_disk.py": LINKS,
    "tests/press/test_killed.py::test_what_somebody_saves_meanwhile_is_kept": EXCHANGE,
    "tests/press/test_killed.py::test_whoever_waits_too_long_is_told": "locks of files",
    "tests/kit/test_kits_named.py::test_a_journal_gives_its_beads": PIPES,
    "tests/kit/test_kits_named.py::test_what_each_name_stands_for": "pypdfium2",
    "tests/kit/test_diff.py::test_the_doctor_finds_what_is_declared": INSTALLED,
    "tests/test_installation.py::test_programs_of_pipx_and_uv_have_no_pip": INSTALLED,
    "tests/test_installation.py::test_this_installation": INSTALLED,
    "tests/reading/test_parts_of_reading_as_before.py::test_files_are_read_or_refused": PIPES,
    "tests/reading/test_parts_of_reading_as_before.py::test_what_does_not_fit_is_said": DECODER,
    "tests/serve/": PROCESSES,
    "tests/theory/test_inquiries_told.py::test_a_game_that_is_too_large_to_solve": COMPILED,
    "tests/theory/test_solve.py::test_boxes_slots_and_choices_of_each_side": COMPILED,
    "tests/theory/test_solve.py::test_the_plain_way_counts_the_same": COMPILED,
    "tests/told/test_told_changes.py": HASHES,
    "tests/verification/test_again.py::test_it_may_take_no_more_than_the_system_lets_it": LIMITS,
    "tests/verification/test_again.py::test_what_it_does_not_print_is_a_fault": LIMITS,
    "tests/verification/test_again.py::test_a_kit_that_takes_too_long_to_be_checked_fails": LIMITS,
    "tests/verification/test_again.py::test_what_is_found_before_time_runs_out_is_said": LIMITS,
    "tests/verification/test_verify_pdf.py": "pypdfium2",
}


class LeftOut:
    """Notes what a test asks for, and leaves it out if it fails for want of that.

    Attributes:
        reasons: how many tests are left out for each reason.
        passed: how many passed.
    """

    def __init__(self, seconds: float) -> None:
        self.reasons: Counter[str] = Counter()
        self.passed = 0
        self._end = time.monotonic() + seconds if seconds else None
        self._wanted: list[str] = []

    def find_spec(self, name: str, _path: object = None, _target: object = None) -> None:
        """Note a library that is imported and not there, but not one that is only looked for."""
        library = name.partition(".")[0]
        # Behind this frame and that of the import system stands who asks.
        asks = sys._getframe(2).f_code.co_name  # noqa: SLF001
        if library in NATIVE and asks != "find_spec":
            self._wanted.append(library)

    def note(self, place: Any, name: str, reason: Callable[..., str]) -> None:
        """Note what each call of a function wants, by a ``reason`` made of its arguments."""
        usual = getattr(place, name)

        def noted(*words: Any, **more: Any) -> Any:
            wanted = reason(*words)
            if wanted:
                self._wanted.append(wanted)
            return usual(*words, **more)

        setattr(place, name, noted)

    def watch(self) -> None:
        """Begin to note."""
        import socket  # noqa: PLC0415 - before anything else is loaded
        import subprocess  # noqa: PLC0415
        import threading  # noqa: PLC0415

        from kitgen.installing.extras import MissingExtraError  # noqa: PLC0415
        from kitgen.sandbox import process  # noqa: PLC0415

        sys.meta_path.append(self)  # type: ignore[arg-type]
        socket.socketpair = _no_pair  # type: ignore[assignment]
        self.note(subprocess.Popen, "__init__", lambda *_: PROCESSES)
        self.note(threading.Thread, "start", lambda *_: THREADS)
        self.note(Path, "hardlink_to", lambda *_: LINKS)
        self.note(MissingExtraError, "__init__", lambda _self, _what, extra: f"the extra {extra}")
        self.note(process, "reply_of", self._without_marks)

    def _without_marks(self, _path: object, _module: str, wanted: str, *_more: object) -> str:
        """Leave out at once what needs the marks of a PDF, which a browser does not read: to
        look takes minutes.
        """
        if "pages" in wanted:
            self.reasons["pypdfium2"] += 1
            pytest.skip("needs pypdfium2")
        return ""

    def pytest_runtest_logstart(self) -> None:
        """Forget what the last test has asked for."""
        self._wanted.clear()

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leave out what is left out by name."""
        left = []
        for item in items:
            reason = next((BY_NAME[name] for name in BY_NAME if item.nodeid.startswith(name)), "")
            if reason:
                self.reasons[reason] += 1
            else:
                left.append(item)
        items[:] = left

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, call: pytest.CallInfo[None]) -> Iterator[None]:
        """Leave out a test that could not but fail."""
        report: Any = yield
        if report.failed:
            # A fixture that has failed asks only once: later tests that want it get its error.
            if call.excinfo and re.search(
                "not support processes|not implemented", str(call.excinfo.value)
            ):
                self._wanted.append(PROCESSES)
            if self._wanted:
                self._leave_out(report, self._wanted[0])
        if report.passed and report.when == "call":
            self.passed += 1
        return report

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(self) -> Iterator[None]:
        """Leave out a file that could not be imported."""
        self._wanted.clear()
        report: Any = yield
        if report.failed and self._wanted:
            self._leave_out(report, self._wanted[0])
        return report

    def _leave_out(self, report: Any, reason: str) -> None:
        report.outcome = "skipped"
        report.longrepr = ("", 0, f"Skipped: needs {reason}")
        self.reasons[reason] += 1

    def pytest_runtest_logfinish(self) -> None:
        """Stop when the time is over."""
        if self._end is not None and time.monotonic() > self._end:
            pytest.exit("the time is over", returncode=0)


def _no_pair(*_words: object, **_more: object) -> None:
    """Refuse sockets to talk to another process with: in Node, to listen at one ends all of
    Python.
    """
    raise OSError(f"{PROCESSES} are not implemented")


def main(words: Any) -> int:
    """Run pytest; return 1 if a test has failed, or none has passed."""
    seconds, *rest = words.to_py()
    left_out = LeftOut(float(seconds))
    left_out.watch()
    # Hypothesis keeps its generator weakly, and Python 3.14 counts fewer references to it. Some
    # tests leave journals open, of which Python warns from 3.13 on.
    ignored = (
        "It looks like `register_random`",
        "Exception ignored while finalizing database connection",
    )
    warnings = [word for text in ignored for word in ("-W", f"ignore:{text}")]
    own = ["-q", "-o", "addopts=", "--doctest-modules", "--strict-markers", "--tb=short"]
    own += ["-p", "no:cacheprovider"]
    with suppress(SystemExit):
        code = pytest.main([*own, *warnings, *rest], plugins=[left_out])
    for reason, count in left_out.reasons.most_common():
        print(f"left out, needs {reason}: {count}")
    print(f"{left_out.passed} tests passed in Python {sys.version.split()[0]} on {sys.platform}")
    return 1 if code or not left_out.passed else 0
