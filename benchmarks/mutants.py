"""Are the tests any good? Changes the code in small ways, one at a time, and counts how many
changes a test notices.

    python -m pip install '.[test,mutants]'
    python benchmarks/mutants.py --count 300 --seed 1

Cosmic Ray makes the changes, and ``javascript.py`` those of the page's scripts: another comparison,
another sign, a condition turned round, a number one off; with ``--slips`` those of Python are made
by ``slips.py``: a case forgotten, arguments exchanged, the name beside. This script draws them from
a seed, the same number for each room of the code. It runs the suite once under coverage.py and
keeps which tests come to which line; each change is then tried in a copy of the repository against
the tests that come to its line, the quickest files first, then against the cases of these files
that the suite leaves out. What nothing noticed is printed, to be looked at one by one. The same
seed draws the same changes while the code is the same. ``--only games`` tries one room, ``--list``
draws without trying, and ``--suite`` tries no cases that the suite leaves out, which take minutes
for a change that survives. With ``--kept FOLDER`` a run that was stopped goes on where it was. A
change that makes tests run out of time is tried again alone at the end, with twice the time, and
counted apart if it does so again.
"""

import argparse
import ast
import difflib
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from queue import SimpleQueue

import pytest
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator
from coverage import CoverageData
from javascript import Change, changes
from slips import changes as slips

ROOT = Path(__file__).parents[1]
#: What a copy of the repository needs to run its tests.
COPIED = (
    ".ci",
    "kitgen",
    "templates",
    "tests",
    "docs",
    "benchmarks",
    "examples",
    "Containerfile",
    "conftest.py",
    "pyproject.toml",
    "README.md",
    "CHANGELOG.md",
    "CITATION.cff",
    "CONTRIBUTING.md",
    "LICENSE",
)

#: One change of each kind. Kinds that only pile up are left out (a plus has eleven others to
#: become), and so are taken decorators: without its cache a function is slower, not wrong.
OPERATORS = (
    "ReplaceBinaryOperator_Add_Sub",
    "ReplaceBinaryOperator_Sub_Add",
    "ReplaceBinaryOperator_Mul_Add",
    "ReplaceBinaryOperator_Div_Mul",
    "ReplaceBinaryOperator_FloorDiv_Mul",
    "ReplaceBinaryOperator_Mod_FloorDiv",
    "ReplaceBinaryOperator_Pow_Mul",
    "ReplaceBinaryOperator_BitOr_BitAnd",
    "ReplaceBinaryOperator_BitAnd_BitOr",
    "ReplaceBinaryOperator_LShift_RShift",
    "ReplaceBinaryOperator_RShift_LShift",
    "ReplaceComparisonOperator_Eq_NotEq",
    "ReplaceComparisonOperator_NotEq_Eq",
    "ReplaceComparisonOperator_Lt_LtE",
    "ReplaceComparisonOperator_LtE_Lt",
    "ReplaceComparisonOperator_Gt_GtE",
    "ReplaceComparisonOperator_GtE_Gt",
    "ReplaceComparisonOperator_Is_IsNot",
    "ReplaceComparisonOperator_IsNot_Is",
    "ReplaceUnaryOperator_Delete_USub",
    "ReplaceUnaryOperator_Delete_Not",
    "ReplaceUnaryOperator_Delete_Invert",
    "AddNot",
    "ReplaceTrueWithFalse",
    "ReplaceFalseWithTrue",
    "ReplaceAndWithOr",
    "ReplaceOrWithAnd",
    "ReplaceBreakWithContinue",
    "ReplaceContinueWithBreak",
    "NumberReplacer",
    "ZeroIterationForLoop",
)

#: How many times longer than on the unchanged code tests may take.
MAX_TIMES = 5
#: The seconds that they have at least.
MIN_LIMIT = 60
#: What becomes of a change: a test fails, tests run out of time, or nothing notices it.
DEAD = "killed"
SLOW = "too slow"
ALIVE = "SURVIVED"


#: The scripts of the page, and the tests that are meant to hold them: these work in a browser,
#: unseen by coverage.py.
SCRIPTS = {
    "page": (
        "web/page/core/*.js",
        ("test_web_record.py", "test_web_engine.py", "test_web.py", "test_web_companion.py"),
    ),
    "view": (
        "web/page/view/*.js",
        ("test_web.py", "test_web_page.py", "test_web_companion.py", "test_web_looks.py"),
    ),
}


