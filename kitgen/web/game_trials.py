"""A trial of a game by machines, on the page "Invent a game", step by step."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any

from kitgen.claims.claims import words_of
from kitgen.errors import KitgenError, TooLargeError
from kitgen.games.told import TOLD
from kitgen.games.told.told_file import read_told
from kitgen.games.told.told_game import ToldGame
from kitgen.inquiries.game_trial import SideTrial, Trial, largest_board, trials
from kitgen.paper.card.board import draw_board
from kitgen.reading.templates import Templates
from kitgen.reading.texts import Texts, texts_in
from kitgen.web import game_editing
from kitgen.web.address import fields
from kitgen.web.forms import word_in
from kitgen.web.game_form import GAME_TEXT
from kitgen.web.markup import Markup, app_file, each, fill, table
from kitgen.web.tasks import MAX_POSITIONS, SiteTask, inline, too_large

#: The name of the step of a trial in what a page sends.
TRIAL_STEP = "step"
#: The most digits of a step.
MAX_STEP_DIGITS = 3
#: The room for the picture of a board, in mm.
BOARD = 48.0
#: The opponents of a trial, by their names in forms.
WHO = ("random", "perfect")
#: The games whose trials are kept: the one that somebody invents, and the one before it.
KEPT_GAMES = 2


class _Steps:
    """The trials of a game, made when asked for."""

    def __init__(self, spec: str) -> None:
        self.game = read_told(spec.removeprefix(TOLD), Templates())
        self.seen: list[Trial] = []
        self._rest: Iterator[Trial] = trials(self.game, limit=MAX_POSITIONS)
        self._refusal: KitgenError | None = None

    def up_to(self, step: int) -> tuple[Trial, bool]:
        """Return a trial, or the last one if there are fewer, and whether there will be more."""
        if self._refusal is not None:  # asked again, as in another language
            raise self._refusal
        try:
            self._make(step)
        except KitgenError as error:
            self._refusal = error
            raise
        if step < len(self.seen):
            return self.seen[step], not self._is_over()
        return self.seen[-1], False

    def _make(self, step: int) -> None:
        """Make trials up to a step, as far as there are any."""
        while len(self.seen) <= step and not self._is_over():
            trial = next(self._rest, None)
            if trial is None:
                return
            self.seen.append(trial)

    @cached_property
    def largest(self) -> tuple[ToldGame, dict[str, int]] | None:
        """The game on the largest board that fits a class, with the boxes of each side there."""
        return largest_board(self.game, known=self.seen[-1])

    def _is_over(self) -> bool:
        """Return whether the trials end here: no class waits for machines with too many boxes."""
        return bool(self.seen) and "large" in self.seen[-1].remarks


@lru_cache(maxsize=KEPT_GAMES)
def _steps(spec: str) -> _Steps:
    return _Steps(spec)


def trial_answer(task: SiteTask) -> dict[str, Any]:
    """Return the results of a game's trial as HTML, and whether there is a next step.

    The first step has the facts known at once; each further one adds one learning rule of one
    machine.
    """
    _, game = game_editing.read_game_text(task.more.get(GAME_TEXT, ""))
    if not isinstance(game, ToldGame):
        raise game
    try:
        steps = _steps(game.spec)
        trial, more = steps.up_to(_step_in(task.more.get(TRIAL_STEP, "0")))
    except TooLargeError:
        raise too_large(game.called) from None
    texts = texts_in(task.address.language)
    words = steps.game.spoken(texts, texts.language)
    last = [] if more else _largest(steps, texts, words)
    return {
        "shown": str(_trial(steps.game, trial, texts, words, last)),
        "summary": _summary(trial, texts, words),
        "more": more,
    }


def _step_in(text: str) -> int:
    """Return the number of a step; the first for what is none."""
    if text.isascii() and text.isdigit() and len(text) <= MAX_STEP_DIGITS:
        return int(text)
    return 0


def _summary(trial: Trial, texts: Texts, words: Mapping[str, str]) -> str:
    """Return the boxes of each side, and who wins, in a line."""
    boxes = {side.side: side.boxes for side in trial.sides}
    outcome = texts("invent.draw") if trial.winner is None else words[f"wins.{trial.winner}"]
    return texts("invent.summary", boxes=_counted(boxes, texts, words), outcome=outcome)


def _counted(boxes: Mapping[str, int], texts: Texts, words: Mapping[str, str]) -> str:
    sides = ((words[f"side.{side}"], texts.whole(count)) for side, count in boxes.items())
    return ", ".join(f"{name} {count}" for name, count in sides)


def _largest(steps: _Steps, texts: Texts, words: Mapping[str, str]) -> list[str]:
    """Return a line about the largest board that fits a class; none if there is no such board."""
    if steps.largest is None:
        return []
    game, boxes = steps.largest
    if game.spec == steps.game.spec:
        return [texts("invent.no_larger")]
    return [texts("invent.largest", board=game.told.board, boxes=_counted(boxes, texts, words))]


def _outcome(trial: Trial, texts: Texts, words: Mapping[str, str]) -> str:
    """Return who wins if both sides play as well as possible."""
    if trial.winner is None:
        return texts("invent.drawn")
    wins = words[f"wins.{trial.winner}"]
    if trial.plies is None:
        return texts("invent.won_without_end", wins=wins)
    return texts("invent.won", wins=wins, plies=trial.plies)


def _trial(
    game: ToldGame, trial: Trial, texts: Texts, words: Mapping[str, str], last: Sequence[str]
) -> Markup:
    """Return the results of a trial so far; ``last`` are the lines at its end."""
    lines = [
        texts("invent.positions", positions=trial.positions),
        _outcome(trial, texts, words),
    ]
    if trial.recurs:
        lines.append(texts("invent.recurs"))
    learned = all(side.forecasts for side in trial.sides)
    course = []
    if learned:
        course.append(texts("invent.course"))
    elif "large" in trial.remarks:
        course.append(texts("invent.not_learned"))
    names = {side.side: words[f"side.{side.side}"] for side in trial.sides}
    remarks = [words_of(texts, claim) for claim in trial.claims]
    return fill(
        app_file("trial.html"),
        texts.language,
        remarks=each("<p><strong>{it}</strong></p>", remarks),
        lines=each("<p>{it}</p>", lines),
        figures=table(
            [texts("invent.machine"), *names.values()],
            _figures(trial.sides, texts, learned=learned),
        ),
        ends=[each('<p class="quiet">{it}</p>', course), each("<p>{it}</p>", last)],
        prints=_buttons(game, names, texts),
        rule_lines=each("<p>{it}</p>", words["rules"].splitlines()),
        picture=inline(draw_board(game, game.start(), (), BOARD, BOARD)),
    )


def _buttons(game: ToldGame, names: Mapping[str, str], texts: Texts) -> list[Markup]:
    """Return the buttons that play against the machine of each side, and that print it."""
    button = '<button type="button" class="main" data-{does}="{which}">{it}</button>'
    buttons = []
    for does in ("play", "print"):
        for which, side in zip(("first", "second"), game.sides, strict=True):
            if side.name in names:
                words = texts(f"invent.{does}", side=names[side.name])
                buttons.append(fill(button, does=does, which=which, it=words))
    return buttons


def _figures(sides: Sequence[SideTrial], texts: Texts, *, learned: bool) -> Iterator[list[str]]:
    """Yield the rows of the table: the needs of machines, and their learning once that is known."""
    for key in ("boxes", "choices", "mattering", "beads", "colours"):
        yield [texts(f"invent.{key}"), *(texts.whole(getattr(side, key)) for side in sides)]
    if not learned:
        return
    rule = fields()["rule"]
    yield [texts("invent.rule"), *(word_in(texts.language, rule, side.rule) for side in sides)]
    for at, who in enumerate(WHO):
        against = texts("invent.against", who=texts(f"serve.who.{who}"))
        yield [against, *(_course(side, at) for side in sides)]


def _course(side: SideTrial, opponent: int) -> str:
    """Return the results of the first and of the last games against an opponent of ``WHO``."""
    forecast = side.forecasts[opponent]
    first = "/".join(map(str, forecast.first))
    last = "/".join(map(str, forecast.last))
    return f"{first} → {last}"
