/* Learning machines against a player that moves at random, as one would write them in C.
 *
 * Reads from standard input, as text: machines, games, seed, side; the numbers of states, edges, boxes and slots;
 * then the arrays of kitgen/lab/kernel.py that are named below; then whether only the last move learns, and the
 * beads that a draw, a win and a loss add. Writes wins and losses, and the processor's seconds for the games.
 *
 * cc -O3 -march=native machines.c -o machines
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define ONGOING (-(1 << 20))
#define GAMMA 0x9E3779B97F4A7C15ull

static int *first, *child, *result, *to_move, *box_of, *slots, *start;

static inline uint64_t mix(uint64_t v) {
    v = (v ^ (v >> 30)) * 0xBF58476D1CE4E5B9ull;
    v = (v ^ (v >> 27)) * 0x94D049BB133111EBull;
    return v ^ (v >> 31);
}

static inline int below(uint64_t *luck, int count) {
    if (count == 1) return 0;
    *luck += GAMMA;
    return (int)(((unsigned __int128)mix(*luck) * (uint64_t)count) >> 64);
}

static int number(void) {
    int value;
    if (scanf("%d", &value) != 1) { fprintf(stderr, "the input ends too early\n"); exit(1); }
    return value;
}

static int *numbers(int count) {
    int *values = malloc(sizeof(int) * (size_t)(count > 0 ? count : 1));
    for (int i = 0; i < count; i++) values[i] = number();
    return values;
}

int main(void) {
    int machines = number(), games = number(), seed = number(), side = number();
    int states = number(), edges = number(), boxes = number(), all = number();
    first = numbers(states + 1);
    child = numbers(edges);
    result = numbers(states);
    to_move = numbers(states);
    box_of = numbers(states);
    slots = numbers(boxes + 1);
    start = numbers(all);
    int last_only = number(), add[3];
    for (int i = 0; i < 3; i++) add[i] = number();

    int *beads = malloc(sizeof(int) * (size_t)all), *totals = malloc(sizeof(int) * (size_t)boxes);
    int *drawn = malloc(sizeof(int) * (size_t)(states + 1)), *drawn_box = malloc(sizeof(int) * (size_t)(states + 1));
    long long wins = 0, losses = 0;
    uint64_t mixed = mix((uint64_t)seed);
    clock_t began = clock();
    for (int machine = 0; machine < machines; machine++) {
        uint64_t luck = mix(mixed + (uint64_t)(machine + 1) * GAMMA);
        memcpy(beads, start, sizeof(int) * (size_t)all);
        for (int b = 0; b < boxes; b++) {
            totals[b] = 0;
            for (int s = slots[b]; s < slots[b + 1]; s++) totals[b] += beads[s];
        }
        for (int game = 0; game < games; game++) {
            int state = 0, made = 0, outcome;
            for (;;) {
                int value = result[state];
                if (value != ONGOING) {
                    outcome = to_move[state] == side ? value : -value;
                    break;
                }
                int edge = first[state];
                if (to_move[state] == side) {
                    int box = box_of[state];
                    if (box >= 0) {
                        if (totals[box] == 0) { outcome = -1; break; }
                        int slot = slots[box], bead = below(&luck, totals[box]) - beads[slot];
                        while (bead >= 0) bead -= beads[++slot];
                        drawn_box[made] = box;
                        drawn[made++] = slot;
                        edge += slot - slots[box];
                    }
                } else {
                    edge += below(&luck, first[state + 1] - first[state]);
                }
                state = child[edge];
            }
            int amount = add[outcome == 0 ? 0 : outcome > 0 ? 1 : 2];
            if (amount) {
                for (int i = made - 1; i >= (last_only && made ? made - 1 : 0); i--) {
                    int before = beads[drawn[i]], after = before + amount < 0 ? 0 : before + amount;
                    beads[drawn[i]] = after;
                    totals[drawn_box[i]] += after - before;
                }
            }
            wins += outcome > 0;
            losses += outcome < 0;
        }
    }
    printf("%lld %lld %.6f\n", wins, losses, (double)(clock() - began) / CLOCKS_PER_SEC);
    return 0;
}
