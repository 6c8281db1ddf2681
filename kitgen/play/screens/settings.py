"""What can be chosen: who plays, who learns, rule, language, names, speed, looks."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Checkbox, Input, Label, Select, Static

from kitgen.machine.opponents import OPPONENTS, Needs
from kitgen.play.ahead.levels import LEVEL, PLIES, SECONDS, TIME, level_of, levels, plan_of
from kitgen.play.screens.help import OverScreen
from kitgen.play.screens.tick import Tick
from kitgen.play.sitting import HUMAN, MACHINE
from kitgen.search.plan import DEEPEST

if TYPE_CHECKING:
    from kitgen.play.screens.app import PlayApp

#: The looks: by day and by night.
LIGHT, DARK = "textual-light", "textual-dark"


class SettingsScreen(OverScreen):
    """All that can be chosen; each choice holds at once."""

    title_key = "settings"
    app: "PlayApp"

    def inside(self) -> ComposeResult:
        """Yield a row for each choice."""
        console = self.console
        words, host, sitting = console.words, console.host, console.host.sitting
        with VerticalScroll(classes="scroll"):
            for side in (0, 1):
                now = sitting.players[side]
                offered = list(dict.fromkeys([*self._players(), now]))
                yield from self._row(
                    words("screen.opponent", side=words.side(side)),
                    Select([(self._called(one), one) for one in offered], value=now, allow_blank=False,
                           id=f"player-{side}", compact=True),
                )  # fmt: skip
            for side in (0, 1) if host.kit is not None else ():
                yield from self._row(
                    words("screen.learns", side=words.side(side)),
                    Tick(value=host.machine(side).learns, id=f"learns-{side}"),
                )
            for side in (0, 1):
                yield from self._row(
                    words("screen.name", side=words.side(side)),
                    Input(sitting.names[side], id=f"name-{side}", max_length=40),
                )
            if host.kit is not None:
                rules = host.templates.names("rules")
                rule = host.kit.choices.rule
                yield from self._row(
                    words("screen.rule"),
                    Select([(one, one) for one in dict.fromkeys([*rules, rule])], value=rule, allow_blank=False,
                           id="rule", compact=True),
                )  # fmt: skip
            languages = host.templates.languages()
            yield from self._row(
                words("screen.language"),
                Select([(one, one) for one in languages], value=words.texts.language, allow_blank=False,
                       id="language", compact=True),
            )  # fmt: skip
            yield from self._row(
                words("screen.ahead"), Input(str(host.insight.plan.depth), id="ahead", type="integer", max_length=3)
            )
            yield from self._row(words("screen.speed"), Input(f"{self.app.speed:g}", id="speed", type="number"))
            yield from self._row(words("screen.dark"), Tick(value=self.app.theme == DARK, id="dark"))
            yield from self._row(words("screen.colours"), Tick(value=self.app.colours, id="colours"))
        yield Static("", id="said", markup=False)

    def _players(self) -> Iterator[str]:
        """Yield all who can be chosen without typing, but those who need to know what nobody can: worth, or beads."""
        host = self.console.host
        game, solved = host.sitting.game, host.kit is not None
        senseless = Needs(0) if solved else Needs.VALUES | Needs.BEADS
        if host.kit is not None and host.kit.rule.learns != "beads":
            senseless |= Needs.BEADS
        yield HUMAN
        if solved:
            yield MACHINE
        yield from (name for name, one in OPPONENTS.items() if not one.needs & senseless)
        yield from (plan_of(game, f"{LEVEL}:{number}") for number in levels(game))
        yield from (plan_of(game, f"{TIME}:{seconds:g}") for seconds in SECONDS)

    def _called(self, player: str) -> str:
        """Return what a player is called here: of a level also how far it looks."""
        words, game = self.console.words, self.console.host.sitting.game
        level = level_of(game, player)
        if level is None or level[0] != LEVEL:
            return words.player(player)
        return words("screen.level_of", level=words.player(player), depth=PLIES[int(level[1]) - 1])

    def _row(self, text: str, chooser: "Select[str] | Input | Tick") -> ComposeResult:
        """Yield a choice with what it is about."""
        with Horizontal(classes="row"):
            yield Label(text, markup=False)
            yield chooser

    def _say(self, command: str) -> None:
        """Do what a command does, and show its answer."""
        self.query_one("#said", Static).update("\n".join(self.console.answer(command)[:2]))

    def on_select_changed(self, event: "Select.Changed") -> None:
        """Seat a player, begin by another rule, or speak another language; what is so already stays as it is."""
        console, value = self.console, str(event.value)
        sitting, key = console.host.sitting, event.select.id or ""
        if key == "language" and value != console.words.texts.language:
            self._say(f"language {value}")
        elif key == "rule" and console.host.kit is not None and value != console.host.kit.choices.rule:
            self._say(f"rule {value}")
        elif key.startswith("player") and value != sitting.players[int(key[-1])]:
            self._say(f"player {sitting.game.sides[int(key[-1])].name} {value}")

    def on_checkbox_changed(self, event: Checkbox.Changed) -> None:
        """Switch learning, or the looks."""
        key = event.checkbox.id or ""
        if key == "dark":
            self.app.theme = DARK if event.value else LIGHT
        elif key == "colours":
            self.app.colours = event.value
        else:
            self.console.host.machine(int(key[-1])).learns = event.value

    def on_input_changed(self, event: Input.Changed) -> None:
        """Take a name, or a speed."""
        key = event.input.id or ""
        if key == "speed":
            try:
                self.app.speed = min(max(float(event.value), 0.0), 60.0)
            except ValueError:
                return
        elif key == "ahead":
            if event.value.isdecimal() and 1 <= int(event.value) <= DEEPEST:
                insight = self.console.host.insight
                if int(event.value) != insight.plan.depth:
                    insight.look(int(event.value))
        else:
            self.console.host.sitting.names[int(key[-1])] = event.value.strip()
