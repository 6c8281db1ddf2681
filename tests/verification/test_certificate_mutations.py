"""Certificates changed at random and sealed anew: the checkers refuse all of them that say anything
else.

The mutations know nothing of certificates (``random_changes.py``), and so nothing of what the
checkers look at.
"""

import json
from collections import Counter

import pytest
from certificate_programs import GENERAL, HEXAPAWN, TOLD, refusal
from counting import at_least
from jobs import kit_of
from random_changes import Mutator, as_text
from sampling import sample

from kitgen.kit.kit_json import kit_data
from kitgen.verification.certificate import certificate

#: Kits, with the number of mutations of each: a few for the suite, more for ``every``.
HEXAPAWN_KITS = [
    ("her", {}, 40),
    ("him", {}, 200),
    ("gardner24", {}, 200),
    ("her", {"express": True}, 200),
    ("him", {"forced": "skip"}, 200),
    ("him", {"expect": "sensible"}, 200),
    ("her", {"merged": False}, 200),
    ("her-4x3", {"express": True, "expect": "sensible", "forced": "skip"}, 100),
    ("her", {}, 120),
]
OTHER_KITS = [
    ("ladder", {}, 50),
    ("tictactoe:3x2", {}, 100),
    ("tictactoe:3x2", {"merged": False}, 100),
    ("tictactoe:3x2", {"forced": "skip"}, 100),
    ("tictactoe:3x2", {"express": True}, 100),
    ("tictactoe:3x2", {"expect": "sensible"}, 100),
    ("nim:9", {"side": "either", "express": True}, 200),
    ("connect:3x3", {}, 50),
    ("awari-mini", {}, 50),
    ("awari-3x1", {"express": True}, 50),
    ("dodgem", {}, 15),
]
TOLD_KITS = [
    ("told:hexapawn", {}, 40), ("told:hexapawn", {}, 110),
    ("told:notakto", {}, 150), ("told:pong-hau-ki", {}, 200), ("told:mu-torere", {}, 60),
    ("told:dawson-9", {"side": "either"}, 150), ("told:notakto", {"express": True}, 150),
    ("told:hexapawn", {"merged": False}, 150), ("told:hare-hounds-end", {}, 20),
    ("told:hens-on-guard", {}, 60), ("told:hens-on-guard", {"side": "fox"}, 60),
    ("told:connect3-3x3", {"forced": "skip", "expect": "sensible"}, 60),
]  # fmt: skip
#: The keys of a position that check_certificate.py reads: the game's rules; all others are the
#: kit's.
GAME = ("position", "result", "moves", "wins")


def mutants(name, wish, count):
    """Yield the kit's file, its certificate, and mutations with their descriptions."""
    kit = kit_of(name, **wish)
    data = certificate(kit)
    del data["sha256"]
    file = kit_data(kit)
    mutator = Mutator(data, name)
    for _ in range(count):
        change, path, mutant = mutator.mutation()
        yield file, data, (change, path), mutant


def game_of(data):
    """Return the game in a certificate, whatever the order of its positions."""
    names = [node["position"] for node in data["positions"]]
    nodes = []
    for node in data["positions"]:
        moves = {move: names[to] for move, to in node["moves"].items()}
        nodes.append({key: node.get(key) for key in GAME} | {"moves": moves})
    return data["sides"], names[0], sorted(map(as_text, nodes))


def beside_the_game(data):
    """Return what a certificate says beside the game: as text, each position's without its name."""
    nodes = Counter()
    for node in data["positions"]:
        nodes[as_text({key: node[key] for key in node if key not in GAME})] += 1
    symmetries = sorted(map(as_text, data["symmetries"]))
    return as_text(
        {**data, "sides": 2, "positions": sorted(nodes.items()), "symmetries": symmetries}
    )


def turned_back(data, original, game):
    """Return a certificate with what it always plays exchanged for the original's, where a
    symmetry does the same.
    """
    data = json.loads(json.dumps(data))
    for node, before in zip(data["positions"], original["positions"], strict=False):
        if (
            node.keys() >= {"plays", "position"}
            and node["position"] == before["position"]
            and "plays" in before
        ):
            position = game.parse(node["position"])
            move = game.parse_move(position, before["plays"])
            own = [
                symmetry for symmetry in game.symmetries if symmetry.position(position) == position
            ]
            if node["plays"] in {game.move_text(symmetry.move(move)) for symmetry in own}:
                node["plays"] = before["plays"]
    return data


@pytest.mark.parametrize(("name", "wish", "count"), sample(HEXAPAWN_KITS, one_in=9), ids=str)
def test_no_mutation_of_a_certificate_of_hexapawn_passes(name, wish, count):
    for kit, _, where, mutant in at_least(count, mutants(name, wish, count)):
        assert refusal(HEXAPAWN, mutant, kit), where


@pytest.mark.every
@pytest.mark.parametrize(("name", "wish", "count"), sample(TOLD_KITS, one_in=18), ids=str)
def test_no_mutation_of_a_certificate_of_a_told_game_passes(name, wish, count):
    for kit, _, where, mutant in at_least(count, mutants(name, wish, count)):
        assert refusal(TOLD, mutant, kit), where


@pytest.mark.parametrize(
    ("name", "wish", "count"), sample([*OTHER_KITS, *HEXAPAWN_KITS], one_in=40), ids=str
)
def test_a_mutation_that_passes_where_rules_are_unknown_is_of_the_rules_alone(name, wish, count):
    """Everything else that the certificate says is as before, up to a symmetry of the game and
    their order.
    """
    game = kit_of(name, **wish).game
    passed = 0
    for kit, original, where, mutant in mutants(name, wish, count):
        if not refusal(GENERAL, mutant, kit):
            passed += 1
            back = turned_back(mutant, original, game)
            assert beside_the_game(back) == beside_the_game(original), where
    assert passed <= max(2, count // 20)


def same_boxes(data, name, wish):
    """Return whether the choices in a certificate make the same boxes as the right ones."""
    choices = {key: data[key] for key in ("forced", "express", "merged")} | {
        "expect": data["opponent"]
    }
    return kit_of(name, **wish | choices).boxes == kit_of(name, **wish).boxes


def pairs(data):
    """Return the positions that are drawn twice, each as the least of its images, whatever their
    order.
    """
    game = kit_of("her").game
    drawn = []
    for text in data["mirrors"]:
        position = game.parse(text)
        drawn.append(min(symmetry.position(position) for symmetry in game.symmetries))
    return sorted(drawn)


@pytest.mark.every
@pytest.mark.parametrize(("name", "wish", "count"), sample(HEXAPAWN_KITS, one_in=40), ids=str)
def test_without_the_kit_only_its_hash_its_beads_and_idle_choices_are_believed(name, wish, count):
    accepted = 0
    for _, original, where, mutant in mutants(name, wish, 2 * count):
        if not refusal(HEXAPAWN, mutant):
            _, path = where
            match path[0]:
                case "kit":
                    pass
                case "boxes":
                    assert path[-1] == "beads", where
                case "forced" | "express" | "opponent" | "merged":
                    assert same_boxes(mutant, name, wish), where
                case "mirrors":
                    assert pairs(mutant) == pairs(original), where
                case _:
                    pytest.fail(f"believed: {where}")
            assert mutant["claims"] == original["claims"]
            accepted += 1
    assert accepted <= count  # half of those tried
