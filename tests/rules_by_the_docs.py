"""The rules of learning as docs/rules.md tells them, one move at a time: what schedules are held
to.
"""

#: What can be done at an empty box, and has no part in what a game does to the beads.
PLAIN_AT_AN_EMPTY_BOX = ("resign-blame", "draw", "refill")


def by_the_book(rule, beads, picked, outcome, *, resigned):
    """Return the beads after a game, as docs/rules.md tells it, one move at a time from the last
    one back.
    """
    beads = [list(box) for box in beads]
    change = {1: rule.win, 0: rule.draw, -1: rule.loss}[outcome]
    if rule.empty not in (*PLAIN_AT_AN_EMPTY_BOX, "resign", "keep-last"):
        raise NotImplementedError(
            f"tests/rules_by_the_docs.py does not know empty = {rule.empty!r}"
        )
    moves = list(reversed(picked))
    if resigned and rule.empty == "resign":
        moves = [None, *moves]  # the last move is the one that it could not make
    for number, move in enumerate(moves):
        if move is None:
            continue
        box = beads[move[0]]
        slot = move[1]
        least = min(box[slot], rule.floor)  # what is below the floor already is not filled up
        may_go = box[slot]
        if rule.empty == "keep-last" and sum(box) == box[slot]:
            may_go = box[slot] - 1
        elif rule.empty == "keep-last":
            may_go = min(may_go, sum(box) - 1)
        if number == 0 and change.last == "remove":
            box[slot] -= may_go
        elif number == 0 and change.last == "only":
            beads[move[0]] = [rule.ceiling if other == slot else 0 for other in range(len(box))]
        elif number == 0 and change.last is not None:
            raise NotImplementedError(
                f"tests/rules_by_the_docs.py does not know last = {change.last!r}"
            )
        else:
            amount = change.from_end[number] if number < len(change.from_end) else change.every
            if amount < 0:
                box[slot] = max(least, box[slot] - min(-amount, may_go))
            else:
                most = box[slot] + amount if rule.ceiling is None else max(box[slot], rule.ceiling)
                box[slot] = min(box[slot] + amount, most)
    return beads
