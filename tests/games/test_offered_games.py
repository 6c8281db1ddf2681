"""Games that installed packages offer: where they are looked for, and how they are found; and
games without mirrors in another process.
"""

import pickle
from types import SimpleNamespace

import pytest

from kitgen import games
from kitgen.errors import UnknownNameError
from kitgen.games import _template, game_names, make_game


@pytest.fixture
def offered(monkeypatch):
    """A package that offers a game, ``Strip``."""
    entry = SimpleNamespace(name="Strip", load=lambda: _template.make)
    monkeypatch.setattr(games, "_outside", lambda: (entry,))


@pytest.mark.usefixtures("offered")
def test_an_offered_game_is_among_the_others_and_made_by_its_name():
    assert game_names() == tuple(sorted([*games.GAMES, "Strip"]))
    assert make_game("STRIP: 4").spec == "gaps:4"
    assert make_game("strip").spec == "gaps:7"
    with pytest.raises(UnknownNameError, match=r"unknown game 'stripe'; did you mean 'Strip'\?"):
        make_game("stripe")


def test_games_are_looked_for_where_a_package_says_that_it_has_some(tmp_path):
    archive = tmp_path / "packages.zip"
    archive.write_bytes(b"")
    says = {}
    for name, text in (("yes", "[kitgen.games]\ngaps = x"), ("no", "[console_scripts]\na = b")):
        info = tmp_path / name / "own-1.0.dist-info"
        info.mkdir(parents=True)
        (info / "entry_points.txt").write_text(text)
        says[name] = str(tmp_path / name)
    (tmp_path / "odd" / "own-1.0.dist-info" / "entry_points.txt").mkdir(parents=True)
    odd = str(tmp_path / "odd")
    look = games._offered_on
    assert not look((str(tmp_path / "none"), says["no"], odd))
    assert look((says["no"], odd, says["yes"]))
    assert look((str(archive), says["no"]))
    assert not look(())


def test_a_game_without_mirrors_goes_to_another_process_as_it_is():
    game = make_game("hexapawn:4x3,mirrors=right")
    again = pickle.loads(pickle.dumps(game))  # noqa: S301 - its own
    assert again.spec == game.spec
    assert again.legal_moves(again.start()) == game.legal_moves(game.start())
    assert len(again.legal_moves(again.start())) == 2
