// A plain m,n,k solver to measure ours against: does the first player win from the empty board? Depth-first, to the end of
// the game, with immediate wins, forced replies, dead positions, symmetry, a table of whole positions, and moves in the
// order of the lines that are still open through them. Nothing else.
//
//     g++ -O3 -march=native -o solve_mnk solve_mnk.cpp && ./solve_mnk ROWS COLUMNS K TABLE_MEGABYTES
//
// prints: value (1 the first player wins, 0 a draw), nodes, CPU seconds.

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

using Word = uint64_t;
using Turned = std::array<std::array<Word, 256>, 8>;  // the image of each byte of a board

static int rows, columns, k;
static Word all;
static std::vector<Word> lines;         // every k cells in a row
static std::vector<Turned> symmetries;  // all but the identity
static long long nodes;

struct Entry {
    Word first = 0, second = 0;
    int32_t work = 0;
    int8_t is_won = 0;
};
static std::vector<Entry> table;  // in buckets of two: the one with more work, and the last one

static Word image(const Turned &turned, Word board) {
    Word found = 0;
    for (int byte = 0; board; byte++, board >>= 8) found |= turned[byte][board & 255];
    return found;
}

static void canonical(Word &first, Word &second) {
    Word least_first = first, least_second = second;
    for (const Turned &turned : symmetries) {
        Word a = image(turned, first);
        if (a > least_first) continue;
        Word b = image(turned, second);
        if (a < least_first || b < least_second) least_first = a, least_second = b;
    }
    first = least_first, second = least_second;
}

// Whether the first player wins; `turn` is 0 for the first player, 1 for the second.
static bool wins(Word first, Word second, int turn) {
    nodes++;
    Word stones[2] = {first, second}, free = all & ~(first | second);
    int worth[64] = {};
    Word threats[2] = {0, 0};
    bool is_open = false;
    for (Word line : lines) {
        Word in_first = line & first, in_second = line & second;
        if (in_first && in_second) continue;
        int owner = in_second ? 1 : 0, count = std::popcount(in_first | in_second);
        if (!in_second) is_open = true;
        Word lacking = line & free;
        if (count == k - 1) threats[owner] |= lacking;
        // The attacker looks at its own lines alone, the defender at both.
        int weight = turn == 0 ? (owner == 0 ? 1 << 2 * count : 0) : (owner == 0 ? 1 : 2) << count;
        for (Word left = lacking; left; left &= left - 1) worth[std::countr_zero(left)] += weight;
    }
    if (threats[turn]) return turn == 0;
    if (!is_open || !free) return false;
    Word forced = threats[1 - turn];
    if (forced & (forced - 1)) return turn == 1;
    if (forced) {
        stones[turn] |= forced;
        return wins(stones[0], stones[1], 1 - turn);
    }
    Word key_first = first, key_second = second;
    canonical(key_first, key_second);
    Word hash = (key_first * 0x9E3779B97F4A7C15ull ^ key_second) * 0xD6E8FEB86659FD93ull;
    Entry *bucket = &table[2 * ((hash ^ hash >> 32) & (table.size() / 2 - 1))];
    for (int slot = 0; slot < 2; slot++)
        if (bucket[slot].work && bucket[slot].first == key_first && bucket[slot].second == key_second)
            return bucket[slot].is_won;
    int moves[64], count = 0;
    for (Word left = free; left; left &= left - 1) moves[count++] = std::countr_zero(left);
    std::stable_sort(moves, moves + count, [&](int a, int b) { return worth[a] > worth[b]; });
    long long before = nodes;
    bool is_won = turn == 1;
    for (int i = 0; i < count && is_won == (turn == 1); i++) {
        Word after[2] = {first, second};
        after[turn] |= Word(1) << moves[i];
        is_won = wins(after[0], after[1], 1 - turn);
    }
    int32_t work = int32_t(std::min(nodes - before, 1000000000ll)) + 1;
    bucket[work >= bucket[0].work ? 0 : 1] = Entry{key_first, key_second, work, int8_t(is_won)};
    return is_won;
}

int main(int count, char **arguments) {
    if (count != 5) return 2;
    rows = atoi(arguments[1]), columns = atoi(arguments[2]), k = atoi(arguments[3]);
    if (rows * columns > 64) return 2;
    size_t entries = 2;
    while (2 * entries * sizeof(Entry) <= size_t(atoi(arguments[4])) << 20) entries *= 2;
    table.resize(entries);
    all = rows * columns == 64 ? ~Word(0) : (Word(1) << rows * columns) - 1;
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++)
            for (auto [down, right] : {std::pair{0, 1}, {1, 0}, {1, 1}, {1, -1}}) {
                int last_row = row + (k - 1) * down, last_column = column + (k - 1) * right;
                if (last_row >= rows || last_column < 0 || last_column >= columns) continue;
                Word line = 0;
                for (int i = 0; i < k; i++) line |= Word(1) << ((row + i * down) * columns + column + i * right);
                lines.push_back(line);
            }
    for (int s = 1; s < (rows == columns ? 8 : 4); s++) {
        Turned turned{};
        for (int cell = 0; cell < rows * columns; cell++) {
            int row = s & 1 ? rows - 1 - cell / columns : cell / columns;
            int column = s & 2 ? columns - 1 - cell % columns : cell % columns;
            Word bit = Word(1) << (s & 4 ? column * columns + row : row * columns + column);
            for (int byte = 0; byte < 256; byte++)
                if (byte >> cell % 8 & 1) turned[cell / 8][byte] |= bit;
        }
        symmetries.push_back(turned);
    }
    std::clock_t begun = std::clock();
    bool is_won = wins(0, 0, 0);  // who moves first does not lose
    // All of the process, its table included, as ours are; and searching alone.
    double seconds = double(std::clock()) / CLOCKS_PER_SEC, searching = double(std::clock() - begun) / CLOCKS_PER_SEC;
    printf("%d %lld %.6f %.6f\n", int(is_won), nodes, seconds, searching);
}
