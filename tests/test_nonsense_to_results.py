"""Whoever calls what the front door returns with nonsense is told so, too, by a KitgenError in
words of Python.
"""

import inspect
import io
import random
import sys

import pytest
from counting import at_least_one
from places import ROOT
from sampling import few
from test_nonsense import NONSENSE

import kitgen

#: Whatever the front door returns that has methods, by a name; each is made in a folder of its own.
RESULTS = {
    "answers": lambda: kitgen.exact("her", at=[1]),
    "compared": lambda: kitgen.compare("her", games=3, machines=3),
    "document": lambda: kitgen.make_document("ladder", parts=["board"]),
    "environment": lambda: begun(kitgen.env("her")),
    "environment against an opponent": lambda: begun(kitgen.env("her", opponent="random")),
    "found": lambda: kitgen.find("her", "bbb/w../.ww b"),
    "journal": lambda: kitgen.new_journal("her", "class3b.kitgen"),
    "kit": lambda: kitgen.make_kit("her"),
    "kits differ": lambda: kitgen.diff("her", "him"),
    "kits listed": kitgen.kits,
    "matched": lambda: kitgen.match(
        "random", "random", game="hexapawn", games=2, opening=0, jobs=1
    ),
    "palettes": kitgen.palettes,
    "picture": lambda: kitgen.draw("her", "A1"),
    "printed": lambda: kitgen.print_kit("ladder", io.BytesIO(), parts=["board"]),
    "reproduction": lambda: kitgen.reproduce("gardner", runs=2),
    "searched": lambda: kitgen.search("hexapawn", depth=2),
    "survey": lambda: kitgen.solve("hexapawn"),
    "swept": lambda: kitgen.sweep({"kits": ["her"], "games": 2, "machines": 2}, "swept"),
    "table": lambda: kitgen.play_with("her"),
    "table of somebody": lambda: kitgen.verify_table(
        ROOT / "examples/ahl-1976.csv", "hexapawn", side="black"
    ),
    "tally": lambda: kitgen.simulate("her", games=3, machines=3),
    "trial": lambda: kitgen.try_game("told:hexapawn"),
    "verified": lambda: kitgen.verify("her"),
}
#: How many values of ``NONSENSE`` the suite gives to each argument.
VALUES_IN_SUITE = 3
#: Methods that wait for somebody at the keyboard.
WAITING = ("talk",)
#: The largest number that is given: a larger one may be a sensible amount, whose work takes long.
MAX_AMOUNT = 100
#: The longest message of a refusal, in letters.
MAX_MESSAGE_LETTERS = 1200


def begun(environment):
    environment.reset(seed=1)
    return environment


def own_methods(result):
    """Yield the public methods of a result that are kitgen's, not those of a library that it
    belongs to.
    """
    for name in dir(type(result)):
        if name.startswith("_") or name in WAITING:
            continue
        if isinstance(inspect.getattr_static(result, name), property):
            continue
        method = getattr(result, name)
        if inspect.ismethod(method) and method.__func__.__module__.startswith("kitgen."):
            yield name, method


@pytest.fixture
def result(request, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "agg")
    made = RESULTS[request.param]()
    yield made
    if hasattr(made, "close"):
        made.close()


@pytest.fixture(autouse=True)
def no_figure_stays_open():
    """Close all figures: matplotlib warns of more than twenty."""
    yield
    if "matplotlib.pyplot" in sys.modules:
        sys.modules["matplotlib.pyplot"].close("all")


def take_or_refuse(name, method, *given, **named):
    """Call a method, which may take what it is given, or refuse it by a KitgenError of one line."""
    try:
        method(*given, **named)
    except kitgen.KitgenError as error:
        message = str(error)
    except Exception as error:  # noqa: BLE001 - any other is what the test looks for
        types = [type(one).__name__ for one in given]
        pytest.fail(f"{name}: {type(error).__name__} for {types} {list(named)}")
    else:
        return
    assert "\n" not in message
    assert len(message) < MAX_MESSAGE_LETTERS


def try_nonsense(result, count):
    for name, method in own_methods(result):
        for place in inspect.signature(method).parameters.values():
            # Other values for each argument, and the same in each run.
            rng = random.Random(f"{name} {place.name}")
            for nonsense in rng.sample(NONSENSE, count):
                if isinstance(nonsense, int | float) and nonsense > MAX_AMOUNT:
                    continue
                if place.kind is place.KEYWORD_ONLY:
                    take_or_refuse(name, method, **{place.name: nonsense})
                else:
                    take_or_refuse(name, method, nonsense)


@pytest.mark.parametrize("result", few(RESULTS, one_in=4), indirect=True)
def test_methods_of_results_refuse_some_nonsense(result):
    try_nonsense(result, VALUES_IN_SUITE)


@pytest.mark.every
@pytest.mark.parametrize("result", RESULTS, indirect=True)
def test_methods_of_results_refuse_all_nonsense(result):
    try_nonsense(result, len(NONSENSE))


@pytest.mark.parametrize("result", few(RESULTS, one_in=4), indirect=True)
def test_methods_of_results_refuse_unknown_arguments_and_too_many(result):
    for name, method in at_least_one(list(own_methods(result))):
        parameters = inspect.signature(method).parameters.values()
        with pytest.raises(kitgen.KitgenError, match="has no argument 'nonsense'"):
            method(nonsense=1)
        if not any(parameter.kind is parameter.VAR_POSITIONAL for parameter in parameters):
            with pytest.raises(kitgen.KitgenError, match=name):
                method(*[1] * 30)


def test_what_is_returned_is_tried():
    """Each name of the front door that returns something with methods is called in this file."""
    made_by_others_too = {"load_kit", "with_policy", "Journal"}
    without_methods = {"policy", "save", "KitgenError"}
    this_file = inspect.getsource(inspect.getmodule(begun))
    for name in at_least_one({*kitgen.__all__} - made_by_others_too - without_methods):
        assert f"kitgen.{name}" in this_file, name
