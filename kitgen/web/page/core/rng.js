// Chance for machines, number for number as kitgen/machine/paper_machine.py has it: SplitMix64,
// used by counter. 64-bit numbers are kept as two halves of 32 bits, because BigInt is too slow for
// hundreds of thousands of games in a second.

/** SplitMix64's step, in two halves. */
const GAMMA_HIGH = 0x9e3779b9;
const GAMMA_LOW = 0x7f4a7c15;
/** The two numbers that it mixes with, in two halves. */
const FIRST_HIGH = 0xbf58476d;
const FIRST_LOW = 0x1ce4e5b9;
const SECOND_HIGH = 0x94d049bb;
const SECOND_LOW = 0x133111eb;
const TWO_16 = 65536;
const TWO_32 = 4294967296;
/** Counts below this keep every product within the whole numbers that a double holds exactly. */
const EXACT = 1 << 21;

/**
 * The upper half of the product of two 32-bit numbers.
 * @param {number} a
 * @param {number} b
 * @returns {number}
 */
function upper(a, b) {
  const a1 = a >>> 16;
  const a0 = a & 0xffff;
  const b1 = b >>> 16;
  const b0 = b & 0xffff;
  const middle = a1 * b0 + ((a0 * b0) >>> 16);
  const other = a0 * b1 + (middle & 0xffff);
  return (a1 * b1 + Math.floor(middle / TWO_16) + Math.floor(other / TWO_16)) >>> 0;
}

/** @returns {number} a seed that nobody can foresee, from 0 to 2^32 - 1 */
export function drawSeed() {
  return crypto.getRandomValues(new Uint32Array(1))[0];
}

/** The generator of one machine. */
export class SplitMix {
  /**
   * @param {number} seed a whole number from 0 to 2^53
   * @param {number} machine the machine's number, from 0
   */
  constructor(seed, machine = 0) {
    this.high = Math.floor(seed / TWO_32) >>> 0;
    this.low = seed >>> 0;
    /** What was mixed last, its upper and its lower half. */
    this.mixedHigh = 0;
    this.mixedLow = 0;
    this.startFromMixed();
    for (let step = 0; step <= machine; step++) this.advance();
    this.startFromMixed();
  }

  /** Mix the number, and go on from what comes out. */
  startFromMixed() {
    this.mix();
    this.high = this.mixedHigh;
    this.low = this.mixedLow;
  }

  /** Go on by one step. */
  advance() {
    const low = this.low + GAMMA_LOW;
    const carry = low >= TWO_32 ? 1 : 0;
    this.high = (this.high + GAMMA_HIGH + carry) >>> 0;
    this.low = low >>> 0;
  }

  /** Mix the 64 bits, so that each depends on all. */
  mix() {
    let high = this.high;
    let low = this.low;
    let shifted = (low ^ ((low >>> 30) | (high << 2))) >>> 0;
    high = (high ^ (high >>> 30)) >>> 0;
    low = Math.imul(shifted, FIRST_LOW) >>> 0;
    let crossed = Math.imul(high, FIRST_LOW) + Math.imul(shifted, FIRST_HIGH);
    high = (upper(shifted, FIRST_LOW) + crossed) >>> 0;
    shifted = (low ^ ((low >>> 27) | (high << 5))) >>> 0;
    high = (high ^ (high >>> 27)) >>> 0;
    low = Math.imul(shifted, SECOND_LOW) >>> 0;
    crossed = Math.imul(high, SECOND_LOW) + Math.imul(shifted, SECOND_HIGH);
    high = (upper(shifted, SECOND_LOW) + crossed) >>> 0;
    this.mixedLow = (low ^ ((low >>> 31) | (high << 1))) >>> 0;
    this.mixedHigh = (high ^ (high >>> 31)) >>> 0;
  }

  /**
   * One of the numbers 0 to count - 1; for one choice nothing is taken.
   * @param {number} count
   * @returns {number}
   */
  below(count) {
    if (count === 1) return 0;
    this.advance();
    this.mix();
    if (count < EXACT) {
      const carry = Math.floor((this.mixedLow * count) / TWO_32);
      return Math.floor((this.mixedHigh * count + carry) / TWO_32);
    }
    const bits = (BigInt(this.mixedHigh) << 32n) | BigInt(this.mixedLow);
    return Number((bits * BigInt(count)) >> 64n);
  }
}
