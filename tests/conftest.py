"""What tests share: golden files, compared as text and rewritten by ``pytest --rewrite-golden``."""

import gc
import io
import logging
import os
import sys
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path
from zlib import crc32

import explored_once
import forked_readers
import gaps
import pytest
import sampling
import skipping_fsync
from _pytest.runner import runtestprotocol
from jobs import make_job

from kitgen.sandbox import process

# On a slow machine a line of progress could stand among those that a test counts.
os.environ["KITGEN_PROGRESS"] = "none"

GOLDEN = Path(__file__).parent / "golden"
ROOT_CONFTEST = Path(__file__).parents[1] / "conftest.py"


# Whoever runs the tests may have templates and machines of their own: no test, nor what one starts,
# reads them.
os.environ["KITGEN_TEMPLATES"] = os.environ["KITGEN_MACHINES"] = ""

# Tests start hundreds of processes: what these import is compiled once and kept, whoever says
# otherwise.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# Kits and documents that are kept for all tests are many objects: to look through them for what
# nobody needs any more took a seventh of the time.
gc.set_threshold(200_000, 20, 100)


def pytest_addoption(parser):
    parser.addoption(
        "--rewrite-golden", action="store_true", help="write golden files anew instead of comparing"
    )
    parser.addoption(
        "--unreplaced", action="store_true", help="replace nothing of kitgen's; see tests/README.md"
    )
    parser.addoption(
        "--share", metavar="K/N", help="run the K-th of N shares of the tests, K from 0"
    )


def pytest_collection_finish():
    """Leave what has been read until now, which stays, out of all searches for what nobody needs
    any more.
    """
    gc.freeze()


def pytest_sessionfinish():
    """Look once for what nobody needs any more, since what goes then may fail a run: pytest looks
    twice, through all that is kept for tests.
    """
    gc.collect()
    gc.freeze()


def pytest_configure(config):
    sampling.suite_alone = not names_cases(config)
    choose_examples()
    if not config.getoption("--unreplaced"):
        for quicker in (forked_readers, explored_once, skipping_fsync):
            quicker.install()


def choose_examples():
    """Let Hypothesis try as many examples as this run does, as long as they take.

    Slow machines and first compilations are no faults: how long an example takes is measured in
    benchmarks/.
    """
    if find_spec("hypothesis"):
        from hypothesis import settings  # noqa: PLC0415 - core tests do without it

        usual = settings.get_profile(settings.get_current_profile_name())
        number = sampling.examples(usual.max_examples)
        settings.register_profile("suite", usual, deadline=None, max_examples=number)
        settings.load_profile("suite")


def names_cases(config):
    """Return whether somebody asks for marked tests, or for tests by name; ``-m core`` asks for
    some of the suite's.
    """
    marks = config.getoption("-m")
    return marks not in ("not every", "core") and (
        bool(marks) or any("::" in word for word in config.args)
    )


def show_gaps(terminalreporter):
    """Show last, in a line each, what is missing of a thing that was added, if other failures
    may have that cause.
    """
    failed = terminalreporter.stats.get("failed", [])
    lines = [
        report.longreprtext.strip() for report in failed if report.nodeid.startswith(gaps.ROOM)
    ]
    if lines and len(lines) < len(failed):
        terminalreporter.section("mend this first; other failures may follow from it")
        for line in lines:
            terminalreporter.write_line(line)


@pytest.hookimpl(optionalhook=True)  # where pytest-xdist is not installed
def pytest_xdist_auto_num_workers():
    """One more than there are cores: tests wait for the processes that they start, for browsers,
    and for disks.
    """
    return (os.cpu_count() or 1) + 1


def pytest_terminal_summary(terminalreporter):
    show_gaps(terminalreporter)
    if terminalreporter.config.getoption("-m") == "core":
        return
    # What it imports is needed by few tests, and takes each process some time.
    try:
        from browsers import nothing_to_run_with  # noqa: PLC0415
    except ModuleNotFoundError:  # in WebAssembly
        return
    if nothing_to_run_with():
        terminalreporter.write_line(nothing_to_run_with())


