"""What the screens of the table draw, as golden texts: boards and boxes by themselves, and a walk
through all screens.
"""

from types import SimpleNamespace

import pytest
from counting import at_least
from jobs import TEXTS, kit_of
from terminal_screens import played, seen, type_line, until
from textual.widgets import Input, Select

from kitgen.games import make_game
from kitgen.machine.paper_machine import SplitMix
from kitgen.play.console import Console
from kitgen.play.host import Host, sit_down
from kitgen.play.screens.board_view import BoardView, BoxPanel, clicked, marked_cells
from kitgen.play.screens.play_app import PlayApp, SettingsScreen, TableScreen
from kitgen.play.screens.talk_screen import Tick
from kitgen.tree_search.plan import Plan
from kitgen.tree_search.scouts import make_scout

#: Boards with lines and without, with letters, with numbered edges, of points, and long ones.
BOARDS = (
    "hexapawn",
    "hexapawn:6x6",
    "hexapawn:7x3",
    "tictactoe",
    "nim:9",
    "awari:6x4",
    "told:mu-torere",
)
SMALL = SimpleNamespace(height=39, width=119)
TALL = SimpleNamespace(height=40, width=120)


class Board(BoardView):
    """A board without an application around it, on a screen of some size."""

    app = SimpleNamespace(size=SMALL)


class Box(BoxPanel):
    """A box that keeps what it shows."""

    def update(self, content):
        self.shown = content


def drawn(content) -> list[str]:
    """Return a drawn text, line by line, with the places and styles that are not dim."""
    lines = [line.rstrip() for line in content.plain.splitlines()]
    styles = [f"{span.start}-{span.end} {span.style}" for span in content.spans]
    return [*lines, ", ".join(style for style in styles if not style.endswith("dim"))]


@pytest.mark.parametrize("size", [SMALL, TALL], ids=["small", "tall"])
def test_how_boards_are_drawn_and_where_their_cells_are(size, golden, monkeypatch):
    monkeypatch.setattr(Board, "app", SimpleNamespace(size=size))
    lines = []
    for name in at_least(7, BOARDS):
        game = make_game(name)
        board = Board(game, plain=name in ("nim:9", "tictactoe"))
        start = game.start()
        move = game.legal_moves(start)[0]
        after = game.play(start, move).position
        marked = marked_cells(SimpleNamespace(move=move))
        chosen = next((cell for cell in range(len(after.cells)) if cell not in marked), None)
        board._position, board._marked, board._chosen = after, marked, chosen
        width = board.get_content_width(0, 0)
        height = board.get_content_height(0, 0, 0)
        lines += [f"== {name}: {width} x {height}", *drawn(board.render())]
        for y in range(-1, height + 1):
            cells = [board.cell_at(x, y) for x in range(width + 1)]
            lines.append("".join("·" if cell is None else chr(97 + cell % 26) for cell in cells))
    golden(f"play/boards-{'tall' if size is TALL else 'small'}", "\n".join(lines))


def test_what_a_click_means(golden):
    lines = []
    for name in ("hexapawn", "tictactoe", "awari:2x2", "nim:9"):
        game = make_game(name)
        position = game.start()
        for _ in range(2):
            legal = game.legal_moves(position)
            for chosen in (None, 0, 4, 7, 8):
                meant = []
                for cell in range(len(position.cells)):
                    move, now = clicked(legal, chosen, cell)
                    meant.append(game.move_text(move) if move else str(now))
                lines.append(f"{name}, {chosen} chosen: {' '.join(meant)}")
            position = game.play(position, legal[0]).position
    assert marked_cells(None) == set()
    golden("play/clicks", "\n".join(lines))


def test_what_a_box_shows(golden):
    lines = []
    for kit, rule, moves in (("her", None, 2), ("menace", None, 1), ("tictactoe", "tris", 2)):
        host = sit_down(kit_of(kit), seed=3, rule=rule)
        for plain in (True, False):
            console = Console(host, TEXTS["en"], plain=plain)
            for colours in (True, False):
                box = Box(console)
                box.colours = colours
                sitting = host.sitting
                sitting.new_game()
                box.show(sitting, None, is_own=True)
                lines += [f"== {kit} {plain} {colours}", *drawn(box.shown), str(box._slots)]
                box.show(sitting, None)
                lines += [*drawn(box.shown)]
                for _ in range(moves):
                    if sitting.waits:
                        sitting.play(sitting.legal[0])
                    else:
                        box.show(sitting, sitting.pick())
                        lines += [*drawn(box.shown), str(box._slots)]
                        sitting.make()
        lines += [box._beads(count) for count in (0, 1, 8, 9)]
    sitting = Host(None, make_game("awari:4x3"), SplitMix(1)).sitting
    box.show(sitting, None)
    lines += [*drawn(box.shown), str(box._slots)]
    golden("play/boxes", "\n".join(lines))


