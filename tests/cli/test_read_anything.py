"""Whatever stands in a kit.json or in a file of TOML: every command ends with 0, 1 or 2, and never
with a traceback.

A kit is changed at random and sealed with the hash that fits, as anybody can; a template is changed
at random, as data or as bytes. ``python tests/cli/test_read_anything.py 10`` tries ten times as
many.
"""

import json
import resource
import sys
import tempfile
import time
import tomllib
from collections import Counter
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st
from mutant_files import changed, sealed
from sampling import few

from kitgen.cli.main import main
from kitgen.errors import KitgenError
from kitgen.kit.build import build_kit
from kitgen.kit.kit_json import read_kit, write_kit
from kitgen.reading.templates import shipped

#: How many times as many examples are drawn as stand below: fewer in the suite, more, and at
#: random, when this is run.
TIMES = int(sys.argv[1]) if __name__ == "__main__" else 0.25
#: Nothing that is read may take longer, in seconds, on a slow machine that others use as well.
PATIENCE = 60
#: Every command that reads a kit, with the start of the game where it asks for a position.
COMMANDS = (
    ("verify", "KIT"),
    ("boxes", "KIT"),
    ("boxes", "KIT", "--json"),
    ("find", "KIT", "START"),
    ("simulate", "KIT", "--games", "3"),
    ("exact", "KIT", "--at", "1,3"),
)
SLOW_COMMANDS = (
    ("compare", "KIT", "--rules", "gardner,michie", "--games", "3"),
    (
        "print",
        "KIT",
        "--parts",
        "cover,labels,finder,operator,always,beads,log",
        "-o",
        "OUT",
        "--yes",
    ),
    (
        "print",
        "KIT",
        "--parts",
        "cards",
        "--stock",
        "poker",
        "--set",
        "cards.duplex=long",
        "-o",
        "OUT",
        "--yes",
    ),
)
tried: Counter[tuple[str, int]] = Counter()
slowest: dict[str, float] = {}


@cache
def plain(name):
    return write_kit(build_kit(name))


def run(words, **places):
    """Run a command line; whatever it does, it does it in time and with one line for a refusal."""
    start = time.perf_counter()
    done = CliRunner().invoke(main, [str(places.get(word, word)) for word in words])
    took = time.perf_counter() - start
    tried[words[0], done.exit_code] += 1
    slowest[words[0]] = max(took, slowest.get(words[0], 0))
    assert done.exception is None or isinstance(done.exception, SystemExit), (
        words,
        repr(done.exception),
    )
    assert done.exit_code in (0, 1, 2, 3), words
    assert took < PATIENCE, words
    if done.exit_code and words[0] != "verify":
        refusal = [line for line in done.stderr.splitlines() if line.startswith("kitgen: ")]
        assert len(refusal) == 1, done.stderr
        assert len(refusal[0]) < 1000
        assert "\x1b" not in refusal[0]
    return done


def run_all(data, name, commands=COMMANDS):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "kit.json"
        path.write_bytes(data)
        for words in commands:
            run(
                words,
                KIT=path,
                START="bbb/.../www w" if name == "her" else "5 F",
                OUT=Path(folder) / "out",
            )
        # Nothing is ever written anywhere but where it was said.
        assert {one.name for one in Path(folder).iterdir()} <= {"kit.json", "out"}


def is_read(data, *, trust):
    try:
        read_kit(sealed(data), "kit.json", trust=trust)
    except KitgenError:
        return False
    return True


SAME = settings(
    max_examples=round(25 * TIMES), derandomize=TIMES < 1, deadline=None, database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)  # fmt: skip
#: Changes that brought kitgen down, or could have, with what each does to a kit.
SEEDS = {
    "a turn below 0": lambda d: d["boxes"][0].update(turn=-5),
    "a name that leads elsewhere": lambda d: d.update(name="../../PWN"),
    "an id that leads elsewhere": lambda d: d["boxes"][0].update(id="../../PWN"),
    "half of the boxes": lambda d: d.update(boxes=d["boxes"][::2]),
    "one box": lambda d: d.update(boxes=d["boxes"][:1]),
    "no palette": lambda d: d.update(palette=[]),
    "another game": lambda d: d.update(game="hexapawn:8x8"),
    "the other side": lambda d: d["choices"].update(side="white"),
    "a rule that learns positions": lambda d: d["rule"].update(learns="positions"),
    "a rule without starting beads": lambda d: d["rule"].update(start=[]),
    "a rule that never ends": lambda d: d["rule"].update(empty="refill", floor=9999, ceiling=9999),
    "beads beyond count": lambda d: [s.update(beads=9999) for b in d["boxes"] for s in b["slots"]],
    "no beads": lambda d: [s.update(beads=0) for b in d["boxes"] for s in b["slots"]],
    "an express kit that is none": lambda d: d["choices"].update(express=True),
    "a language that is not there": lambda d: d["choices"].update(language="xx"),
    "a mirror image of itself": lambda d: d["boxes"][0].update(mirror_of=d["boxes"][0]["id"]),
    "a late turn": lambda d: d["boxes"][0].update(turn=702, id="ZZ1"),
    "an endless title": lambda d: d.update(title="W" * 120),
    "a letter that no font has": lambda d: d.update(title="\U0001f984"),
    "a way to a box that is no move": lambda d: d["boxes"][3].update(arrivals=[[0, 2], [None, 2]]),
    "a way to a box that goes nowhere": lambda d: d["boxes"][3].update(arrivals=[[2, 2]]),
    "a letter that the palette has not": lambda d: d["boxes"][0]["slots"][0].update(letter="Q"),
    "a late end": lambda d: d["outcome"].update(plies=100_000),
}


