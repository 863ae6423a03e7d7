// A plain m,n,k solver to measure ours against: alpha-beta to the end of the game, from the empty board, with immediate
// wins, forced replies, dead positions, symmetry and a table of whole positions. Nothing else.
//
//     g++ -O3 -march=native -o solve_mnk solve_mnk.cpp && ./solve_mnk ROWS COLUMNS K TABLE_MEGABYTES
//
// prints: value (1 the first player wins, 0 a draw), nodes, seconds.

#include <bit>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

using Word = uint64_t;

static int rows, columns, k, width;
static Word all;
static std::vector<std::vector<int>> images;  // of each bit, for each symmetry
static std::vector<int> order;                // cells, those in most lines first
static long long nodes;

struct Entry {
    Word own = 0, other = 0;
    int8_t lower = -1, upper = 1;
};
static std::vector<Entry> table;

static void windows(Word own, Word free, Word &completing, bool &alive) {
    // Cells that complete a line, and whether any window has no stone of the opponent's.
    completing = 0;
    for (int step : {1, width - 1, width, width + 1}) {
        Word complete = own, one = free;
        for (int i = 1; i < k; i++) {
            Word next_complete = own & complete >> step;
            one = (own & one >> step) | (free & complete >> step);
            complete = next_complete;
        }
        Word room = own | free, open = room;
        for (int i = 1; i < k; i++) open = room & open >> step;
        alive |= open != 0;
        while (one) {
            int first = std::countr_zero(one);
            one &= one - 1;
            for (int i = 0; i < k; i++) completing |= Word(1) << (first + i * step) & free;
        }
    }
}

static void canonical(Word &own, Word &other) {
    Word best_own = own, best_other = other;
    for (size_t s = 1; s < images.size(); s++) {
        Word a = 0, b = 0;
        for (Word left = own; left; left &= left - 1) a |= Word(1) << images[s][std::countr_zero(left)];
        if (a > best_own) continue;
        for (Word left = other; left; left &= left - 1) b |= Word(1) << images[s][std::countr_zero(left)];
        if (a < best_own || b < best_other) best_own = a, best_other = b;
    }
    own = best_own, other = best_other;
}

static int solve(Word own, Word other, int alpha, int beta) {
    nodes++;
    Word free = all & ~(own | other), wins, threats;
    bool alive = false;
    windows(own, free, wins, alive);
    if (wins) return 1;
    windows(other, free, threats, alive);
    if (!alive || !free) return 0;
    if (threats & (threats - 1)) return -1;
    Word key_own = own, key_other = other;
    canonical(key_own, key_other);
    Word hash = (key_own * 0x9E3779B97F4A7C15ull ^ key_other) * 0xD6E8FEB86659FD93ull;
    Entry &entry = table[(hash ^ hash >> 32) & (table.size() - 1)];
    if (entry.own == key_own && entry.other == key_other) {
        if (entry.lower >= beta || entry.lower == entry.upper) return entry.lower;
        if (entry.upper <= alpha) return entry.upper;
    }
    int best = -1, from = alpha;
    Word candidates = threats ? threats : free;
    for (int cell : order) {
        Word bit = Word(1) << cell;
        if (!(candidates & bit)) continue;
        int value = -solve(other, own | bit, -beta, -from);
        if (value > best) best = value;
        if (best > from) from = best;
        if (best >= beta) break;
    }
    if (entry.own != key_own || entry.other != key_other) entry = Entry{key_own, key_other, -1, 1};
    if (best > alpha) entry.lower = best;
    if (best < beta) entry.upper = best;
    return best;
}

int main(int count, char **arguments) {
    if (count != 5) return 2;
    rows = atoi(arguments[1]), columns = atoi(arguments[2]), k = atoi(arguments[3]), width = columns + 1;
    if (rows * width > 64) return 2;
    size_t entries = 1;
    while (2 * entries * sizeof(Entry) <= size_t(atoi(arguments[4])) << 20) entries *= 2;
    table.resize(entries);
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < columns; c++) all |= Word(1) << (r * width + c);
    for (int s = 0; s < (rows == columns ? 8 : 4); s++) {
        std::vector<int> image(64);
        for (int r = 0; r < rows; r++)
            for (int c = 0; c < columns; c++) {
                int r2 = s & 1 ? rows - 1 - r : r, c2 = s & 2 ? columns - 1 - c : c;
                image[r * width + c] = s & 4 ? c2 * width + r2 : r2 * width + c2;
            }
        images.push_back(image);
    }
    std::vector<int> lines(64);
    for (int step : {1, width - 1, width, width + 1})
        for (int first = 0; first < rows * width; first++) {
            bool fits = true;
            for (int i = 0; i < k; i++) fits &= first + i * step < 64 && all >> (first + i * step) & 1;
            for (int i = 0; fits && i < k; i++) lines[first + i * step]++;
        }
    for (int wanted = 64; wanted >= 0; wanted--)
        for (int cell = 0; cell < 64; cell++)
            if (all >> cell & 1 && lines[cell] == wanted) order.push_back(cell);
    auto clock = std::chrono::steady_clock::now();
    int value = k == 1 ? 1 : solve(0, 0, 0, 1) > 0;  // who moves first does not lose
    double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - clock).count();
    printf("%d %lld %.6f\n", value, nodes, seconds);
}