def test_what_stands_beside_the_board(golden):
    """The title, the figures of both sides and the moves; and who can be chosen to play."""
    lines = []
    for kit, rule in (("her", None), ("menace", None), ("tictactoe", "tris"), (None, None)):
        if kit is None:
            host = Host(None, make_game("awari:4x3"), SplitMix(1))
        else:
            host = sit_down(kit_of(kit), seed=3, rule=rule)
        console = Console(host, TEXTS["en"], plain=True)
        sitting = host.sitting
        table = TableScreen(console)
        settings = SettingsScreen(console)
        lines.append(f"== {kit} {rule}: {' · '.join(table._title())}")
        lines += [f"  {player}: {settings._player(player)}" for player in settings._players()]
        if kit is not None:
            list(host.train(3))
        sitting.names[1] = "Zoë"
        sitting.seat(host.side, "random")
        for _ in range(3):
            if sitting.ended is None:
                sitting.play(sitting.legal[0]) if sitting.waits else sitting.make()
        for steps in (0, -1, -9):
            sitting.look(steps)
            lines += [table._moves_text(), table._figures_text(), str(table._is_taken)]
    golden("play/beside-the-board", "\n".join(lines))


def walk(pilot, lines):
    """Return what presses keys and keeps the screen, if it has changed, under their names."""
    known = []

    async def press(*keys):
        await pilot.press(*keys)
        await pilot.pause()
        screen = seen(pilot.app).splitlines()
        lines.append(f"== {' '.join(keys)}")
        changed = [line for line in screen if line.strip() and line not in known]
        lines.extend(line.rstrip() for line in changed)
        known[:] = screen

    return press


@played
async def test_a_walk_through_all_screens(golden, tmp_path):
    host = sit_down(kit_of(), seed=7, folder=tmp_path / "machines")
    host.insight.plan = Plan("negascout", 4)
    host.insight._scout = make_scout(host.sitting.game, host.insight.plan, plain=True)
    app = PlayApp(Console(host, TEXTS["en"]))
    app.speed = 0
    lines = []
    async with app.run_test(size=(80, 24)) as pilot:
        press = walk(pilot, lines)
        sitting = host.sitting
        for move in ("b1b2", "c1b2", "a1a2"):
            await type_line(pilot, move)
            await until(pilot, lambda: sitting.waits or sitting.ended is not None)
        for keys in (["f9"], ["f10"], ["f8"], ["f6"], ["f7"], ["escape", "ctrl+o"], ["f2"]):
            await press(*keys)
        app.screen.query_one("#filter-met", Tick).value = True
        await press("down")
        app.screen.query_one("#turn", Select).value = 1
        await press("down")
        app.screen.query_one("#side", Select).value = 0
        await press("down")
        await press("escape", "f4")
        await press("escape", "f3")
        for key, value in (("speed", "99"), ("ahead", "3"), ("ahead", "999"), ("name-0", " Eva ")):
            app.screen.query_one(f"#{key}", Input).value = value
            await pilot.pause()
            lines.append(f"{key} {value}: {app.speed} {host.insight.plan.depth} {sitting.names}")
        app.screen.query_one("#learns-0", Tick).value = False
        app.screen.query_one("#colours", Tick).value = False
        app.screen.query_one("#dark", Tick).value = True
        await press("down")
        lines.append(f"{sitting.machine(0).learns} {sitting.machine(1).learns} {app.colours}")
        lines.append(app.theme)
        app.screen.query_one("#player-0", Select).value = "random"
        await pilot.pause()
        await press("y")
        lines.append(f"{sitting.players}")
        await press("escape")
    host.close()
    golden("play/walk", "\n".join(lines).replace(str(tmp_path), "FOLDER"))
