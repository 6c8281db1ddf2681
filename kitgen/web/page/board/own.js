// The board of a class that keeps itself, in the storage of the browser: for a page that no server
// has sent. What it says follows from the results alone, as kitgen/journal/class_board.py has it.

import { byGame, resultsIn, stem, typedName } from "./saved.js";

/**
 * @typedef {object} OwnData see own_board_data in kitgen/web/board_page.py
 * @property {string} hash that of the kit
 * @property {string[]} signs the sign of each group, as an SVG
 * @property {{low: number[], high: number[]}[]} bands
 * @property {string[]} about
 * @property {Record<string, number>} results what each key means
 * @property {Record<string, string>} learned what is learned from a result, by that
 * @property {number} lesson after so many games at most groups are compared
 * @property {number} shown curves have room for at least so many games
 * @property {number} step and for so many more at a time
 *
 * @typedef {object} Kept
 * @property {Record<string, string>} names of the groups that have one of their own
 * @property {[number, number][]} steps the group and the result of each game, as they were noted
 *
 * @typedef {object} Answer
 * @property {string} [said]
 * @property {string} [refused]
 * @property {string} [why] the key of what is refused, where several files may be refused alike
 * @property {number} [number] of the group that has changed
 *
 * @typedef {import("./saved.js").Dropped} Dropped
 */

/** The words for results, in the keys of texts. */
const RESULT_WORDS = new Map([[1, "won"], [0, "drawn"], [-1, "lost"]]);
/** What a group's name goes on from in the name of a file, so that it is none: 13 is not 3. */
const IN_A_WORD = /[\p{L}\p{N}]$/u;
/** The most letters of a group's name. */
export const MAX_NAME_LETTERS = 40;

/**
 * A score with its sign.
 * @param {number} score
 */
function signed(score) {
  if (!score) return "0";
  return `${score > 0 ? "+" : "−"}${Math.abs(score)}`;
}

/**
 * Of answers that refuse files for one reason the first, with how many more there are.
 * @param {Answer[]} refused
 * @returns {Answer[]}
 */
function oneOfEach(refused) {
  const isFirst = (/** @type {Answer} */ answer, /** @type {number} */ at) =>
    !answer.why || refused.findIndex(({ why }) => why === answer.why) === at;
  return refused.filter(isFirst).map((answer) => {
    const alike = refused.filter(({ why }) => why && why === answer.why).length;
    return alike > 1 ? { refused: `${answer.refused} (+${alike - 1})` } : answer;
  });
}

/** The groups of a class and their results. */
export class OwnBoard {
  /**
   * @param {OwnData} data
   * @param {import("../view/words.js").Words} words
   * @param {string} place where the page lies: two copies of it are for two classes
   */
  constructor(data, words, place) {
    this.data = data;
    this.words = words;
    this.key = `kitgen board ${data.hash} ${data.signs.length} ${place}`;
    this.keeps = true;
    /** @type {Kept} */
    this.kept = { names: {}, steps: [] };
    this.read();
  }

  /** Read what is kept, as another window of the page may have changed it. */
  read() {
    this.kept = { names: {}, steps: [] };
    try {
      const there = JSON.parse(localStorage.getItem(this.key) ?? "null");
      if (there) this.kept = { names: { ...there.names }, steps: [...there.steps] };
    } catch {
      this.keeps = false;
    }
  }

  /** Keep everything, before it is shown. */
  write() {
    try {
      localStorage.setItem(this.key, JSON.stringify(this.kept));
      this.keeps = true;
    } catch {
      this.keeps = false;
    }
  }

  /** @param {number} number of a group @returns {number[]} */
  resultsOf(number) {
    return this.kept.steps.filter(([group]) => group === number).map(([, result]) => result);
  }

  /** @param {number} number of a group */
  called(number) {
    return this.kept.names[number] ?? this.words.say("named", { name: String(number) });
  }

  /** The numbers of all groups. */
  get numbers() {
    return this.data.signs.map((_, place) => place + 1);
  }

