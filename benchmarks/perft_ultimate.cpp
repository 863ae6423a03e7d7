// Perft of ultimate tic-tac-toe, as one would write it in C++ for speed: what our compiled Python is measured against.
//
//     perft_ultimate DEPTH REPETITIONS        prints the count and the best repetition's CPU seconds
//
// The algorithm is that of src/noughts/kernel/perft.py and src/noughts/games/ultimate.py, so that only the compilers
// differ: a state of some 60 bytes is copied and played on, the Zobrist key is kept up to date, and at depth 1 the
// moves are generated and their number returned. States stand in one array, one a ply, for the same reason as ours do:
// there the key is memory that others may read, which a compiler cannot leave out. Only the standard rules are here,
// without the play-on variant that ours asks about whenever a small board is won.

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <limits>
#include <random>
#include <vector>

namespace {

constexpr unsigned kFull = 0777;
constexpr std::array<unsigned, 8> kLines{0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};

using Move = std::int64_t;  // board * 9 + cell

enum Outcome : std::int8_t { kOngoing, kFirst, kSecond, kDraw };

struct State {
  std::uint16_t marks[2][9];  // bit c: the player's mark in cell c of a small board
  std::uint16_t won[2];       // bit b: the player has won board b
  std::uint16_t closed;       // bit b: nothing more is played on board b
  std::int8_t target;         // the board to play on, -1 for any open one
  std::int8_t turn;
  std::int8_t outcome;
  std::uint64_t key;
};

struct Tables {
  bool wins[512];
  std::uint64_t stone[2][81], target[10], owner[2][9], turn;

  Tables() {
    for (unsigned mask = 0; mask < 512; ++mask) {
      wins[mask] = false;
      for (unsigned line : kLines) wins[mask] |= (mask & line) == line;
    }
    std::mt19937_64 random;
    for (auto& player : stone)
      for (auto& key : player) key = random();
    for (auto& key : target) key = random();
    for (auto& player : owner)
      for (auto& key : player) key = random();
    turn = random();
  }
};

const Tables tables;

inline unsigned free_cells(const State& state, int board) {
  return kFull & ~(state.marks[0][board] | state.marks[1][board]);
}

inline int generate(const State& state, Move* out) {
  int n = 0;
  unsigned boards = state.target < 0 ? kFull & ~state.closed : 1u << state.target;
  for (; boards; boards &= boards - 1) {
    const int board = __builtin_ctz(boards);
    for (unsigned free = free_cells(state, board); free; free &= free - 1) out[n++] = board * 9 + __builtin_ctz(free);
  }
  return n;
}

inline void play(State& state, int move) {
  const int board = move / 9, cell = move % 9, player = state.turn;
  state.marks[player][board] |= 1u << cell;
  state.key ^= tables.stone[player][move] ^ tables.target[state.target + 1] ^ tables.turn;
  if (tables.wins[state.marks[player][board]]) {
    state.won[player] |= 1u << board;
    state.closed |= 1u << board;
    state.key ^= tables.owner[player][board];
    if (tables.wins[state.won[player]]) state.outcome = static_cast<std::int8_t>(kFirst + player);
  }
  if (free_cells(state, board) == 0) state.closed |= 1u << board;
  if (state.closed == kFull && state.outcome == kOngoing) state.outcome = kDraw;
  state.target = static_cast<std::int8_t>(state.closed >> cell & 1 ? -1 : cell);
  state.key ^= tables.target[state.target + 1];
  state.turn = static_cast<std::int8_t>(1 - player);
}

std::int64_t perft(State* state, Move* moves, int depth) {
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

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3 || std::atoi(argv[1]) < 1 || std::atoi(argv[2]) < 1) {
    std::fprintf(stderr, "usage: %s DEPTH REPETITIONS\n", argv[0]);
    return 2;
  }
  const int depth = std::atoi(argv[1]);
  std::vector<State> states(static_cast<std::size_t>(depth));
  std::vector<Move> moves(81 * states.size());
  states[0].target = -1;
  states[0].key = tables.target[0];
  double best = std::numeric_limits<double>::infinity();
  std::int64_t count = 0;
  for (int repetition = std::atoi(argv[2]); repetition > 0; --repetition) {
    const std::clock_t began = std::clock();
    count = perft(states.data(), moves.data(), depth);
    const double elapsed = static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC;
    if (elapsed < best) best = elapsed;
  }
  std::printf("%lld %.6f\n", static_cast<long long>(count), best);
}
