// Games, pick for pick as the paper machine plays them. No rules: a game is a walk along the edges
// of the kit's graph.

import { Beads, REFILL } from "./learning.js";

/**
 * @typedef {object} SeatData all games of the machine on one side; see docs/web.md
 * @property {number} side
 * @property {string[]} names
 * @property {string[]} cells
 * @property {number[]} position
 * @property {string} mover
 * @property {string} ends
 * @property {string} why for each end the place of its reason in `endings`
 * @property {string} repeated
 * @property {number[]} boxes
 * @property {number[]} degrees
 * @property {number[]} children
 * @property {number[]} moves
 * @property {string} choices
 * @property {string} lies
 * @property {number[]} [opposite] the boxes of the second machine, where one can sit opposite
 * @property {string} [slots]
 */

/** The outcome of a game that has not ended; it must differ from -1 lost, 0 drawn and 1 won. */
export const GOES_ON = 2;
/**
 * The outcomes for the machine by the letters of the page's data.
 * @type {Record<string, number>}
 */
const OUTCOMES = { l: -1, d: 0, w: 1, ".": GOES_ON };
/** The code of the digit 0. */
const DIGIT_0 = 48;

/** All situations that can come up, as flat arrays. */
export class Graph {
  /**
   * @param {SeatData} seat
   * @param {number} opponents how many opponents there are to choose from
   * @param {number} repetition how often a position is met until the game ends, or 0
   */
  constructor(seat, opponents, repetition) {
    const states = seat.degrees.length;
    this.seat = seat;
    this.repetition = repetition;
    this.ends = Int8Array.from(seat.ends, (letter) => OUTCOMES[letter]);
    this.repeated = Int8Array.from(seat.repeated, (letter) => OUTCOMES[letter]);
    this.mine = Uint8Array.from(seat.mover, (side) => (Number(side) === seat.side ? 1 : 0));
    this.box = Int32Array.from(seat.boxes);
    this.child = numbered(seat.children, 1);
    this.move = Int32Array.from(seat.moves);
    this.position = numbered(seat.position, 0);
    this.first = new Int32Array(states + 1);
    seat.degrees.forEach((degree, state) => {
      this.first[state + 1] = this.first[state] + degree;
    });
    /**
     * For each opponent the edges that it chooses among, those of each state from `from[state]` on.
     */
    this.choices = Array.from(
      { length: opponents },
      (_, bit) => opponentEdges(this.first, seat, bit),
    );
    this.longest = repetition ? states * repetition : states;
    /**
     * The boxes of the second machine, and the edges that its beads stand for, in the order of its
     * slots.
     */
    this.opposite = Int32Array.from(seat.opposite ?? []);
    this.replies = repliesOf(this.first, seat.slots ?? "");
  }
}

/**
 * The edges that an opponent without boxes chooses among.
 * @param {Int32Array} first
 * @param {SeatData} seat
 * @param {number} bit the opponent's place in the digit that each edge has in `choices`
 */
function opponentEdges(first, seat, bit) {
  const from = new Int32Array(first.length);
  /** @type {number[]} */
  const edges = [];
  for (let state = 0; state + 1 < first.length; state++) {
    for (let edge = first[state]; edge < first[state + 1]; edge++) {
      if ((Number(seat.choices[edge]) >> bit) & 1) edges.push(edge);
    }
    from[state + 1] = edges.length;
  }
  return { from, edges: Int32Array.from(edges) };
}

/**
 * Numbers, most of which are the first that was not seen before: these are written as 0, others as
 * one more.
 * @param {number[]} written
 * @param {number} unseen
 */
function numbered(written, unseen) {
  return Int32Array.from(written, (number) => (number ? number - 1 : unseen++));
}

/**
 * The edges that a second machine chooses among, in the order of its slots; those of each state
 * from `from[state]` on.
 * @param {Int32Array} first
 * @param {string} slots for each edge the figure of its slot; a full stop for none
 */
function repliesOf(first, slots) {
  const from = new Int32Array(first.length);
  /** @type {number[]} */
  const edges = [];
  for (let state = 0; state + 1 < first.length; state++) {
    for (let edge = first[state]; edge < first[state + 1] && slots; edge++) {
      if (slots[edge] !== ".") edges[from[state] + slots.charCodeAt(edge) - DIGIT_0] = edge;
    }
    from[state + 1] = edges.length;
  }
  return { from, edges: Int32Array.from(edges) };
}

/** A table: one machine, its luck, the game at hand, and perhaps a second machine opposite. */
export class Table {
  /**
   * @param {Graph} graph
   * @param {Beads} beads
   * @param {import("./learning.js").Schedule} schedule
   * @param {import("./rng.js").SplitMix} rng
   */
  constructor(graph, beads, schedule, rng) {
    this.graph = graph;
    this.beads = beads;
    this.schedule = schedule;
    this.rng = rng;
    this.state = 0;
    /** Edges so far, and the slots of the beads that were picked. */
    this.edges = new Int32Array(graph.longest + 1);
    this.made = 0;
    this.picks = new Int32Array(graph.longest + 1);
    this.picked = 0;
    this.resigned = false;
    /** The same of the machine opposite. */
    this.theirs = new Int32Array(graph.longest + 1);
    this.theirsPicked = 0;
    this.conceded = false;
    /** How the game has ended for the machine; `GOES_ON` while it has not. */
    this.outcome = GOES_ON;
    this.met = new Uint8Array(graph.repetition ? Math.max(...graph.position) + 1 : 0);
    this.begin();
  }