def rooms() -> dict[str, list[Path]]:
    """Return the files of each room; those outside of any are the ``ground``."""
    files: dict[str, list[Path]] = {}
    for path in sorted((ROOT / "kitgen").rglob("*.py")):
        folder, *others = path.relative_to(ROOT / "kitgen").parts
        room = "ground"
        if others:
            room = folder
        files.setdefault(room, []).append(path)
    for name, (pattern, _) in SCRIPTS.items():
        files[name] = sorted((ROOT / "kitgen").glob(pattern))
    return files


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change.

    Attributes:
        room: a key of ``rooms()``.
        path: the changed file, from the root of the repository.
        operator: the kind of change, by the name that Cosmic Ray, ``slips.py`` or ``javascript.py``
            has for it.
        occurrence: which of the places where it could be made.
        line: where that is.
        code: the whole file with the change.
    """

    room: str
    path: str
    operator: str
    occurrence: int
    line: int
    code: str

    def diff(self) -> str:
        """Return the change, as in a patch."""
        before = (ROOT / self.path).read_text(encoding="utf-8").splitlines()
        return "\n".join(
            difflib.unified_diff(
                before, self.code.splitlines(), self.path, self.path, lineterm="", n=2
            )
        )


def differs(after: str, before: str) -> bool:
    """Return whether a change is one: it can be compiled, and more than an annotation is
    another.
    """
    try:
        return bare(after) != bare(before)
    except SyntaxError:  # the star before keywords, taken for an operator
        return False


def bare(code: str) -> str:
    """Return what code does, without its annotations, and without slots: these take less room,
    and do nothing else.
    """
    tree = ast.parse(code)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            node.returns = None
        elif isinstance(node, ast.arg):
            node.annotation = None
        elif isinstance(node, ast.AnnAssign):
            node.annotation = ast.Constant(None)
        elif isinstance(node, ast.Call):
            node.keywords = [one for one in node.keywords if one.arg != "slots"]
        elif isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            node.test = ast.Constant(value=False)
    return ast.dump(tree)


def mutants(
    room: str, paths: list[Path], count: int, luck: random.Random, *, of_people: bool
) -> list[Mutant]:
    """Draw changes of a room among all that could be made, none of a kind more than a quarter of
    them.
    """
    places: dict[str, list[tuple[Path, int, int]]] = {}
    for path in paths:
        for name, occurrence, line in places_of(path, of_people=of_people):
            places.setdefault(name, []).append((path, occurrence, line))
    drawn: list[Mutant] = []
    waiting = []
    for name, found in places.items():
        waiting += [(name, place) for place in found]
    luck.shuffle(waiting)
    kinds: Counter[str] = Counter()
    for name, (path, occurrence, line) in waiting:
        if len(drawn) == count:
            break
        before = path.read_text(encoding="utf-8")
        after = changed(path, before, name, occurrence)
        if after is None or kinds[name] >= max(1, count // 4):
            continue
        kinds[name] += 1
        drawn.append(Mutant(room, path.relative_to(ROOT).as_posix(), name, occurrence, line, after))
    return drawn


def places_of(path: Path, *, of_people: bool) -> Iterator[tuple[str, int, int]]:
    """Yield the changes that could be made in a file: kind, which of the places of its kind, and
    line.
    """
    code = path.read_text(encoding="utf-8")
    if of_people or is_script(path):
        occurrences: Counter[str] = Counter()
        for change in own_changes(path, code):
            yield change.kind, occurrences[change.kind], code.count("\n", 0, change.start) + 1
            occurrences[change.kind] += 1
        return
    nodes = list(ast_nodes(get_ast(code)))
    for name in OPERATORS:
        operator = get_operator(f"core/{name}")()
        occurrence = 0
        for node in nodes:
            for start, _ in operator.mutation_positions(node):
                yield name, occurrence, start[0]
                occurrence += 1


def is_script(path: Path) -> bool:
    """Return whether a file is one of the page's scripts, in JavaScript."""
    return path.suffix == ".js"


