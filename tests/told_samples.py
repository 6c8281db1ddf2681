"""Games told as data at random: any words of the language, on small boards, most of them games that nobody plays."""

import random

import msgspec

from kitgen.errors import KitgenError
from kitgen.games.told.told_game import ToldGame
from kitgen.games.told.told_language import Told

SIDES = ("left", "right", "orthogonal", "diagonal", "any")
FACING = ("forward", "back", "forward-left", "back-right", "side", "forward-diagonal", "back-diagonal", *SIDES)
DRAWN = ("up", "down", "up-left", "down-right", *SIDES)


def game_at_random(number):
    """Return a game, or None where the data are refused."""
    try:
        return ToldGame(msgspec.convert(told_at_random(number), Told))
    except KitgenError:
        return None


def told_at_random(number):
    """Return the data of a game; many are refused, as nobody can move or their words do not fit each other."""
    draw = random.Random(number)

    def chance(share):
        return draw.random() < share

    def some(values, most=2):
        return draw.sample(values, draw.randint(1, min(most, len(values))))

    def links(names, *, grid):
        if chance(0.3):
            return [draw.choice(("orthogonal", "any", "all") if grid else ("all",))]
        return sorted({draw.choice("-->").join(draw.sample(names, 2)) for _ in range(draw.randint(1, 8))})

    puts, common, ends = chance(0.5), chance(0.2), {}
    names, game = _board(draw, chance, links)
    grid = isinstance(game["board"], str) and "x" in game["board"]

    def pieces(words):
        kind, own = {}, words is FACING
        ways = [*(words if grid else ()), "links"]
        if puts and chance(0.8):
            kind["hand"] = draw.choice(["any", 1, 2, 3]) if own else "any"
        keys = {"on": 0.2, "not-beside": 0.2, "only-beside": 0.1} if "hand" in kind else {}
        keys |= {"step": 0.8, "take": 0 if puts else 0.5, "slide": 0.2 * grid, "links": 0.15, "enter": 0.2}
        for key in [
            key for key, share in (keys | ({"faces": 0.3, "goal": 0.5} if own else {})).items() if chance(share)
        ]:
            match key:
                case "on":
                    kind[key] = some(names, 5)
                case "not-beside" | "only-beside":
                    kind[key] = draw.choice(("own", "other", "any"))
                case "step" | "take":
                    kind[key] = some(ways)
                case "slide":
                    kind[key] = some(words)
                case "links":
                    kind[key] = links(names, grid=grid)
                case "enter":
                    kind[key] = {"points": some(names, 3), "beside": draw.choice(("own", "other", "any"))}
                case "faces":
                    kind[key] = draw.choice(("up", "down", "left", "right"))
                case "goal":
                    kind[key] = "far" if grid and chance(0.6) else some(names, 3)
        return kind

    if not puts or chance(0.2):
        signs = "wbo" if common else "wb"
        rows = [[draw.choice(signs) if sign == "." and chance(0.4) else sign for sign in row] for row in game["start"]]
        game["start"] = ["".join(row) for row in rows]
    if chance(0.2):
        game["first"] = "black"
    if grid and chance(0.2):
        game["links"] = links(names, grid=True)
    if chance(0.5):
        lines = [some(names, 3) for _ in range(draw.randint(1, 4))]
        game["lines"] = draw.randint(2, 3) if grid and chance(0.6) else lines
    if puts and grid and chance(0.2):
        game["falls"] = True
    if chance(0.15):
        game["leaves"] = "block"
    game["side"] = {"white": pieces(FACING), "black": pieces(FACING)}
    if chance(0.5):
        game["side"]["black"] = game["side"]["white"]
    if common:
        game["common"] = pieces(DRAWN)
        if chance(0.7):
            game["side"] = {"white": {}, "black": {}}
    outcomes = {"reach": ("wins", "loses"), "line": ("wins", "loses"), "taken": ("wins", "loses")}
    outcomes |= {"stuck": ("wins", "loses", "draws"), "endless": ("draws", "white", "black")}
    ends = {key: draw.choice(values) for key, values in outcomes.items() if chance(0.3)}
    return {"name": f"Game {number}", **game, "end": ends}


def _board(draw, chance, links):
    """Return the names of the points, and the keys of the board with an empty start."""
    if chance(0.6):
        columns, rows = draw.randint(2, 4), draw.randint(2, 3)
        start = ["".join("#" if chance(0.08) else "." for _ in range(columns)) for _ in range(rows)]
        names = [f"{'abcd'[x]}{rows - y}" for y in range(rows) for x in range(columns) if start[y][x] == "."]
        if len(names) > 2:
            return names, {"board": f"{columns}x{rows}", "start": start}
    if chance(0.5):
        kind, count = draw.choice(("path", "ring", "wheel")), draw.randint(3, 7)
        names = [str(number + 1) for number in range(count + (kind == "wheel"))]
        return names, {"board": f"{kind} {count}", "start": ["." * len(names)]}
    places = draw.sample([(x, y) for x in range(3) for y in range(3)], draw.randint(3, 7))
    names = [f"p{number}" for number in range(len(places))]
    points = {name: [float(x), float(y)] for name, (x, y) in zip(names, places, strict=True)}
    return names, {"board": {"points": points, "links": links(names, grid=False)}, "start": ["." * len(names)]}
