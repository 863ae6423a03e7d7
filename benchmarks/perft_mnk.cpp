// Perft of m,n,k games, as one would write it in C++ for speed: what our compiled Python is measured against.
//
//     perft_mnk ROWS COLUMNS K DEPTH REPETITIONS        prints the count and the best repetition's CPU seconds
//
// The algorithm is that of src/noughts/kernel/perft.py and src/noughts/games/mnk.py, so that only the compilers differ:
// a cell is bit `row * (columns + 1) + column` of one or four 64-bit words, the extra column stays empty, a state is
// copied and played on, the Zobrist key is kept up to date, and at depth 1 the moves are generated and their number
// returned. Size and k are known at run time only, as with ours. States stand in one array, one a ply, for the same
// reason as ours do: there the key is memory that others may read, which a compiler cannot leave out. There is no
// misère variant, about which ours asks whenever a line is made.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <limits>
#include <random>
#include <vector>

namespace {

constexpr int kMaxBits = 256;

using Move = std::int64_t;  // the cell's bit; as wide as ours, and faster here than narrower ones

enum Outcome : std::int8_t { kOngoing, kFirst, kSecond, kDraw };

struct Keys {
  std::uint64_t stone[2][kMaxBits], turn;

  Keys() {
    std::mt19937_64 random;
    for (auto& player : stone)
      for (auto& key : player) key = random();
    turn = random();
  }
};

const Keys keys;

template <int Words>
struct State {
  std::uint64_t marks[2][Words];
  std::uint64_t free[Words];
  std::uint64_t key;
  std::int16_t empties;
  std::int8_t rows, columns, k, turn, outcome;
};

// How many of the player's stones follow one another from `at`, not counted, in steps; at most `most`.
template <int Words>
inline int run_length(const State<Words>& state, int player, int at, int step, int most) {
  const int end = state.rows * (state.columns + 1);
  const std::uint64_t* marks = state.marks[player];
  int n = 0;
  for (at += step; n < most && 0 <= at && at < end && marks[at >> 6] >> (at & 63) & 1; at += step) ++n;
  return n;
}

// Whether the player's stone at a cell stands in a line of k or more.
template <int Words>
inline bool makes_line(const State<Words>& state, int player, int at) {
  const int width = state.columns + 1, needed = state.k - 1;
  for (int step : {1, width - 1, width, width + 1}) {
    int n = run_length(state, player, at, step, needed);
    if (n < needed) n += run_length(state, player, at, -step, needed - n);
    if (n >= needed) return true;
  }
  return false;
}

template <int Words>
inline int generate(const State<Words>& state, Move* out) {
  int n = 0;
  for (int word = 0; word < Words; ++word)
    for (std::uint64_t free = state.free[word]; free; free &= free - 1) out[n++] = word * 64 + __builtin_ctzll(free);
  return n;
}

template <int Words>
inline void play(State<Words>& state, int move) {
  const int player = state.turn;
  const std::uint64_t bit = std::uint64_t{1} << (move & 63);
  state.marks[player][move >> 6] |= bit;
  state.free[move >> 6] ^= bit;
  --state.empties;
  state.key ^= keys.stone[player][move] ^ keys.turn;
  if (makes_line(state, player, move))
    state.outcome = static_cast<std::int8_t>(kFirst + player);
  else if (state.empties == 0)
    state.outcome = kDraw;
  state.turn = static_cast<std::int8_t>(1 - player);
}

template <int Words>
std::int64_t perft(State<Words>* state, Move* moves, int depth) {
  if (state->outcome != kOngoing) return 0;
  const int n = generate(*state, moves);
  if (depth == 1) return n;
  std::int64_t total = 0;
  for (int i = 0; i < n; ++i) {
    state[1] = state[0];
    play(state[1], static_cast<int>(moves[i]));
    total += perft(state + 1, moves + n, depth - 1);
  }
  return total;
}

template <int Words>
void measure(int rows, int columns, int k, int depth, int repetitions) {
  std::vector<State<Words>> states(static_cast<std::size_t>(depth));
  std::vector<Move> moves(Words * 64 * states.size());
  State<Words>& start = states[0];
  start.rows = static_cast<std::int8_t>(rows);
  start.columns = static_cast<std::int8_t>(columns);
  start.k = static_cast<std::int8_t>(k);
  start.empties = static_cast<std::int16_t>(rows * columns);
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column) {
      const int at = row * (columns + 1) + column;
      start.free[at >> 6] |= std::uint64_t{1} << (at & 63);
    }
  double best = std::numeric_limits<double>::infinity();
  std::int64_t count = 0;
  for (; repetitions > 0; --repetitions) {
    const std::clock_t began = std::clock();
    count = perft(states.data(), moves.data(), depth);
    const double elapsed = static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC;
    if (elapsed < best) best = elapsed;
  }
  std::printf("%lld %.6f\n", static_cast<long long>(count), best);
}

}  // namespace

int main(int argc, char** argv) {
  int given[5] = {};
  bool valid = argc == 6;
  for (int i = 0; valid && i < 5; ++i) valid = (given[i] = std::atoi(argv[i + 1])) >= 1;
  const auto [rows, columns, k, depth, repetitions] = given;
  const int bits = rows * (columns + 1);
  if (!valid || bits > kMaxBits) {
    std::fprintf(stderr, "usage: %s ROWS COLUMNS K DEPTH REPETITIONS, at most 15x15\n", argv[0]);
    return 2;
  }
  if (bits <= 64)
    measure<1>(rows, columns, k, depth, repetitions);
  else
    measure<4>(rows, columns, k, depth, repetitions);
}
