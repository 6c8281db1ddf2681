-- What version 5 adds to the tables of a journal's file of version 4. A file becomes one of version 5 when something is
-- noted in it that version 4 has no place for.

-- What happened to the machine beside its games: a step each; the beads of a count are in ``counted``.
CREATE TABLE event (
    step INTEGER NOT NULL PRIMARY KEY,
    what TEXT NOT NULL CHECK (what IN ('reset', 'refilled', 'others', 'counted')),
    after INTEGER NOT NULL CHECK (after >= 0),
    box TEXT NOT NULL DEFAULT '',
    games INTEGER NOT NULL DEFAULT 0 CHECK (games >= 0)
) STRICT;

-- The boxes of a count in which the same beads were counted twice.
CREATE TABLE sure (
    step INTEGER NOT NULL,
    box TEXT NOT NULL,
    PRIMARY KEY (step, box)
) STRICT, WITHOUT ROWID;

-- Steps may be events.
CREATE TABLE step_5 (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL CHECK (kind IN ('add', 'insert', 'edit', 'remove', 'undo', 'redo', 'count', 'event')),
    game INTEGER NOT NULL DEFAULT 0,
    at TEXT NOT NULL DEFAULT '',
    of INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO step_5 SELECT * FROM step;
DROP TABLE step;
ALTER TABLE step_5 RENAME TO step;