def own_changes(path: Path, code: str) -> Iterator[Change]:
    """Yield the changes of a file that Cosmic Ray does not make: those of a script, or else those
    that people make in Python.
    """
    if is_script(path):
        return changes(code)
    return slips(code)


def changed(path: Path, before: str, name: str, occurrence: int) -> str | None:
    """Return a file with one change; None where it changes nothing."""
    if name in OPERATORS:
        after = mutate_code(before, get_operator(f"core/{name}")(), occurrence)
    else:
        of_kind = [change for change in own_changes(path, before) if change.kind == name]
        after = of_kind[occurrence].made(before)
    if after is None:
        return None
    if not is_script(path) and not differs(after, before):
        return None
    return after


@dataclass(frozen=True, slots=True)
class Reach:
    """Which tests come to which line.

    Attributes:
        lines: by file and line, the tests that come there, as pytest names them.
        seconds: how long each took.
        failed: tests that fail on the code as it is.
    """

    lines: dict[str, dict[int, set[str]]]
    seconds: dict[str, float]
    failed: list[str]

    @classmethod
    def of(cls, copy: "Copy", cores: int, kept: Path) -> "Reach":
        """Run the suite once, and note where each test comes; or take what is kept from such a
        run.
        """
        notes = kept / "reached"
        said_file = kept / "said.txt"
        if not said_file.exists():
            words = ["-n", str(cores), "--durations=0", "-vv"]
            words += ["--cov=kitgen", "--cov-context=test", "--cov-report="]
            code, _, said = copy.run(words, None, more={"COVERAGE_FILE": str(notes)})
            if code not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
                sys.exit(f"the suite does not run on the code as it is:\n{said[-3000:]}")
            said_file.write_text(said, encoding="utf-8")
        said = said_file.read_text(encoding="utf-8")
        wrong = [line for line in said.splitlines() if line.startswith(("FAILED ", "ERROR "))]
        failed = sorted({line.split(" ")[1] for line in wrong})
        for test in failed:
            print(f"fails on the code as it is, and is left out: {test}")
        seconds: dict[str, float] = {}
        for time_taken, _, test in re.findall(
            r"^([\d.]+)s (setup|call|teardown) +(.+)$", said, re.MULTILINE
        ):
            if test not in failed:
                seconds[test] = seconds.get(test, 0) + float(time_taken)
        data = CoverageData(str(notes))
        data.read()
        lines: dict[str, dict[int, set[str]]] = {}
        for path in data.measured_files():
            tests_at = lines.setdefault("kitgen/" + path.rpartition("/kitgen/")[2], {})
            for line, contexts in data.contexts_by_lineno(path).items():
                tests = {context.rpartition("|")[0] for context in contexts if context}
                tests_at[line] = tests.difference(failed)
        return cls(lines, seconds, failed)

    def tests(self, mutant: Mutant) -> list[str]:
        """Return the tests to try a change against, by files, the quickest first.

        These are the tests that come to its statement. Where none does, as in code that is compiled
        or that other processes run, they are all that come to its file, and those of its room.
        """
        if mutant.room in SCRIPTS:
            tests_of_script = []
            for name in SCRIPTS[mutant.room][1]:
                start = f"tests/web/{name}::"
                tests_of_script += [test for test in self.seconds if test.startswith(start)]
            return tests_of_script
        lines = self.lines.get(mutant.path, {})
        statement = statement_of(ROOT / mutant.path, mutant.line)
        tests = set().union(*(lines.get(line, set()) for line in statement))
        if not tests:
            room = "tests/"
            if (ROOT / "tests" / mutant.room).is_dir():
                room = f"tests/{mutant.room}/"
            of_room = [test for test in self.seconds if test.startswith(room)]
            tests = set().union(*lines.values(), of_room)
        files: dict[str, list[str]] = {}
        for test in sorted(tests):
            files.setdefault(test.partition("::")[0], []).append(test)
        return [*chain(*sorted(files.values(), key=self.taken))]

    def taken(self, tests: list[str]) -> float:
        """Return how many seconds tests took."""
        return sum(self.seconds.get(test, 0) for test in tests)


