-- What a journal's file holds. Each version is made from the one before it, the first from an empty file; none is ever
-- changed. The numbered lines are where ``versions.py`` parts them.

-- 1: the machine, and its games. A game that was taken back stays, with the number of that undoing.
CREATE TABLE machine (key TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE game (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game INTEGER NOT NULL CHECK (game BETWEEN 1 AND 9999999),
    picks TEXT NOT NULL,
    result INTEGER NOT NULL CHECK (result IN (-1, 0, 1)),
    opponent TEXT NOT NULL DEFAULT '',
    starts TEXT NOT NULL DEFAULT '',
    remark TEXT NOT NULL DEFAULT '',
    undone INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX standing ON game (undone, game, id);

-- 2: what only some games need to say: when they were played, how they ended, that only the last beads are known.
ALTER TABLE game ADD COLUMN played TEXT NOT NULL DEFAULT '';
ALTER TABLE game ADD COLUMN resigned INTEGER CHECK (resigned IN (0, 1));
ALTER TABLE game ADD COLUMN last_only INTEGER NOT NULL DEFAULT 0 CHECK (last_only IN (0, 1));

-- 3: rows of sheets that were filled in by marking: where each stands, and how it came into the journal.
CREATE TABLE marked (
    game INTEGER NOT NULL PRIMARY KEY CHECK (game BETWEEN 1 AND 9999999),
    sheet INTEGER NOT NULL CHECK (sheet > 0),
    row INTEGER NOT NULL CHECK (row > 0),
    how TEXT NOT NULL CHECK (how IN ('read', 'completed', 'confirmed', 'corrected', 'void', 'on'))
) STRICT, WITHOUT ROWID;

-- 4: the steps by which games came and changed, each with the rows of ``game`` before and after it, and the beads
-- that were counted. ``undone`` is 0 for the present games. No earlier step is known: each game counts as one.
CREATE TABLE step (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL CHECK (kind IN ('add', 'insert', 'edit', 'remove', 'undo', 'redo', 'count')),
    game INTEGER NOT NULL DEFAULT 0,
    at TEXT NOT NULL DEFAULT '',
    of INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE change (
    step INTEGER NOT NULL,
    before INTEGER NOT NULL,
    after INTEGER NOT NULL,
    PRIMARY KEY (step, before, after)
) STRICT, WITHOUT ROWID;
CREATE TABLE counted (
    step INTEGER NOT NULL,
    box TEXT NOT NULL,
    bead TEXT NOT NULL,
    beads INTEGER NOT NULL CHECK (beads >= 0),
    PRIMARY KEY (step, box, bead)
) STRICT, WITHOUT ROWID;
INSERT INTO step (id, kind, game) SELECT id, 'add', game FROM game WHERE undone = 0;
INSERT INTO change (step, before, after) SELECT id, 0, id FROM game WHERE undone = 0;
