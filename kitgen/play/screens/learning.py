"""Automatic learning on the table: many games, a hundred at a time, so that the bar moves and can be stopped."""

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual.widgets import ProgressBar

from kitgen.errors import KitgenError
from kitgen.play.training import CHUNK, MOST, by_kernel, check_training, train_by_kernel

if TYPE_CHECKING:
    from kitgen.play.screens.table import TableScreen

#: How many games the key for training plays.
GAMES = 100


class Learning:
    """Automatic learning, begun and stopped by whoever looks on.

    Attributes:
        screen: the table.
        running: True while games are played.
    """

    def __init__(self, screen: "TableScreen") -> None:
        self.screen = screen
        self.running = self._stopped = False

    def stop(self) -> None:
        """Leave off after the games that are being played."""
        self._stopped = True

    def begin(self, rest: Sequence[str]) -> None:
        """Begin, or stop what is running.

        Args:
            rest: the number of games, or nothing for the usual one.
        """
        if self.running:
            self.stop()
            return
        console = self.screen.console
        try:
            games = console.number(rest, GAMES, MOST)
            check_training(console.host.sitting, games)
        except KitgenError as error:
            self.screen.say([str(error)])
            return
        self.running, self._stopped = True, False
        bar = self._bar
        bar.update(total=games, progress=0)
        bar.add_class("on")
        self.screen.run_worker(self._learn(games), group="step", exclusive=True)

    @property
    def _bar(self) -> ProgressBar:
        return self.screen.query_one("#learning", ProgressBar)

    async def _learn(self, games: int) -> None:
        """Play many games."""
        screen, console = self.screen, self.screen.console
        host, bar, played = console.host, self._bar, 0
        try:
            if by_kernel(host.sitting, games):
                bar.update(total=None)  # it tells nothing before it is done
                host.go_on_with(await asyncio.to_thread(train_by_kernel, host.sitting, games))
                played = games
                screen.say([console.words("trained_anew", name=host.name)])
            while played < games and not self._stopped:
                played += host.train(min(CHUNK, games - played))
                bar.update(progress=played)
                screen.show_curve()
                await asyncio.sleep(0)
        except KitgenError as error:
            screen.say([str(error)])
        finally:
            self.running = False
        bar.remove_class("on")
        screen.say([console.words("trained", count=played)])
        screen.after_step()