def statement_of(path: Path, line: int) -> range:
    """Return the lines of the smallest statement around a line, without those of a block in it."""
    smallest = range(line, line + 1)
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.stmt) and node.lineno <= line <= (node.end_lineno or 0):
            body = getattr(node, "body", None)
            last = body[0].lineno - 1 if isinstance(body, list) else node.end_lineno or line
            if node.lineno <= line <= last:
                smallest = range(node.lineno, last + 1)
    return smallest


class Copy:
    """A copy of the repository in which one change at a time is tried."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in COPIED:
            source = ROOT / name
            target = folder / name
            if source.is_dir():
                shutil.copytree(
                    source, target, ignore=shutil.ignore_patterns("__pycache__", ".hypothesis")
                )
            else:
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(source, target)

    def run(
        self,
        words: list[str],
        limit: float | None,
        *,
        fresh: bool = False,
        more: dict[str, str] | None = None,
    ) -> tuple[int | None, float, str]:
        """Run pytest.

        Returns:
            pytest's exit code, or None when time was up; the seconds taken; and what pytest said.
        """
        kernels = str(self.folder / "kernels")
        if fresh:
            kernels = tempfile.mkdtemp(dir=self.folder)
        own = {
            "PYTHONPATH": str(self.folder),
            "PYTHONDONTWRITEBYTECODE": "1",
            "NUMBA_CACHE_DIR": kernels,
        }
        environment = os.environ | own | (more or {})
        usual = ["--no-header", "--tb=line", "-p", "no:cacheprovider", "--hypothesis-seed=0"]
        began = time.monotonic()
        with subprocess.Popen(
            [sys.executable, "-m", "pytest", *usual, *words],
            cwd=self.folder,
            env=environment,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        ) as process:
            try:
                said, _ = process.communicate(timeout=limit)
                code: int | None = process.returncode
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                said, _ = process.communicate()
                code = None
        if fresh:
            shutil.rmtree(kernels, ignore_errors=True)
        return code, time.monotonic() - began, said

    def verdict(
        self, mutant: Mutant, reach: Reach, patience: float, *, every: bool
    ) -> tuple[str, float, str]:
        """Return what becomes of a change, the seconds it took to tell, and how it was noticed."""
        place = self.folder / mutant.path
        before = place.read_text(encoding="utf-8")
        fresh = mutant.path.endswith(".py") and ("compiled" in before or "njit" in before)
        tests = reach.tests(mutant)
        files = [*dict.fromkeys(test.partition("::")[0] for test in tests)]
        limit = patience * max(MIN_LIMIT, MAX_TIMES * reach.taken(tests))
        listed = self.folder / "tests.txt"
        listed.write_text("\n".join(tests), encoding="utf-8")
        place.write_text(mutant.code, encoding="utf-8")
        try:
            # Numbers in names of cases are those of the suite alone.
            suite = ["-x", "-n", "0", "-m", "not every"]
            code, seconds, said = self.run([*suite, f"@{listed}"], limit, fresh=fresh)
            renames_cases = code == pytest.ExitCode.USAGE_ERROR and "ERROR: not found" in said
            if renames_cases:
                left_out = [f"--deselect={test}" for test in reach.failed]
                code, seconds, said = self.run([*suite, *left_out, *files], limit, fresh=fresh)
            if code == 0 and every:
                others = ["-x", "-n", "0", "-m", "every", *files]
                code, more, said = self.run(others, MAX_TIMES * limit, fresh=fresh)
                if code == pytest.ExitCode.NO_TESTS_COLLECTED:  # the suite leaves none out
                    code = 0
                seconds += more
        finally:
            place.write_text(before, encoding="utf-8")
        if code is None:
            return SLOW, seconds, ""
        if not code:
            return ALIVE, seconds, ""
        failed = [line for line in said.splitlines() if line.startswith(("FAILED", "ERROR"))]
        how = "stopped"
        if failed:
            how = failed[-1].split(" - ")[0]
        return DEAD, seconds, how


def main() -> None:
    """Draw, try, and print what came of it."""
    files = rooms()
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("--count", type=int, default=300, help="changes in all (default 300)")
    parser.add_argument(
        "--seed", type=int, default=1, help="where their choice comes from (default 1)"
    )
    parser.add_argument(
        "--only", choices=files, action="append", help="rooms to try; all when left out"
    )
    parser.add_argument(
        "--cores", type=int, default=os.cpu_count() or 1, help="copies that work at a time"
    )
    parser.add_argument(
        "--kept", type=Path, help="folder in which to keep where tests come, for the next time"
    )
    parser.add_argument("--list", action="store_true", help="draw and print the changes, try none")
    parser.add_argument(
        "--slips", action="store_true", help="change Python as tired people do, by slips.py"
    )
    parser.add_argument(
        "--suite", action="store_true", help="try no cases that the suite leaves out"
    )
    chosen = parser.parse_args()
    every = not chosen.suite
    names = chosen.only or list(files)
    drawn = []
    for index, room in enumerate(names):
        count = (chosen.count + index) // len(names)
        luck = random.Random(f"{chosen.seed} {room}")
        drawn += mutants(room, files[room], count, luck, of_people=chosen.slips)
    if chosen.list:
        print("\n\n".join(mutant.diff() for mutant in drawn))
        return
    with (
        tempfile.TemporaryDirectory(prefix="mutants-") as work,
        ThreadPoolExecutor(chosen.cores) as pool,
    ):
        copies: SimpleQueue[Copy] = SimpleQueue()
        for number in range(chosen.cores):
            copies.put(Copy(Path(work) / str(number)))
        first = copies.get()
        kept = chosen.kept or Path(work)
        kept.mkdir(exist_ok=True)
        reach = Reach.of(first, chosen.cores, kept.resolve())
        copies.put(first)
        verdicts = Verdicts(kept / "tried.json")
        waiting = [mutant for mutant in drawn if mutant.diff() not in verdicts.of]
        # A run that is stopped has tried some of each room.
        random.Random(chosen.seed).shuffle(waiting)
        trials = {
            pool.submit(tried, mutant, copies, reach, every=every): mutant for mutant in waiting
        }
        for trial in as_completed(trials):
            verdicts.add(trials[trial], *trial.result())
        for mutant in drawn:  # one at a time: what was slow beside another may not be so alone
            if verdicts.of[mutant.diff()] == SLOW:
                verdicts.add(mutant, *tried(mutant, copies, reach, 2, every=every))
    print_results(drawn, verdicts, names, chosen.seed)


def print_results(drawn: list[Mutant], verdicts: "Verdicts", rooms: list[str], seed: int) -> None:
    """Print each change that nothing noticed or that was too slow, and the counts by room."""
    by_word: dict[str, list[Mutant]] = {ALIVE: [], SLOW: [], DEAD: []}
    for mutant in drawn:
        by_word[verdicts.of[mutant.diff()]].append(mutant)
    for word in (ALIVE, SLOW):
        for mutant in by_word[word]:
            print(f"\n{word}\n{mutant.diff()}")
    totals = Counter(mutant.room for mutant in drawn)
    dead = Counter(mutant.room for mutant in by_word[DEAD])
    print(f"\nseed {seed}")
    for room in rooms:
        print(f"{room:12} {dead[room]:4} of {totals[room]:4} killed")
    print(
        f"{'all':12} {dead.total():4} of {len(drawn):4} killed, {len(by_word[SLOW])} "
        "too slow to tell"
    )


class Verdicts:
    """What has become of each change, in a file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.of: dict[str, str] = {}
        if path.exists():
            self.of = json.loads(path.read_text(encoding="utf-8"))

    def add(self, mutant: Mutant, word: str, seconds: float, how: str) -> None:
        """Print a verdict and keep it."""
        self.of[mutant.diff()] = word
        self.path.write_text(json.dumps(self.of, indent=0), encoding="utf-8")
        print(
            f"{word:8} {seconds:5.0f} s  {mutant.path}:{mutant.line} {mutant.operator}  {how}",
            flush=True,
        )


def tried(
    mutant: Mutant, copies: "SimpleQueue[Copy]", reach: Reach, patience: float = 1, *, every: bool
) -> tuple[str, float, str]:
    """Try a change in a copy that is free."""
    copy = copies.get()
    try:
        return copy.verdict(mutant, reach, patience, every=every)
    finally:
        copies.put(copy)


if __name__ == "__main__":
    main()
