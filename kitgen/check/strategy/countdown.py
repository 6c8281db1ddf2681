"""In games of points: in how many plies a side can bring about what its position is worth, as a proof of that worth.

What a move wins counts down to nothing at once; other moves have to lead nearer to such a move, or to the end. A
position that is won has a best move that leads nearer, of one that is lost every best move does. So no side keeps the
other from its points by going round in circles, and that can be seen from each position and its moves alone.
"""

from typing import Any


def countdown(nodes: list[dict[str, Any]]) -> None:
    """Give each position its plies, and say in how many moves, at most, points can be won from there on (``left``).

    Args:
        nodes: the positions of a certificate, with their values, their moves and what these win.

    >>> end = {"value": 0, "moves": {}, "wins": {}}
    >>> nodes = [{"value": -2, "moves": {"a": 1}, "wins": {}}, {"value": 2, "moves": {"b": 2}, "wins": {"b": 2}}, end]
    >>> countdown(nodes)
    >>> [(node["plies"], node["left"]) for node in nodes]
    [(2, 1), (1, 1), (0, 0)]
    """
    for node in nodes:
        node["plies"] = None if node["moves"] else 0
    plies, waiting = 0, [node for node in nodes if node["moves"]]
    while waiting:
        plies += 1
        found = [node for node in waiting if _settled(node, nodes)]
        if not found:
            break
        for node in found:
            node["plies"] = plies
        waiting = [node for node in waiting if node["plies"] is None]
    _count_wins(nodes)


def _settled(node: dict[str, Any], nodes: list[dict[str, Any]]) -> bool:
    """Return whether what a position is worth can be brought about by what is known of the positions after it."""
    known = []
    for move, child in node["moves"].items():
        won, after = node["wins"].get(move, 0), nodes[child]
        if won - after["value"] == node["value"]:
            known.append(bool(won) or after["plies"] is not None)
    return all(known) if node["value"] < 0 else any(known)


def _count_wins(nodes: list[dict[str, Any]]) -> None:
    """Say of each position in how many moves points can be won from there on, at most."""
    before: list[list[tuple[int, int]]] = [[] for _ in nodes]
    for number, node in enumerate(nodes):
        node["left"] = 0
        for move, child in node["moves"].items():
            before[child].append((number, int(move in node["wins"])))
    waiting = list(range(len(nodes)))
    while waiting:
        child = waiting.pop()
        for number, more in before[child]:
            if nodes[number]["left"] < nodes[child]["left"] + more:
                nodes[number]["left"] = nodes[child]["left"] + more
                waiting.append(number)
