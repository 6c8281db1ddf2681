/* Explores and solves Hexapawn: every position that can be reached, up to the mirror, with value and plies.

   A plain program to measure kitgen's compiled kernels against: bitboards, one hash set with open addressing,
   breadth-first exploration, then the values in the order of the rows that the pawns still have ahead of them.
   Rules and counts as in kitgen/games/hexapawn.py; shares no code with it.

   cc -O3 -march=native -o hexapawn hexapawn.c && ./hexapawn 5 5
   prints positions, boxes / slots / boxes with a choice of Black and of White, winner, plies, CPU seconds. */

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef uint64_t u64;
typedef struct { uint32_t white, black; } Board;

static int columns, rows;
static uint32_t white_far, black_far, first_column, last_column;

static u64 *keys;       /* 0: empty. A key is side << 62 | white << 31 | black; never 0, one side has pawns. */
static int8_t *values;  /* plies + 1, negative when the side to move loses */
static u64 capacity, used;

static u64 *queue;
static u64 queue_room;

static uint32_t mirror(uint32_t cells) {
    uint32_t image = 0;
    for (int c = 0; c < columns; c++) {
        uint32_t column = cells >> c & first_column;
        image |= column << (columns - 1 - c);
    }
    return image;
}

static u64 key_of(Board b, int side) {
    u64 one = (u64)b.white << 31 | b.black;
    u64 two = (u64)mirror(b.white) << 31 | mirror(b.black);
    return (u64)side << 62 | (one < two ? one : two);
}

static u64 find(u64 key) {
    u64 mixed = key * UINT64_C(0x9E3779B97F4A7C15);
    u64 place = (mixed ^ mixed >> 32) & (capacity - 1);
    while (keys[place] && keys[place] != key) place = (place + 1) & (capacity - 1);
    return place;
}

static void *room(size_t bytes) {
    void *p = calloc(bytes, 1);
    if (!p) { fprintf(stderr, "out of memory\n"); exit(1); }
    return p;
}

static void grow(void) {
    u64 *old = keys, n = capacity;
    capacity *= 2;
    keys = room(capacity * sizeof *keys);
    for (u64 i = 0; i < n; i++)
        if (old[i]) keys[find(old[i])] = old[i];
    free(old);
}

/* Fills in the distinct moves' keys; returns how many, or -1 (side to move has won), -2 (has lost). */
static int moves(u64 key, u64 *child) {
    int side = key >> 62;
    Board b = { key >> 31 & 0x7fffffff, key & 0x7fffffff };
    if (b.white & white_far || !b.black) return side == 0 ? -1 : -2;
    if (b.black & black_far || !b.white) return side == 1 ? -1 : -2;
    uint32_t own = side ? b.black : b.white, other = side ? b.white : b.black;
    int symmetric = mirror(b.white) == b.white && mirror(b.black) == b.black;
    int n = 0;
    for (uint32_t left = own; left; left &= left - 1) {
        uint32_t pawn = left & -left;
        uint32_t ahead = side ? pawn << columns : pawn >> columns;
        uint32_t targets[3] = { ahead & ~(own | other),
                                pawn & first_column ? 0 : ahead >> 1 & other,
                                pawn & last_column ? 0 : ahead << 1 & other };
        for (int i = 0; i < 3; i++) {
            if (!targets[i]) continue;
            uint32_t new_own = own ^ pawn ^ targets[i], new_other = other & ~targets[i];
            Board next = side ? (Board){ new_other, new_own } : (Board){ new_own, new_other };
            u64 k = key_of(next, 1 - side);
            if (symmetric) { /* a move and its mirror image lead to the same position: count them once */
                int seen = 0;
                for (int j = 0; j < n; j++) seen |= child[j] == k;
                if (seen) continue;
            }
            child[n++] = k;
        }
    }
    return n ? n : -2;
}

/* How many rows all pawns together have ahead of them; falls with every move. */
static int ahead(u64 key) {
    uint32_t white = key >> 31 & 0x7fffffff, black = key & 0x7fffffff, row = (1u << columns) - 1;
    int sum = 0;
    for (int r = 0; r < rows; r++) {
        sum += r * __builtin_popcount(white >> r * columns & row);
        sum += (rows - 1 - r) * __builtin_popcount(black >> r * columns & row);
    }
    return sum;
}

int main(int argc, char **argv) {
    columns = argc > 2 ? atoi(argv[1]) : 5;
    rows = argc > 2 ? atoi(argv[2]) : 5;
    if (columns < 2 || rows < 2 || columns * rows > 31) { fprintf(stderr, "at most 31 cells\n"); return 2; }
    clock_t start = clock();
    white_far = (1u << columns) - 1;
    black_far = white_far << columns * (rows - 1);
    for (int r = 0; r < rows; r++) first_column |= 1u << r * columns;
    last_column = first_column << (columns - 1);

    capacity = 1 << 12;
    keys = room(capacity * sizeof *keys);
    queue_room = 1 << 12;
    queue = room(queue_room * sizeof *queue);
    u64 first = key_of((Board){ black_far, white_far }, 0);
    keys[find(first)] = first;
    queue[used++] = first;
    u64 boxes[2] = {0}, slots[2] = {0}, choices[2] = {0}, child[64];
    for (u64 at = 0; at < used; at++) {
        int n = moves(queue[at], child), side = queue[at] >> 62;
        if (n < 0) continue;
        boxes[side]++; slots[side] += n; choices[side] += n > 1;
        for (int i = 0; i < n; i++) {
            u64 place = find(child[i]);
            if (keys[place]) continue;
            if (used == queue_room) {
                queue_room *= 2;
                queue = realloc(queue, queue_room * sizeof *queue);
                if (!queue) { fprintf(stderr, "out of memory\n"); return 1; }
            }
            keys[place] = queue[used++] = child[i];
            if (used * 5 > capacity * 4) grow();
        }
    }

    /* Sort by rows ahead, then solve from few to many. */
    int ranks = 2 * columns * (rows - 1) + 1;
    u64 *starts = room((ranks + 1) * sizeof *starts), *sorted = room(used * sizeof *sorted);
    for (u64 i = 0; i < used; i++) starts[ahead(queue[i]) + 1]++;
    for (int i = 0; i < ranks; i++) starts[i + 1] += starts[i];
    for (u64 i = 0; i < used; i++) sorted[starts[ahead(queue[i])]++] = queue[i];
    free(queue);
    values = room(capacity);
    for (u64 i = 0; i < used; i++) {
        int n = moves(sorted[i], child), best;
        if (n < 0) best = n == -1 ? 1 : -1;
        else {
            int win = 0, loss = 0; /* the nearest win, the farthest loss */
            for (int j = 0; j < n; j++) {
                int v = values[find(child[j])];
                if (v < 0) { if (!win || 1 - v < win) win = 1 - v; }
                else if (v + 1 > loss) loss = v + 1;
            }
            best = win ? win : -loss;
        }
        values[find(sorted[i])] = best;
    }
    int v = values[find(first)];
    printf("{\"positions\": %" PRIu64 ", \"black\": [%" PRIu64 ", %" PRIu64 ", %" PRIu64 "], "
           "\"white\": [%" PRIu64 ", %" PRIu64 ", %" PRIu64 "], \"value\": %d, \"plies\": %d, \"seconds\": %.4f}\n",
           used, boxes[1], slots[1], choices[1], boxes[0], slots[0], choices[0],
           v > 0 ? 1 : -1, abs(v) - 1, (double)(clock() - start) / CLOCKS_PER_SEC);
    return 0;
}