@pytest.mark.parametrize("name", few(SEEDS, one_in=8))
def test_a_kit_that_once_did_harm_does_none(name):
    data = json.loads(plain("ladder"))
    SEEDS[name](data)
    run_all(sealed(data), "ladder", COMMANDS + SLOW_COMMANDS)


@given(st.data())
@SAME
def test_whatever_stands_in_a_kit_there_is_no_traceback(data):
    run_all(sealed(data.draw(changed(json.loads(plain("her"))))), "her", COMMANDS[:2])


@pytest.mark.every
@given(st.data())
@SAME
def test_a_kit_that_only_verify_reads_brings_nothing_down(data):
    keep = lambda one: is_read(one, trust=True)  # noqa: E731 - shorter than a function
    run_all(sealed(data.draw(changed(json.loads(plain("ladder")), keep))), "ladder")


@pytest.mark.every
@given(st.data())
@settings(SAME, max_examples=round(12 * TIMES))
def test_a_kit_that_every_command_reads_brings_nothing_down(data):
    keep = lambda one: is_read(one, trust=False)  # noqa: E731
    run_all(
        sealed(data.draw(changed(json.loads(plain("ladder")), keep))),
        "ladder",
        COMMANDS + SLOW_COMMANDS,
    )


@given(st.binary(max_size=40), st.integers(0, 2**16), st.integers(0, 40))
@example(b"[" * 5000, 20, 0)
@example(b"\xff\xfe", 0, 0)
@example(b"", 0, 100_000)
@settings(SAME, max_examples=round(60 * TIMES))
def test_bytes_put_into_a_kit_or_taken_out_of_it_bring_nothing_down(new, place, gone):
    data = plain("ladder")
    place %= len(data)
    run_all(data[:place] + new + data[place + gone :], "ladder", COMMANDS[:2])


# --- templates
# --------------------------------------------------------------------------------------------------

TOML_FILES = sorted(
    path.relative_to(shipped()).as_posix()
    for path in shipped().rglob("*.toml")
    if path.parent.name == "en" or path.parent.parent == shipped()
)
#: A command line that reads every kind of file there is.
READS_ALL = (
    "print",
    "ladder",
    "--templates",
    "HERE",
    "--parts",
    "operator,boxes,tactile,labels",
    "--set",
    "boxes.size=slim",
    "--stock",
    "L7160",
    "--rule",
    "gardner",
    "-o",
    "OUT",
    "--yes",
)


def toml(value):
    """Plain data as TOML, on one line."""
    if isinstance(value, dict):
        return (
            "{"
            + ", ".join(f"{json.dumps(str(key))} = {toml(one)}" for key, one in value.items())
            + "}"
        )
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    if isinstance(value, bool | str):
        return json.dumps(value).replace("\x7f", "\\u007f")
    return '""' if value is None else repr(value)


def run_template(file, data):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "mine" / file
        path.parent.mkdir(parents=True)
        path.write_bytes(data)
        name = path.stem if file.startswith("editions/") else "ladder"
        words = [name if word == "ladder" else word for word in READS_ALL]
        run(words, HERE=Path(folder) / "mine", OUT=Path(folder) / "out")
        run(("palette", "--templates", "HERE"), HERE=Path(folder) / "mine")


@pytest.mark.every
@given(st.sampled_from(TOML_FILES), st.data())
@settings(SAME, max_examples=round(15 * TIMES))
def test_whatever_stands_in_a_template_there_is_no_traceback(file, data):
    plain_data = tomllib.loads((shipped() / file).read_text(encoding="utf-8"))
    new = data.draw(changed(plain_data))
    text = "\n".join(f"{json.dumps(str(key))} = {toml(value)}" for key, value in new.items())
    run_template(file, text.encode(errors="replace"))


@pytest.mark.every
@given(
    st.sampled_from(TOML_FILES), st.binary(max_size=20), st.integers(0, 2**12), st.integers(0, 30)
)
@example("editions/her.toml", b"a = " + b"[" * 5000 + b"\n", 0, 0)
@example("palettes/okabe-ito.toml", b"." * 100, 3, 0)
@settings(SAME, max_examples=round(10 * TIMES))
def test_bytes_put_into_a_template_or_taken_out_of_it_bring_nothing_down(file, new, place, gone):
    data = (shipped() / file).read_bytes()
    place %= len(data)
    run_template(file, data[:place] + new + data[place + gone :])


@contextmanager
def _figures():
    start = time.perf_counter()
    yield
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    seconds = time.perf_counter() - start
    runs = sum(tried.values())
    print(f"{runs} runs in {seconds:.0f} s, at most {memory:.0f} MB")  # noqa: T201
    for command in sorted(slowest):
        codes = {code: count for (name, code), count in sorted(tried.items()) if name == command}
        print(f"{command}: exit codes {codes}, the slowest took {slowest[command]:.1f} s")  # noqa: T201


if __name__ == "__main__":
    with _figures():
        for test in (
            test_whatever_stands_in_a_kit_there_is_no_traceback,
            test_a_kit_that_only_verify_reads_brings_nothing_down,
            test_a_kit_that_every_command_reads_brings_nothing_down,
            test_bytes_put_into_a_kit_or_taken_out_of_it_bring_nothing_down,
            test_whatever_stands_in_a_template_there_is_no_traceback,
            test_bytes_put_into_a_template_or_taken_out_of_it_bring_nothing_down,
        ):
            test()
