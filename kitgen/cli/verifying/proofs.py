"""What ``kitgen verify`` does beside its checks: what a rule comes to, a certificate, the beads in the boxes now."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import click

from kitgen.check.report import Report
from kitgen.check.strategy.beads_now import BeadsNow, Standing
from kitgen.cli.shared.offered_options import F, with_options
from kitgen.kit.kit import Kit

#: The options and the names of their parameters.
_OPTIONS = {"certificate": "--certificate", "counts": "--counts", "reckon": "--exact"}


def proof_options(function: F) -> F:
    """Add the options to a command; its function gets them as ``proofs``, a dict."""
    file = click.Path(path_type=Path)
    options = [
        click.option("--exact", "reckon", is_flag=True, help="Reckon, too, what the learning rule can come to."),
        click.option(
            "--certificate", type=file, metavar="FILE.json", help="Write what is claimed, to check without kitgen."
        ),
        click.option("--counts", type=file, metavar="FILE.csv", help="Say what beats a machine with these beads."),
    ]

    @wraps(function)
    def with_proofs(*args: Any, **values: Any) -> Any:
        return function(*args, proofs={key: values.pop(key) for key in _OPTIONS}, **values)

    wrapped: Any = with_proofs
    return with_options(wrapped, options)  # type: ignore[no-any-return] # click's decorators keep the function


def asked_proofs(proofs: dict[str, Any]) -> str | None:
    """Return the first option that was given, or None."""
    return next((option for key, option in _OPTIONS.items() if proofs[key]), None)


def prove(
    report: Report, load: Callable[[], Kit], proofs: dict[str, Any]
) -> tuple[Report, tuple[Kit, BeadsNow] | None]:
    """Return a report with what else was asked for; nothing is proved of a kit that has faults.

    Args:
        report: what is right and wrong about the kit.
        load: returns the kit.
        proofs: what is asked for.

    Raises:
        KitgenError: it cannot be done, or not be written.
    """
    if asked_proofs(proofs) is None or not report.passed:
        return report, None
    # Only these need what reckons and writes.
    from kitgen.door.proofs.beads import count_beads, learning_check  # noqa: PLC0415
    from kitgen.door.proofs.certificate import write_certificate  # noqa: PLC0415

    kit = load()
    now = None if proofs["counts"] is None else (kit, count_beads(kit, proofs["counts"]))
    if proofs["reckon"]:
        report = report.with_check(learning_check(kit))
    if proofs["certificate"] is not None:
        write_certificate(kit, proofs["certificate"])
    return report, now


def beads_data(kit: Kit, now: BeadsNow) -> dict[str, Any]:
    """Return how a machine stands as plain data."""
    return {
        "boxes_counted": now.named,
        "not_the_best": {"left": now.bad[0], "at_the_start": now.bad[1]},
        "without_a_good_bead": [box.id for box in now.spoilt],
        "sides": [
            {
                "side": kit.game.sides[one.side].name,
                "lines": one.outlook.lines,
                "lost": one.outlook.lost,
                "beaten_by": [
                    {
                        "moves": [kit.game.move_text(move) for move in line.moves],
                        "boxes": [box for box, _ in line.boxes],
                        "empty": line.empty,
                    }
                    for line in one.lines
                ],
            }
            for one in now.standings
        ],
    }


def show_beads(kit: Kit, now: BeadsNow) -> None:
    """Write how a machine stands for people."""
    counted = f"{now.named} of {len(kit.boxes)} boxes" + (", the others as at the start" * (now.named < len(kit.boxes)))
    left, first = now.bad
    click.echo(f"\nThe beads now, counted in {counted}: of {first} that are not the best of their box {left} are left.")
    for box in now.spoilt:
        click.echo(f"  box {box.id} ({kit.game.text(box.position)}) holds no good bead any more")
    for one in now.standings:
        _show_standing(kit, one)


def _show_standing(kit: Kit, one: Standing) -> None:
    """Write which lines beat a machine on one side."""
    name, outlook = kit.game.sides[one.side].name, one.outlook
    if not outlook.lost:
        click.echo(f"{name} cannot be beaten: none of {outlook.lines:,} lines is lost")
        return
    few = f", the {len(one.lines)} shortest" if outlook.lost > len(one.lines) else ""
    click.echo(f"{name} is beaten by {outlook.lost:,} of {outlook.lines:,} lines{few}:")
    for line in one.lines:
        moves = " ".join(kit.game.move_text(move) for move in line.moves)
        boxes = " ".join(box for box, _ in line.boxes)
        end = f"; box {line.empty} is empty" if line.empty else ""
        click.echo(f"  {moves}  (boxes {boxes}{end})" if boxes else f"  {moves}{end.replace('; ', '  ')}")