  /**
   * The games after which groups are compared, the fewest that any of them has lost then, and the
   * groups that have lost so few, the last one earliest.
   */
  leaders() {
    const played = this.numbers.filter((number) => this.resultsOf(number).length);
    const counts = played.map((number) => this.resultsOf(number).length);
    if (!played.length) return { compared: 0, lost: 0, leading: [] };
    const compared = Math.min(this.data.lesson, ...counts);
    const standings = played.map((number) => {
      const results = this.resultsOf(number).slice(0, compared);
      const lost = results.filter((result) => result < 0).length;
      return { number, lost, last: results.lastIndexOf(-1) };
    });
    const lost = Math.min(...standings.map((standing) => standing.lost));
    const few = standings.filter((standing) => standing.lost === lost);
    const last = Math.min(...few.map((standing) => standing.last));
    const leading = few.filter((standing) => standing.last === last);
    return { compared, lost, leading: leading.map(({ number }) => number) };
  }

  /** The board as a server would send it. */
  board() {
    const { data, words } = this;
    const { compared, lost, leading } = this.leaders();
    const most = Math.max(...this.numbers.map((number) => this.resultsOf(number).length));
    const reach = Math.max(data.shown, Math.ceil(most / data.step) * data.step);
    const bands = data.bands.map(({ low, high }) => ({
      low: low.slice(0, reach),
      high: high.slice(0, reach),
    }));
    const groups = this.numbers.map((number) => this.group(number, leading, bands));
    let front = words.say("begin");
    if (compared) {
      const names = leading.map((number) => this.called(number)).join(", ");
      front = words.count("leads", compared, { names, lost });
    }
    return { version: "", front, reach, groups, about: data.about };
  }

  /**
   * A group as a server would send it.
   * @param {number} number
   * @param {number[]} leading
   * @param {{low: number[], high: number[]}[]} bands
   */
  group(number, leading, bands) {
    const { words } = this;
    const results = this.resultsOf(number);
    const name = this.called(number);
    let figures = words.say("no_games");
    if (results.length) {
      const lost = results.filter((result) => result < 0).length;
      figures = words.count("lost_of", results.length, { lost });
    }
    const score = signed(results.reduce((sum, result) => sum + result, 0));
    return {
      name,
      number,
      sign: this.data.signs[number - 1],
      results,
      leads: leading.includes(number),
      figures,
      learned: this.learned(results),
      label: words.say("curve", { name, games: figures, score }),
      bands,
    };
  }

  /**
   * What a machine has learned last.
   * @param {number[]} results
   */
  learned(results) {
    const isLesson = (/** @type {number} */ result) => String(result) in this.data.learned;
    const at = results.map(isLesson).lastIndexOf(true);
    if (at < 0) return this.words.say("nothing_learned");
    const what = this.data.learned[String(results[at])];
    return this.words.say(`learned.${RESULT_WORDS.get(results[at])}`, { game: at + 1, what });
  }

  /**
   * The words for a result.
   * @param {number} result
   */
  resultWord(result) {
    return this.words.say(RESULT_WORDS.get(result) ?? "");
  }

  /**
   * Note a result of a group.
   * @param {string} typed such as "3 l", with a key that is known
   * @returns {Answer}
   */
  press(typed) {
    const [, digits, key] = /^([0-9]+) ?(.+)$/.exec(typed) ?? [];
    const number = Number(digits);
    if (!this.numbers.includes(number)) return this.noGroup(digits);
    const result = this.data.results[key];
    this.kept.steps.push([number, result]);
    this.write();
    return this.answer("noted", number, this.resultsOf(number).length, result);
  }

  /** @param {string} number @returns {Answer} */
  noGroup(number) {
    const groups = this.numbers.join(", ");
    return { refused: this.words.say("no_group", { number, groups }) };
  }

  /**
   * Take the last result back.
   * @returns {Answer}
   */
  undo() {
    const last = this.kept.steps.pop();
    if (!last) return { refused: this.words.say("nothing_to_undo") };
    this.write();
    const [number, result] = last;
    return this.answer("undone", number, this.resultsOf(number).length + 1, result);
  }

