"""Are the tests any good? Changes the code in small ways, one at a time, and counts how many changes a test notices.

    python -m pip install '.[test,mutants]'
    python benchmarks/mutants.py --count 200 --seed 1

Cosmic Ray makes the changes, and ``javascript.py`` those of the page's scripts: another comparison, another sign, a
condition turned round, a number one off. This script draws them from a seed, the same number for each area of the code,
tries each in a copy of the repository against the tests of its area, then against those of their cases that the suite
leaves out, and prints those that nothing noticed, to be looked at one by one. The same seed draws the same changes
while the code is the same. ``--only games`` tries one area, ``--list`` draws without trying.
"""

import argparse
import ast
import difflib
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

import pytest
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator
from javascript import changes

ROOT = Path(__file__).parents[1]
#: What a copy of the repository needs to run its tests.
COPIED = (
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
    "CONTRIBUTING.md",
)

#: One change of each kind. Kinds that only pile up are left out (a plus has eleven others to become), and so are taken
#: decorators: without its cache a function is slower, not wrong.
OPERATORS = (
    "ReplaceBinaryOperator_Add_Sub", "ReplaceBinaryOperator_Sub_Add", "ReplaceBinaryOperator_Mul_Add",
    "ReplaceBinaryOperator_Div_Mul", "ReplaceBinaryOperator_FloorDiv_Mul", "ReplaceBinaryOperator_Mod_FloorDiv",
    "ReplaceBinaryOperator_Pow_Mul", "ReplaceBinaryOperator_BitOr_BitAnd", "ReplaceBinaryOperator_BitAnd_BitOr",
    "ReplaceBinaryOperator_LShift_RShift", "ReplaceBinaryOperator_RShift_LShift",
    "ReplaceComparisonOperator_Eq_NotEq", "ReplaceComparisonOperator_NotEq_Eq", "ReplaceComparisonOperator_Lt_LtE",
    "ReplaceComparisonOperator_LtE_Lt", "ReplaceComparisonOperator_Gt_GtE", "ReplaceComparisonOperator_GtE_Gt",
    "ReplaceComparisonOperator_Is_IsNot", "ReplaceComparisonOperator_IsNot_Is",
    "ReplaceUnaryOperator_Delete_USub", "ReplaceUnaryOperator_Delete_Not", "ReplaceUnaryOperator_Delete_Invert",
    "AddNot", "ReplaceTrueWithFalse", "ReplaceFalseWithTrue", "ReplaceAndWithOr", "ReplaceOrWithAnd",
    "ReplaceBreakWithContinue", "ReplaceContinueWithBreak", "NumberReplacer", "ZeroIterationForLoop",
)  # fmt: skip

#: How much longer than on the unchanged code tests may take, and the seconds that they have at least.
SLOWER, LEAST = 5, 60


@dataclass(frozen=True, slots=True)
class Area:
    """A part of the code, and the tests that are meant to hold it.

    Attributes:
        code: patterns of files in ``kitgen/``.
        tests: patterns of files in ``tests/``; the doctests of a changed file are run as well.
    """

    code: tuple[str, ...]
    tests: tuple[str, ...]