  /** Set the pieces up. */
  begin() {
    this.state = this.made = this.picked = this.theirsPicked = 0;
    this.resigned = this.conceded = false;
    this.outcome = GOES_ON;
    if (this.graph.repetition) this.met.fill(0);
    this.arrive(0);
  }

  get over() {
    return this.outcome !== GOES_ON;
  }

  get machineToMove() {
    return this.graph.mine[this.state] === 1;
  }

  /** The box that the machine opens now, or -1 where its move needs none. */
  get box() {
    return this.graph.box[this.state];
  }

  /**
   * Come to a situation, and see whether the game is over there.
   * @param {number} state
   */
  arrive(state) {
    const { graph } = this;
    this.state = state;
    this.outcome = graph.ends[state];
    if (graph.repetition && ++this.met[graph.position[state]] === graph.repetition && !this.over) {
      this.outcome = graph.repeated[state];
    }
  }

  /**
   * Make a move.
   * @param {number} edge
   */
  play(edge) {
    this.edges[this.made++] = edge;
    this.arrive(this.graph.child[edge]);
  }

  /** The box that the machine opposite opens now, or -1. */
  get boxOpposite() {
    return this.graph.opposite[this.state];
  }

  /**
   * Pick a bead from a box.
   * @param {number} box
   * @returns {number} its slot, or -1 when the box is empty, and is not filled again
   */
  fromBox(box) {
    const { beads } = this;
    if (beads.totals[box] <= 0) {
      if (this.schedule.empty !== REFILL) return -1;
      beads.refill(box);
    }
    return beads.find(box, this.rng.below(beads.totals[box]));
  }

  /**
   * The machine picks a bead, which has not moved yet.
   * @returns {number} the edge of its move, or -1 when its box is empty and it gives up
   */
  pick() {
    if (this.box < 0) return this.graph.first[this.state];
    const slot = this.fromBox(this.box);
    if (slot >= 0) return this.take(slot);
    this.giveUp();
    return -1;
  }

  /**
   * Take a bead from the box of the machine.
   * @param {number} slot
   * @returns {number} the edge of its move
   */
  take(slot) {
    this.picks[this.picked++] = slot;
    return this.graph.first[this.state] + slot - this.beads.first[this.box];
  }

  /** The machine has met an empty box. */
  giveUp() {
    this.resigned = true;
    this.outcome = this.schedule.empty;
  }

  /**
   * The machine opposite picks a bead.
   * @returns {number} the edge of its move, or -1 when its box is empty and it gives up
   */
  pickOpposite() {
    const { from, edges } = this.graph.replies;
    const box = this.boxOpposite;
    const begin = from[this.state];
    if (box < 0) return edges[begin];
    const slot = this.fromBox(box);
    if (slot < 0) {
      this.conceded = true;
      this.outcome = -this.schedule.empty;
      return -1;
    }
    this.theirs[this.theirsPicked++] = slot;
    return edges[begin + slot - this.beads.first[box]];
  }

  /**
   * An opponent chooses.
   * @param {number} opponent its number; the one after those without boxes is the second machine
   * @returns {number} the edge of its move, or -1 when it gives up
   */
  choose(opponent) {
    if (opponent === this.graph.choices.length) return this.pickOpposite();
    const { from, edges } = this.graph.choices[opponent];
    const begin = from[this.state];
    return edges[begin + this.rng.below(from[this.state + 1] - begin)];
  }

  /** The machine learns from the game that is over, and so does one opposite. */
  learn() {
    const { beads, schedule, outcome } = this;
    beads.learn(schedule, outcome, this.resigned, this.picks, this.picked);
    if (this.theirsPicked) {
      beads.learn(schedule, -outcome, this.conceded, this.theirs, this.theirsPicked);
    }
  }

  /**
   * Play a whole game and learn from it.
   * @param {number} opponent as for `choose`
   * @returns {number} how it ended for the machine
   */
  playGame(opponent) {
    this.begin();
    while (!this.over) {
      const edge = this.machineToMove ? this.pick() : this.choose(opponent);
      if (edge >= 0) this.play(edge);
    }
    this.learn();
    return this.outcome;
  }
}

/**
 * All seats that a machine can take, each with its games.
 * @param {any} data the page's data
 * @returns {Graph[]}
 */
export function seatsOf(data) {
  const { opponents, repetition } = data;
  return data.seats.map(
    (/** @type {SeatData} */ seat) => new Graph(seat, opponents.length, repetition),
  );
}

/**
 * The boxes of new machines.
 * @param {any} data the page's data
 */
export function newBeads(data) {
  return new Beads(data.boxes.map((/** @type {{beads: number[]}} */ box) => box.beads));
}

/**
 * New machines at a table for each seat, with the same boxes and the same luck.
 * @param {any} data the page's data
 * @param {Graph[]} seats
 * @param {import("./rng.js").SplitMix} rng
 * @param {Beads} [beads]
 */
export function sitDown(data, seats, rng, beads = newBeads(data)) {
  return seats.map((graph) => new Table(graph, beads, data.schedule, rng));
}
