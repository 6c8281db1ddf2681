// Games, pick for pick as the paper machine plays them. No rules: a game is a walk along the edges of the kit's graph.

import { Beads, REFILL } from "./learning.js";
import { SplitMix } from "./rng.js";

/**
 * @typedef {object} SeatData all games of the machine on one side; see docs/web.md
 * @property {number} side
 * @property {string[]} names
 * @property {string[]} cells
 * @property {number[]} position
 * @property {string} mover
 * @property {string} ends
 * @property {string} repeated
 * @property {number[]} boxes
 * @property {number[]} degrees
 * @property {number[]} children
 * @property {number[]} moves
 * @property {string} choices
 */

/** What ends no game. */
const GOES_ON = 2;
/** @type {Record<string, number>} */
const OUTCOMES = { l: -1, d: 0, w: 1, ".": GOES_ON };

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
    this.child = Int32Array.from(seat.children);
    this.move = Int32Array.from(seat.moves);
    this.position = Int32Array.from(seat.position);
    this.first = new Int32Array(states + 1);
    seat.degrees.forEach((degree, state) => (this.first[state + 1] = this.first[state] + degree));
    /** For each opponent the edges that it chooses among, those of each state from `from[state]` on. */
    this.choices = Array.from({ length: opponents }, (_, bit) => {
      const from = new Int32Array(states + 1);
      /** @type {number[]} */
      const edges = [];
      for (let state = 0; state < states; state++) {
        for (let edge = this.first[state]; edge < this.first[state + 1]; edge++) {
          if ((Number(seat.choices[edge]) >> bit) & 1) edges.push(edge);
        }
        from[state + 1] = edges.length;
      }
      return { from, edges: Int32Array.from(edges) };
    });
    this.longest = repetition ? states * repetition : states;
  }
}

/** A table: one machine, its luck, and the game at hand. */
export class Table {
  /**
   * @param {Graph} graph
   * @param {Beads} beads
   * @param {import("./learning.js").Schedule} schedule
   * @param {SplitMix} rng
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
    /** How the game has ended for the machine; `GOES_ON` while it has not. */
    this.outcome = GOES_ON;
    this.met = new Uint8Array(graph.repetition ? Math.max(...graph.position) + 1 : 0);
    this.begin();
  }

  /** Set the pieces up. */
  begin() {
    this.state = this.made = this.picked = 0;
    this.resigned = false;
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

  /**
   * The machine picks a bead, which has not moved yet.
   * @returns {number} the edge of its move, or -1 when its box is empty and it gives up
   */
  pick() {
    const { box, beads, graph } = this;
    const first = graph.first[this.state];
    if (box < 0) return first;
    if (beads.totals[box] <= 0) {
      if (this.schedule.empty !== REFILL) {
        this.resigned = true;
        this.outcome = this.schedule.empty;
        return -1;
      }
      beads.refill(box);
    }
    const slot = beads.find(box, this.rng.below(beads.totals[box]));
    this.picks[this.picked++] = slot;
    return first + slot - beads.first[box];
  }

  /**
   * An opponent without boxes chooses.
   * @param {number} opponent its number
   * @returns {number} the edge of its move
   */
  choose(opponent) {
    const { from, edges } = this.graph.choices[opponent];
    const begin = from[this.state];
    return edges[begin + this.rng.below(from[this.state + 1] - begin)];
  }

  /** The machine learns from the game that is over. */
  learn() {
    this.beads.learn(this.schedule, this.outcome, this.resigned, this.picks, this.picked);
  }

  /**
   * Play a whole game and learn from it.
   * @param {number} opponent
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
 * A new machine at its table.
 * @param {any} data the page's data
 * @param {number} seat the number of its seat
 * @param {number} seed where its luck comes from
 * @param {Beads} [beads] of a machine that has learned before
 */
export function sitDown(data, seat, seed, beads) {
  const graph = new Graph(data.seats[seat], data.opponents.length, data.repetition);
  const boxes = beads ?? new Beads(data.boxes.map((/** @type {{beads: number[]}} */ box) => box.beads));
  return new Table(graph, boxes, data.schedule, new SplitMix(seed));
}