AREAS = {
    "games": Area(
        ("games/hexapawn.py", "games/tictactoe.py", "games/nim.py", "games/awari.py", "games/notation.py"),
        ("test_games.py", "test_nim.py", "test_tictactoe.py", "test_awari.py", "test_conformance.py", "test_find.py"),
    ),
    "kit": Area(
        ("kit/*.py",),
        ("test_kit.py", "test_sharing.py", "test_express.py", "test_palette.py", "test_templates.py", "test_find.py",
         "test_editions.py", "test_kit_json.py", "test_kit_fields.py", "test_choices.py", "test_diff.py",
         "test_job_json.py", "test_naming.py", "test_made_again.py", "test_verify.py", "test_learning.py",
         "test_cli.py", "test_print.py", "test_layers.py", "test_language.py",
         "test_tictactoe.py"),
    ),
    "learning": Area(
        ("machine/*.py", "lab/experiment.py"),
        ("test_machine.py", "test_simulate.py", "test_exact.py", "test_looking_ahead.py", "test_learning.py",
         "test_match.py", "test_reports.py", "test_reproduce.py", "test_layers.py"),
    ),
    "checks": Area(
        ("verification/beads_now.py", "verification/certificate.py", "verification/kit_checks.py",
         "verification/learning_proof.py", "verification/remade_kit.py",
         "verification/reference.py", "verification/report.py", "verification/worth.py", "machine/lines.py",
         "press/print_run.py", "press/machine_figures.py"),
        ("test_verify.py", "test_same_objects.py", "test_reference.py", "test_strategy.py", "test_beads_now.py",
         "test_certificate.py", "test_made_again.py", "test_again.py", "test_bank.py",
         "test_journal_print.py", "test_verify_pdf.py", "test_readback.py", "test_readback_games.py",
         "test_damage.py", "test_layers.py"),
    ),
    "cards": Area(
        ("paper/card/*.py",),
        ("test_card.py", "test_cards.py", "test_readback.py", "test_readback_games.py", "test_golden_parts.py",
         "test_makers.py", "test_paper_quality.py", "test_editions.py", "test_layers.py"),
    ),
    "journal": Area(
        ("journal/**/*.py",),
        ("test_journal.py", "test_journal_check.py", "test_journal_games.py", "test_journal_foreign.py",
         "test_journal_model.py", "test_marked_rows.py", "test_marked_journal.py", "test_marked_adding.py",
         "test_journal_print.py", "test_journal_play.py", "test_web_record.py", "test_audit.py"),
    ),
    "record": Area(
        ("record/**/*.py", "forms/*.py"),
        ("test_record.py", "test_journal_check.py", "test_journal.py", "test_marked_rows.py", "test_story.py",
         "test_lost_game.py", "test_web_record.py", "test_forms.py", "test_log_camera.py"),
    ),
    "search": Area(
        ("search/*.py",),
        ("test_search.py", "test_looking_ahead.py", "test_play_ahead.py", "test_search_command.py", "test_match.py"),
    ),
    "serve": Area(
        ("serve/**/*.py",),
        ("test_serve_pool.py", "test_serve.py", "test_serve_network.py", "test_serve_browser.py"),
    ),
    "answers": Area(
        ("kit_sources.py", "journal_start.py", "position_lookup.py", "game_solution.py", "lookahead.py", "press/*.py",
         "authoring/*.py", "verification/verdict.py", "verification/folder_files.py", "differences.py",
         "lab/trials.py", "lab/sweeps.py", "journal/exchange.py", "marked/marked_games.py", "marked/photos.py"),
        ("test_front_door.py", "test_folder.py", "test_marked_adding.py", "test_journal_games.py", "test_finding.py",
         "test_sizes.py", "test_new_templates.py", "test_templates.py", "test_templates_check.py",
         "test_user_folder.py", "test_verify_folder.py", "test_sheet_count.py", "test_print.py",
         "test_journal_play.py", "test_journal_foreign.py", "test_journal_print.py", "test_marked_photos.py",
         "test_beads_now.py", "test_certificate.py", "test_diff.py", "test_sweep.py", "test_solve.py", "test_audit.py",
         "test_foreign_tables.py", "test_stripped_pdf.py", "test_simulate.py", "test_search_command.py"),
    ),
    "camera": Area(
        ("marked/sheet_reading.py", "marked/straight.py"),
        ("test_camera.py", "test_log_camera.py"),
    ),
    "chain": Area(
        ("lab/chain.py", "lab/safety.py"),
        ("test_machine.py", "test_journal_print.py", "test_exact.py"),
    ),
    "page": Area(
        ("web/page/core/*.js",),
        ("test_web_record.py", "test_web_engine.py", "test_web.py", "test_web_companion.py"),
    ),
    "view": Area(
        ("web/page/view/*.js",),
        ("test_web.py", "test_web_page.py", "test_web_companion.py", "test_web_looks.py"),
    ),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change.

    Attributes:
        area: a key of ``AREAS``.
        path: the changed file, from the root of the repository.
        operator: the kind of change, by the name that Cosmic Ray or ``javascript.py`` has for it.
        occurrence: which of the places where it could be made.
        line: where that is.
        code: the whole file with the change.
    """

    area: str
    path: str
    operator: str
    occurrence: int
    line: int
    code: str

    def diff(self) -> str:
        """Return the change, as in a patch."""
        before = (ROOT / self.path).read_text(encoding="utf-8").splitlines()
        return "\n".join(difflib.unified_diff(before, self.code.splitlines(), self.path, self.path, lineterm="", n=2))


def files(folder: str, patterns: tuple[str, ...]) -> list[Path]:
    """Return the files that patterns name; each pattern has to name one."""
    found = []
    for pattern in patterns:
        some = sorted((ROOT / folder).glob(pattern))
        if not some:
            sys.exit(f"{folder}/{pattern} names no file any more; mend AREAS in {__file__}")
        found += [path for path in some if path.name != "__init__.py" and path not in found]
    return found


def differs(after: str, before: str) -> bool:
    """Return whether a change is one: it can be compiled, and more than an annotation is another."""
    try:
        return bare(after) != bare(before)
    except SyntaxError:  # the star before keywords, taken for an operator
        return False


def bare(code: str) -> str:
    """Return what code does, without its annotations, and without slots: these take less room, and do nothing else."""
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


def mutants(area: str, count: int, luck: random.Random) -> list[Mutant]:
    """Draw changes of an area among all that could be made, none of a kind more than a quarter of them."""
    places: dict[str, list[tuple[Path, int, int]]] = {}
    for path in files("kitgen", AREAS[area].code):
        for name, occurrence, line in places_of(path):
            places.setdefault(name, []).append((path, occurrence, line))
    drawn: list[Mutant] = []
    waiting = [(name, place) for name, some in places.items() for place in some]
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
        drawn.append(Mutant(area, path.relative_to(ROOT).as_posix(), name, occurrence, line, after))
    return drawn


def places_of(path: Path) -> Iterator[tuple[str, int, int]]:
    """Yield the changes that could be made in a file: kind, which of the places of its kind, and line."""
    code = path.read_text(encoding="utf-8")
    if path.suffix == ".js":
        occurrences: Counter[str] = Counter()
        for change in changes(code):
            yield change.kind, occurrences[change.kind], code.count("\n", 0, change.start) + 1
            occurrences[change.kind] += 1
        return
    nodes = list(ast_nodes(get_ast(code)))
    for name in OPERATORS:
        operator = get_operator(f"core/{name}")()
        starts = (start for node in nodes for start, _ in operator.mutation_positions(node))
        yield from ((name, occurrence, start[0]) for occurrence, start in enumerate(starts))


def changed(path: Path, before: str, name: str, occurrence: int) -> str | None:
    """Return a file with one change; None where it changes nothing."""
    if path.suffix == ".js":
        return [change for change in changes(before) if change.kind == name][occurrence].made(before)
    after = mutate_code(before, get_operator(f"core/{name}")(), occurrence)
    return after if after is not None and differs(after, before) else None


class Copy:
    """A copy of the repository in which one change at a time is tried."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in COPIED:
            source, target = ROOT / name, folder / name
            if source.is_dir():
                shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", ".hypothesis"))
            else:
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(source, target)

    def test(
        self, area: str, paths: list[str], limit: float | None, *, fresh: bool, every: bool = False
    ) -> tuple[int | None, float, str]:
        """Run an area's tests, or their cases that the suite leaves out, and doctests of files; stop at a failure.

        Returns:
            pytest's exit code, or None when time was up; the seconds taken; and what pytest said.
        """
        tests = [
            path.relative_to(ROOT).as_posix()
            for path in files("tests", tuple(f"**/{name}" for name in AREAS[area].tests))
        ]
        kernels = tempfile.mkdtemp(dir=self.folder) if fresh else str(self.folder / "kernels")
        environment = os.environ | {
            "PYTHONPATH": str(self.folder),
            "PYTHONDONTWRITEBYTECODE": "1",
            "NUMBA_CACHE_DIR": kernels,
        }
        words = ["-x", "-q", "-n", "0", "--no-header", "--tb=line", "-p", "no:cacheprovider", "--hypothesis-seed=0"]
        words += ["-m", "every"] if every else []
        began = time.monotonic()
        with subprocess.Popen(
            [sys.executable, "-m", "pytest", *words, *paths, *tests], cwd=self.folder, env=environment, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
        ) as process:  # fmt: skip
            try:
                said, _ = process.communicate(timeout=limit)
                code: int | None = process.returncode
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                said, code = process.communicate()[0], None
        if fresh:
            shutil.rmtree(kernels, ignore_errors=True)
        return code, time.monotonic() - began, said

    def survives(self, mutant: Mutant, limit: float) -> tuple[bool, float, str]:
        """Return whether no test notices a change, the seconds it took to tell, and how it was noticed."""
        place = self.folder / mutant.path
        before = place.read_text(encoding="utf-8")
        place.write_text(mutant.code, encoding="utf-8")
        try:
            python = mutant.path.endswith(".py")
            compiled = python and ("compiled" in before or "njit" in before)
            doctests = [mutant.path] if python else []
            code, seconds, said = self.test(mutant.area, doctests, limit, fresh=compiled)
            if code == pytest.ExitCode.NO_TESTS_COLLECTED:
                sys.exit(f"pytest found no tests of {mutant.area}:\n{said}")
            if code == 0:
                code, more, said = self.test(mutant.area, [], SLOWER * limit, fresh=compiled, every=True)
                code = 0 if code == pytest.ExitCode.NO_TESTS_COLLECTED else code  # the suite leaves none out
                seconds += more
        finally:
            place.write_text(before, encoding="utf-8")
        if code is None:
            return False, seconds, "too slow"
        failed = [line for line in said.splitlines() if line.startswith(("FAILED", "ERROR"))]
        return code == 0, seconds, failed[-1].split(" - ")[0] if failed else "stopped"


def main() -> None:
    """Draw, try, and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--count", type=int, default=200, help="changes in all (default 200)")
    parser.add_argument("--seed", type=int, default=1, help="where their choice comes from (default 1)")
    parser.add_argument("--only", choices=AREAS, action="append", help="areas to try; all when left out")
    parser.add_argument("--cores", type=int, default=os.cpu_count() or 1, help="copies that work at a time")
    parser.add_argument("--list", action="store_true", help="draw and print the changes, try none")
    chosen = parser.parse_args()
    areas = chosen.only or list(AREAS)
    drawn = [
        mutant
        for index, area in enumerate(areas)
        for mutant in mutants(area, (chosen.count + index) // len(areas), random.Random(f"{chosen.seed} {area}"))
    ]
    if chosen.list:
        print("\n\n".join(mutant.diff() for mutant in drawn))
        return
    with tempfile.TemporaryDirectory(prefix="mutants-") as work, ThreadPoolExecutor(chosen.cores) as pool:
        copies: SimpleQueue[Copy] = SimpleQueue()
        for number in range(chosen.cores):
            copies.put(Copy(Path(work) / str(number)))
        limits = dict(zip(areas, pool.map(lambda area: limit_of(area, copies), areas), strict=True))
        survivors, totals = [], Counter(mutant.area for mutant in drawn)
        for mutant, (survived, seconds, how) in zip(
            drawn, pool.map(lambda mutant: tried(mutant, copies, limits[mutant.area]), drawn), strict=True
        ):
            word = "SURVIVED" if survived else "killed"
            print(f"{word:8} {seconds:5.0f} s  {mutant.path}:{mutant.line} {mutant.operator}  {how}", flush=True)
            if survived:
                survivors.append(mutant)
    for mutant in survivors:
        print(f"\n{mutant.diff()}")
    alive = Counter(mutant.area for mutant in survivors)
    print(f"\nseed {chosen.seed}")
    for area in areas:
        print(f"{area:10} {totals[area] - alive[area]:4} of {totals[area]:4} killed")
    print(f"{'all':10} {len(drawn) - len(survivors):4} of {len(drawn):4} killed")


def limit_of(area: str, copies: "SimpleQueue[Copy]") -> float:
    """Run an area's tests on the unchanged code, and return how long they may take on changed code."""
    copy = copies.get()
    try:
        code, seconds, said = copy.test(area, [], None, fresh=False)
        if code == 0:  # what fails here would notice every change
            code, _, said = copy.test(area, [], None, fresh=False, every=True)
            code = 0 if code == pytest.ExitCode.NO_TESTS_COLLECTED else code
    finally:
        copies.put(copy)
    if code != 0:
        sys.exit(f"the tests of {area} fail on the code as it is:\n{said}")
    return max(LEAST, SLOWER * seconds)


def tried(mutant: Mutant, copies: "SimpleQueue[Copy]", limit: float) -> tuple[bool, float, str]:
    """Try a change in a copy that is free."""
    copy = copies.get()
    try:
        return copy.survives(mutant, limit)
    finally:
        copies.put(copy)


if __name__ == "__main__":
    main()
