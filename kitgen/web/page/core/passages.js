// Which beads can follow which in a game: what a record is held against, as `Passages` in
// kitgen/record/rows.py does. Of a game only the machine's beads are known, so that it may stand in
// several ways after each of them.

import { GOES_ON } from "./engine.js";

/** @typedef {import("./engine.js").Graph} Graph */
/**
 * @typedef {object} Stand how a game may stand
 * @property {Graph} graph
 * @property {number} state
 * @property {Map<number, number>} met how often each position has come, in games where one can
 *     recur
 */
/**
 * @typedef {object} End how a game may end without another bead
 * @property {number} outcome
 * @property {boolean} resigned
 */

/** All games of a kit, followed bead by bead. */
export class Passages {
  /**
   * @param {Graph[]} graphs one for each side that the machine may play
   * @param {import("./learning.js").Beads} beads whose slots are meant
   * @param {number | null} gaveUp how a game ends at an empty box; null where it does not
   */
  constructor(graphs, beads, gaveUp) {
    this.graphs = graphs;
    this.beads = beads;
    this.gaveUp = gaveUp;
  }

  /** How a game stands before its first move. */
  get start() {
    return this.graphs.map((graph) => stand(graph, 0, new Map()));
  }

  /**
   * How a game stands at a box, where nothing is known of what came before it.
   * @param {number} box
   * @returns {Stand[]}
   */
  before(box) {
    /** @type {Stand[]} */
    const stands = [];
    for (const graph of this.graphs) {
      for (const [state, opened] of graph.box.entries()) {
        if (opened === box) stands.push(stand(graph, state, new Map()));
      }
    }
    return stands;
  }

  /**
   * Every way to stand at the machine's next box or at the end of the game.
   * @param {Stand[]} stands
   * @returns {Stand[]}
   */
  ahead(stands) {
    /** @type {Map<string, Stand>} */
    const seen = new Map();
    const waiting = [...stands];
    /** @type {Stand[]} */
    const reached = [];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const key = keyOf(next);
      if (seen.has(key)) continue;
      seen.set(key, next);
      const { graph, state } = next;
      if (endOf(next) !== GOES_ON || graph.box[state] >= 0) {
        reached.push(next);
        continue;
      }
      for (let edge = graph.first[state]; edge < graph.first[state + 1]; edge++) {
        waiting.push(stand(graph, graph.child[edge], next.met));
      }
    }
    return reached;
  }

  /**
   * How a game may stand when a bead has been picked; nothing where that cannot be.
   * @param {Stand[]} stands
   * @param {number} slot
   */
  after(stands, slot) {
    const box = this.beads.boxOf[slot];
    const at = slot - this.beads.first[box];
    return this.ahead(stands)
      .filter((one) => endOf(one) === GOES_ON && one.graph.box[one.state] === box)
      .map(({ graph, state, met }) => stand(graph, graph.child[graph.first[state] + at], met));
  }

  /**
   * How a game may stand after a move without a bead; nothing where nobody can make it.
   * @param {Stand[]} stands
   * @param {number} edge
   */
  moved(stands, edge) {
    return stands
      .filter((one) => endOf(one) === GOES_ON && one.graph.box[one.state] < 0)
      .filter(({ graph, state }) => graph.first[state] <= edge && edge < graph.first[state + 1])
      .map(({ graph, met }) => stand(graph, graph.child[edge], met));
  }

  /**
   * How a game may stand after some beads; nothing where they cannot follow each other.
   * @param {number[]} slots
   * @param {Stand[]} [start]
   */
  follow(slots, start = this.start) {
    let stands = start;
    for (const slot of slots) {
      if (!stands.length) break;
      stands = this.after(stands, slot);
    }
    return stands;
  }

  /**
   * How a game may end without another bead.
   * @param {Stand[]} stands
   * @returns {End[]}
   */
  ends(stands) {
    /** @type {End[]} */
    const ends = [];
    for (const reached of this.ahead(stands)) {
      const outcome = endOf(reached);
      if (outcome !== GOES_ON) ends.push({ outcome, resigned: false });
      else if (this.gaveUp !== null) ends.push({ outcome: this.gaveUp, resigned: true });
    }
    return ends;
  }
}

/**
 * How a game stands on arriving somewhere.
 * @param {Graph} graph
 * @param {number} state
 * @param {Map<number, number>} before
 * @returns {Stand}
 */
function stand(graph, state, before) {
  if (!graph.repetition) return { graph, state, met: before };
  const position = graph.position[state];
  return { graph, state, met: new Map(before).set(position, (before.get(position) ?? 0) + 1) };
}

/**
 * How a game has ended for the machine where it stands; `GOES_ON` while it has not.
 * @param {Stand} one
 */
export function endOf({ graph, state, met }) {
  const { ends, position, repetition, repeated } = graph;
  if (ends[state] !== GOES_ON) return ends[state];
  const recurred = repetition && met.get(position[state]) === repetition;
  return recurred ? repeated[state] : GOES_ON;
}

/**
 * A text that two stands share only where a game goes on from both alike.
 * @param {Stand} one
 */
function keyOf({ graph, state, met }) {
  const place = `${graph.seat.side} ${state}`;
  if (!graph.repetition) return place;
  const counts = [...met].sort((one, other) => one[0] - other[0]);
  return `${place} ${counts.join(" ")}`;
}
