"""All commands by their English words, in the order in which help tells of them."""

from typing import TYPE_CHECKING

from kitgen.play.commands import boxes, looking, machines, table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kitgen.play.console import Console

#: Each is told what was typed behind it, and answers in lines. A language has words of its own for them.
COMMANDS: "dict[str, Callable[[Console, list[str]], Iterator[str]]]" = {
    "help": table.help_,
    "board": table.board_,
    "moves": table.moves_,
    "go": table.go_,
    "back": table.back_,
    "forward": table.forward_,
    "hint": looking.hint_,
    "analyse": looking.analyse_,
    "ahead": looking.ahead_,
    "game": looking.game_,
    "here": looking.here_,
    "watch": table.watch_,
    "new": table.new_,
    "take": table.take_,
    "give": table.give_,
    "player": table.player_,
    "box": boxes.box_,
    "gallery": boxes.gallery_,
    "stats": machines.stats_,
    "curve": machines.curve_,
    "train": machines.train_,
    "learn": machines.learn_,
    "rule": machines.rule_,
    "saves": machines.saves_,
    "open": machines.open_,
    "import": machines.import_,
    "delete": machines.delete_,
    "undo": machines.undo_,
    "call": machines.call_,
    "language": machines.language_,
    "quit": machines.quit_,
}
