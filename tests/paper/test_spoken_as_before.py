"""What a kit and its game are called, and what a document says of itself: as text, for a game of
each kind.
"""

import pytest
from counting import at_least, at_least_one
from jobs import TEXTS, kit_of, make_job
from prints import document

from kitgen.paper.declared import PartOptions
from kitgen.paper.making import care_for, how_to_keep, shared_minutes, work_of
from kitgen.paper.spoken_game import (
    Spoken,
    game_aim,
    game_name,
    game_rules,
    has_draws,
    machine_side,
    mirror_rule,
    piece_name,
    pieces_in_words,
    result_letters,
    side_name,
    spoken_title,
    victory,
)

#: A game of each kind, with the choices of its machine.
GAMES = (
    ("her", {}), ("her", {"side": "white"}), ("gardner24", {}), ("menace", {}),
    ("nim:8", {"side": "either"}), ("tictactoe:3x3,rules=misere", {}), ("nim:5", {}),
    ("nim:7,take=2", {"side": "first"}), ("awari:1x3", {}), ("connect:3x2", {}), ("dodgem:2x2", {}),
    ("told:notakto", {}), ("told:chess-3x3", {}), ("told:fox-hounds-4x4", {}),
    ("told:draughts-4x4", {}),
)  # fmt: skip


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_game_is_spoken_of_as_before(language, golden):
    texts = TEXTS[language]
    lines = []
    for name, wish in at_least(9, GAMES):
        kit = kit_of(name, language=language, **wish)
        spoken = Spoken(kit, texts)
        lines += [f"== {name} {wish}", spoken_title(spoken), game_name(spoken)]
        lines += [side_name(spoken, side) for side in (0, 1)]
        lines += [machine_side(spoken), result_letters(spoken), f"draws: {has_draws(kit)}"]
        lines += [*game_rules(spoken), "aim:", *game_aim(spoken), mirror_rule(spoken)]
        for kind in sorted(set(kit.game.diagram.pieces.values())):
            named = [piece_name(spoken, kind)]
            named += [pieces_in_words(spoken, kind, count) for count in (1, 4)]
            lines.append(f"{kind}: {', '.join(named)}")
        for side in (0, 1):
            lines.append(f"won: {victory(texts, kit.game.sides[side].name)}")
        lines.append(victory(texts, "white", own="the white ones win"))
    golden(f"spoken/{language}", "\n".join(lines))


#: Prints on paper of one size, and of several; with parts that share a sheet.
DOCUMENTS = (
    ("her", ("labels",), {}),
    ("ladder", ("labels", "board", "beads", "operator"), {"page": "letter"}),
    ("her", ("labels", "poster"), {}),
    ("ladder", ("groups", "labels", "log"), {"groups": 2}),
    ("her", ("board", "beads", "poster", "log"), {"poster_size": "a3"}),
)


def test_a_document_says_what_is_in_it(golden):
    lines = []
    for name, parts, choices in at_least(5, DOCUMENTS):
        whole = document(name, parts, **choices)
        lines += [whole.summary(), *map(str, whole.table()), *map(str, whole.parts)]
        for part in whole.parts:
            alone = whole.alone(part)
            lines.append(f"alone {part.name}: {alone.summary()} {alone.title} {alone.keywords}")
        for own in whole.by_paper():
            lines.append(f"on its paper: {own.summary()} {own.title} {own.keywords}")
    golden("spoken/documents", "\n".join(lines))


#: What is made of each kind of print.
MADE = (
    ("her", "boxes", ("labels", "board")), ("her", "boxes", ("boxes", "labels")),
    ("her", "boxes", ()), ("her", "cards", ("cards",)), ("her", "cards", ()),
    ("ladder", "cups", ("labels", "chips", "class-set")),
    ("ladder", "cartons", ("labels", "board")),
    ("ladder", "pictures", ("one-sheet", "log")), ("ladder", "pictures", ("situations",)),
    ("her", "program", ("board",)), ("ladder", "chips", ("labels", "chips")),
)  # fmt: skip


def test_what_is_made_takes_as_long_as_before(golden):
    lines = []
    for name, made_of, parts in at_least(9, MADE):
        for bought in (False, True):
            for options in (None, PartOptions(cards_duplex="long", board_pieces="square")):
                kit = kit_of(name)
                work = work_of(kit, made_of, make_job().templates, parts, options, bought=bought)
                minutes = [
                    shared_minutes(tasks) for tasks in (work.machine, work.pieces, work.tasks)
                ]
                lines.append(f"{name} {made_of} {parts} {bought} {options is None}: {minutes}")
                lines += [f"  {task}" for task in work.tasks]
    for stock in at_least_one(("matchbox", "cups", "poker", "egg-carton", "35x15")):
        for parts in (
            (),
            ("cards",),
            ("labels", "board"),
            ("labels", "log"),
            ("board", "log", "sweets"),
        ):
            job = make_job("her", stock=stock, parts=parts)
            printed = dict.fromkeys(parts, job.texts.made_of)
            lines += [f"{stock} {parts}:", how_to_keep(job)]
            lines += care_for(Spoken(job.kit, job.texts.in_print(printed)))
            lines += care_for(job)
    golden("spoken/made", "\n".join(lines))