def pytest_collection_modifyitems(config, items):
    """Leave out the cases that only ``pytest -m every`` tries (see ``sampling.py``), but not a
    test that is named.
    """
    items.sort(key=_place_in_line)
    if config.getoption("--share"):
        share, shares = map(int, config.getoption("--share").split("/"))
        items[:] = [
            item for item in items if crc32(item.nodeid.encode()) % shares == share % shares
        ]
    if "core" in config.getoption("-m"):  # to read what all files import takes seconds
        is_core = config.pluginmanager.get_plugin(str(ROOT_CONFTEST)).is_core
        for item in items:
            if is_core(item.path):
                item.add_marker("core")
    if names_cases(config):
        return
    left_out = {item for item in items if item.get_closest_marker("every")}
    config.hook.pytest_deselected(items=[item for item in items if item in left_out])
    items[:] = [item for item in items if item not in left_out]


def _place_in_line(item):
    """Return 0 for what needs a new installation, 1 for what needs a browser, and 2 for all other
    tests.

    So each comes to one process, which alone has to make it, and waits for it while the others have
    work to do: at the end of a run they would have none.
    """
    needs = getattr(item, "fixturenames", ())
    return 0 if "installed" in needs else 1 if "browser" in needs else 2


@pytest.fixture(scope="session")
def job():
    """A function that makes a print run: ``job("her", "letter", stock="poker")``; see
    ``jobs.py``.
    """
    return make_job


@pytest.fixture
def as_users_do(monkeypatch):
    """Lets processes that read PDFs be started as users start them; see ``forked_readers.py``."""
    begin = process.begin
    monkeypatch.setattr(process, "begin", getattr(begin, "as_users_do", begin))


@pytest.fixture
def logged():
    """What is logged during a test, as text; pytest's own fixture costs all other tests time
    (see pyproject.toml).
    """
    said = io.StringIO()
    handler = logging.StreamHandler(said)
    logging.getLogger().addHandler(handler)
    yield said
    logging.getLogger().removeHandler(handler)


@pytest.fixture
def golden(request):
    """A function that compares a text with the golden file of a name."""

    def compare(name: str, text: str) -> None:
        path = GOLDEN / f"{name}.txt"
        if request.config.getoption("--rewrite-golden"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text + "\n", encoding="utf-8")
        assert text + "\n" == path.read_text(encoding="utf-8"), (
            f"{path} differs; look at it, then --rewrite-golden"
        )

    return compare


#: The browser that runs, and what closes it.
BROWSER = ExitStack()
RUNNING = []


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(nextitem):
    """Close the browser before a test that needs none: while it runs no other test may have an
    event loop.
    """
    result = yield
    if RUNNING and (nextitem is None or "browser" not in nextitem.fixturenames):
        RUNNING.clear()
        BROWSER.close()
    return result


@pytest.fixture
def browser():
    """The system's Chromium, one for all tests that need it and follow each other: to start it
    takes a second of a core.
    """
    if not RUNNING:
        from browsers import chromium  # noqa: PLC0415 - as above

        RUNNING.append(BROWSER.enter_context(chromium()))
    return RUNNING[0]


@pytest.fixture
def opened(browser, tmp_path):
    """A function that opens the page of a kit, or one that is given; see ``Pages`` in
    ``browsers.py``.
    """
    from browsers import Pages  # noqa: PLC0415 - as above

    pages = Pages(browser, tmp_path)
    yield pages.open
    pages.close()


@pytest.fixture
def pyspiel():
    """OpenSpiel, which is not to be had for Windows."""
    return pytest.importorskip("pyspiel")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item, nextitem):
    """Run a test as pytest does, but report neither a setup nor a teardown that succeeded.

    Nobody reads these, unless durations or a report in XML are asked for: to send two more reports
    for each of 12,000 tests from one process to another takes seconds. Nor are the keywords of a
    test sent.
    """
    if item.config.getoption("durations") is not None or item.config.getoption("xmlpath"):
        return None
    about = {"nodeid": item.nodeid, "location": item.location}
    item.ihook.pytest_runtest_logstart(**about)
    for report in runtestprotocol(item, log=False, nextitem=nextitem):
        if report.when == "call" or not report.passed:
            report.keywords = {}
            item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(**about)
    return True
