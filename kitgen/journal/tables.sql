-- The tables of a journal's file, version 4. Other versions of kitgen read them: none is ever changed.

-- The machine: its kit, its rule, and the version of kitgen that began the journal.
CREATE TABLE machine (key TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID;

-- Its games. A game that was taken back stays, with the number of that step in ``undone``, which is 0 for the others.
CREATE TABLE game (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game INTEGER NOT NULL CHECK (game BETWEEN 1 AND 9999999),
    picks TEXT NOT NULL,
    result INTEGER NOT NULL CHECK (result IN (-1, 0, 1)),
    opponent TEXT NOT NULL DEFAULT '',
    starts TEXT NOT NULL DEFAULT '',
    remark TEXT NOT NULL DEFAULT '',
    undone INTEGER NOT NULL DEFAULT 0,
    played TEXT NOT NULL DEFAULT '',
    resigned INTEGER CHECK (resigned IN (0, 1)),
    last_only INTEGER NOT NULL DEFAULT 0 CHECK (last_only IN (0, 1))
) STRICT;
CREATE INDEX standing ON game (undone, game, id);

-- Rows of sheets that were filled in by marking: where each stands, and how it came into the journal.
CREATE TABLE marked (
    game INTEGER NOT NULL PRIMARY KEY CHECK (game BETWEEN 1 AND 9999999),
    sheet INTEGER NOT NULL CHECK (sheet > 0),
    row INTEGER NOT NULL CHECK (row > 0),
    how TEXT NOT NULL CHECK (how IN ('read', 'completed', 'confirmed', 'corrected', 'void', 'on'))
) STRICT, WITHOUT ROWID;

-- The steps by which games came and changed, each with the rows of ``game`` before and after it, and the beads that
-- were counted.
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
