// Files that are dropped on a board, which needs the results of games alone.

/** The version of files that is read, as kitgen/journal/journal_lines.py has it. */
const JOURNAL_LINES = "kitgen/journal@2";
/**
 * The letters of results in files.
 * @type {Record<string, number>}
 */
const FILE_RESULTS = { W: 1, D: 0, L: -1 };

/** How a journal begins as kitgen keeps it: as a database, which only kitgen reads. */
const DATABASE = "SQLite format 3";
/** Endings of pictures, whose type not every browser knows. */
const PICTURE_NAMES = /\.(?:heic|heif|jpe?g|pdf|png|tiff?|webp)$/i;
/** Names that every shell takes as they are. */
const UNQUOTED = /^[\p{L}\p{N}._-]+$/u;

/**
 * @typedef {object} Dropped
 * @property {string} name that of the file
 * @property {"games" | "journal" | "picture"} kind
 * @property {string} text of a file that may have games
 */

/**
 * Read a file as far as a board can use it; one that cannot be read has no games.
 * @param {File} file
 * @returns {Promise<Dropped>}
 */
export async function readDropped(file) {
  const { name } = file;
  if (file.type.startsWith("image/") || PICTURE_NAMES.test(name)) {
    return { name, kind: "picture", text: "" };
  }
  try {
    const start = await file.slice(0, DATABASE.length).text();
    if (start === DATABASE) return { name, kind: "journal", text: "" };
    return { name, kind: "games", text: await file.text() };
  } catch {
    // A folder, or a file that has gone.
    return { name, kind: "games", text: "" };
  }
}

/**
 * The name of a file without its ending.
 * @param {string} name
 */
export function stem(name) {
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(0, dot) : name;
}

/**
 * A file's name as it is typed in a command.
 * @param {string} name
 */
export function typedName(name) {
  return UNQUOTED.test(name) ? name : `"${name}"`;
}

/**
 * The results in a file that a companion page or a journal has saved, by their games.
 * @param {string} text JSON Lines
 * @param {string} hash that of the kit
 * @returns {Map<number, number> | null} null if it is another file, or of another machine
 */
export function resultsIn(text, hash) {
  const lines = text.replace(/^\ufeff/, "").split(/\r\n|[\r\n]/).filter((line) => line.trim());
  try {
    const [head, ...games] = lines.map((line) => JSON.parse(line));
    if (head.schema !== JOURNAL_LINES || head.kit_hash !== hash) return null;
    const results = new Map();
    for (const { game, result } of games) {
      const isGame = Number.isInteger(game) && result in FILE_RESULTS && !results.has(game);
      if (!isGame) return null;
      results.set(game, FILE_RESULTS[result]);
    }
    return results;
  } catch {
    return null;
  }
}

/**
 * Results in the order of their games.
 * @param {Map<number, number>} games
 * @returns {number[]}
 */
export function byGame(games) {
  return [...games].sort(([one], [other]) => one - other).map(([, result]) => result);
}
