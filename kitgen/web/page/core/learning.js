// Learning, bead for bead as kitgen/machine/learning.py has it: the rule comes as its compiled
// schedule.

/**
 * @typedef {object} Schedule what a rule does; where there are three figures, they are for a draw,
 *     a win and a loss
 * @property {number[]} reach how many moves from the end are changed at most
 * @property {number[]} last what happens to the slot of the last move: 0 as to any other, 1
 *     emptied, 2 filled alone
 * @property {number} floor
 * @property {number} ceiling
 * @property {number} keeps_last 1 when the last bead of a box is never taken
 * @property {number} missed how many moves a resigning machine did not make that would have been
 *     its last
 * @property {number} empty how a game ends at an empty box: -1 lost, 0 drawn; 2 where it is filled
 *     again
 * @property {number} width
 * @property {number[][]} amounts the beads added to each move's slot, counted from the end
 */

/** `Schedule.empty` where the starting beads are put back. */
export const REFILL = 2;
const REMOVE = 1;
const ONLY = 2;

/**
 * Where the figures for an outcome stand.
 * @param {number} outcome for the machine: 1 won, 0 drawn, -1 lost
 */
const lessonOf = (outcome) => (outcome < 0 ? 2 : outcome);

/**
 * How many of a game's last picks matter after an outcome.
 * @param {Schedule} schedule
 * @param {number} outcome
 */
export const needs = (schedule, outcome) => schedule.reach[lessonOf(outcome)];

/** The boxes of a machine, with the beads that lie in them: slots of all boxes in one row. */
export class Beads {
  /** @param {number[][]} start the beads of a new machine, box by box */
  constructor(start) {
    const slots = start.flat();
    this.start = Int32Array.from(slots);
    this.count = Int32Array.from(slots);
    /** The beads in each box. */
    this.totals = Int32Array.from(start, (box) => box.reduce((sum, beads) => sum + beads, 0));
    /** Where the slots of each box start. */
    this.first = new Int32Array(start.length + 1);
    this.boxOf = new Int32Array(slots.length);
    start.forEach((box, number) => {
      this.first[number + 1] = this.first[number] + box.length;
      this.boxOf.fill(number, this.first[number], this.first[number + 1]);
    });
  }

  /** Put all beads back as they were at first. */
  reset() {
    for (let box = 0; box < this.totals.length; box++) this.refill(box);
  }

  /**
   * Put the starting beads back into a box.
   * @param {number} box
   */
  refill(box) {
    let total = 0;
    for (let slot = this.first[box]; slot < this.first[box + 1]; slot++) {
      total += this.count[slot] = this.start[slot];
    }
    this.totals[box] = total;
  }

  /**
   * Let a slot hold so many beads.
   * @param {number} slot
   * @param {number} beads
   */
  put(slot, beads) {
    this.totals[this.boxOf[slot]] += beads - this.count[slot];
    this.count[slot] = beads;
  }

  /**
   * The slot in which a bead of a box lies.
   * @param {number} box
   * @param {number} bead its number, less than the box has
   */
  find(box, bead) {
    let slot = this.first[box];
    let left = bead - this.count[slot];
    while (left >= 0) left -= this.count[++slot];
    return slot;
  }

  /**
   * Do what a schedule says after one game.
   * @param {Schedule} schedule
   * @param {number} outcome for the machine: 1 won, 0 drawn, -1 lost
   * @param {boolean} resigned whether it met an empty box
   * @param {Int32Array} picks the slots of the picked beads, in the order of play
   * @param {number} picked how many
   */
  learn(schedule, outcome, resigned, picks, picked) {
    const lesson = lessonOf(outcome);
    const reach = schedule.reach[lesson];
    const last = schedule.last[lesson];
    const amounts = schedule.amounts[lesson];
    const { count, totals } = this;
    let back = resigned ? schedule.missed : 0;
    for (let left = picked - 1; left >= 0 && back < reach; left--, back++) {
      const slot = picks[left];
      const box = this.boxOf[slot];
      const before = count[slot];
      const spare = schedule.keeps_last ? Math.min(before, totals[box] - 1) : before;
      const amount = amounts[Math.min(back, schedule.width - 1)];
      let after;
      if (back === 0 && last === REMOVE) {
        after = before - spare;
      } else if (back === 0 && last === ONLY) {
        count.fill(0, this.first[box], this.first[box + 1]);
        totals[box] = before;
        after = schedule.ceiling;
      } else if (amount < 0) {
        after = Math.max(before - Math.min(-amount, spare), Math.min(before, schedule.floor));
      } else {
        after = Math.min(before + amount, Math.max(before, schedule.ceiling));
      }
      count[slot] = after;
      totals[box] += after - before;
    }
  }
}