  /**
   * @param {string} key
   * @param {number} number
   * @param {number} game
   * @param {number} result
   * @returns {Answer}
   */
  answer(key, number, game, result) {
    const name = this.called(number);
    return { said: this.words.say(key, { name, game, result: this.resultWord(result) }), number };
  }

  /**
   * Add the games of files that were dropped together: of one to the group on which it was dropped,
   * else to the group after which each is named.
   * @param {Dropped[]} files
   * @param {number} on the group on which they were dropped, or 0
   * @returns {Answer[]}
   */
  takeAll(files, on) {
    const isAlone = files.length === 1;
    const answers = files.map((file) => {
      const number = (isAlone && on) || this.numberIn(file.name);
      return this.take(file, number, isAlone ? "which" : "no_name");
    });
    const taken = answers.filter((answer) => answer.number);
    const refused = oneOfEach(answers.filter((answer) => !answer.number));
    if (taken.length <= 1) return [...taken, ...refused];
    const numbers = [...new Set(taken.map(({ number }) => Number(number)))];
    const names = numbers.map((number) => this.called(number)).join(", ");
    const summary = this.words.say("taken_files", { names });
    return [{ said: summary }, ...numbers.map((number) => ({ number })), ...refused];
  }

  /**
   * The group after which a file is named, such as "class3b-3.jsonl" or "Owls.jsonl"; 0 if none.
   * @param {string} file
   */
  numberIn(file) {
    const name = stem(file).toLowerCase();
    const ends = (/** @type {string} */ group) => {
      const before = name.slice(0, -group.length);
      return name.endsWith(group) && !IN_A_WORD.test(before);
    };
    const named = this.numbers.find((number) => {
      const own = this.kept.names[number]?.toLowerCase();
      return own !== undefined && ends(own);
    });
    return named ?? this.numbers.find((number) => ends(String(number))) ?? 0;
  }

  /**
   * Add the games of a file to a group; they must have ended as those that are noted.
   * @param {Dropped} file
   * @param {number} number of the group, or 0
   * @param {string} unnamed what is said if there is none
   * @returns {Answer}
   */
  take(file, number, unnamed) {
    const { words } = this;
    const games = file.kind === "games" ? resultsIn(file.text, this.data.hash) : null;
    if (!games) return this.noGames(file, number);
    if (!number) return { refused: words.say(unnamed, { file: file.name }), why: unnamed };
    const name = this.called(number);
    const there = this.resultsOf(number);
    const results = byGame(games);
    const other = there.findIndex((result, at) => at < results.length && results[at] !== result);
    if (other >= 0) return { refused: words.say("differs", { name, game: other + 1 }) };
    for (const result of results.slice(there.length)) this.kept.steps.push([number, result]);
    this.write();
    return { said: words.say("taken", { name }), number };
  }

  /**
   * What is answered to a file without games: the command that writes or reads them.
   * @param {Dropped} file
   * @param {number} number of the group, or 0
   * @returns {Answer}
   */
  noGames(file, number) {
    const { name } = file;
    const group = String(number || this.numbers[0]);
    const isJournal = file.kind === "journal";
    const values = {
      file: name,
      journal: isJournal ? typedName(name) : `class3b/${group}`,
      lines: typedName(`${isJournal ? stem(name) : group}.jsonl`),
      picture: typedName(name),
    };
    const reasons = { games: "not_games", journal: "journal_file", picture: "picture" };
    const why = reasons[file.kind];
    return { refused: this.words.say(why, values), why };
  }

  /**
   * Give a group a name; none takes it away.
   * @param {number} number
   * @param {string} name
   */
  rename(number, name) {
    const short = name.trim().slice(0, MAX_NAME_LETTERS);
    if (short) this.kept.names[number] = short;
    else delete this.kept.names[number];
    this.write();
  }

  /** Remove all names and results from this browser. */
  clear() {
    this.kept = { names: {}, steps: [] };
    try {
      localStorage.removeItem(this.key);
    } catch {
      this.keeps = false;
    }
  }
}
