"""Whoever calls what the front door returns with nonsense is told so, too, by a KitgenError in
words of Python.
"""

import inspect
import io
import random

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
#: How many of these values the suite gives to each argument.
SOME = 3
#: Methods that wait for somebody at the keyboard.
WAITING = ("talk",)
#: Numbers that may be large, so that the work takes long: refusing them is not what is tried here.
MAX_AMOUNT = 100


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


def refused(name, method, *given, **named):
    """Call a method, and let nothing but a KitgenError of one line pass."""
    try:
        method(*given, **named)
    except kitgen.KitgenError as error:
        message = str(error)
    except Exception as error:  # noqa: BLE001 - any other is what the test looks for, and its name helps to mend it
        pytest.fail(
            f"{name}: {type(error).__name__} for {[type(one).__name__ for one in given]} "
            f"{list(named)}"
        )
    else:
        return
    assert "\n" not in message
    assert len(message) < 1200


def try_nonsense(result, count):
    for name, method in own_methods(result):
        for place in inspect.signature(method).parameters.values():
            for nonsense in random.Random(f"{name} {place.name}").sample(NONSENSE, count):
                if isinstance(nonsense, int | float) and nonsense > MAX_AMOUNT:
                    continue
                if place.kind is place.KEYWORD_ONLY:
                    refused(name, method, **{place.name: nonsense})
                else:
                    refused(name, method, nonsense)


@pytest.mark.parametrize("result", few(RESULTS, one_in=4), indirect=True)
def test_methods_of_results_refuse_some_nonsense(result):
    try_nonsense(result, SOME)


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
    """Each name that returns something with methods is here; ``load_kit`` and others return a
    kit, too.
    """
    same = {"load_kit", "make_kit", "with_policy", "policy", "save"}
    made = {"Journal" if name == "new_journal" else name for name in kitgen.__all__}
    calls = inspect.getsource(inspect.getmodule(begun))
    assert not [
        name for name in made - same - {"KitgenError", "Journal"} if f"kitgen.{name}" not in calls
    ]
