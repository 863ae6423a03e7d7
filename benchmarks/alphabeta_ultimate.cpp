// Alpha-beta in ultimate tic-tac-toe, as one would write it in C++ for speed: what our compiled search is measured
// against.
//
//     alphabeta_ultimate DEPTH MEGABYTES      prints for each depth: nodes, value and CPU seconds, all from the start
//
// The algorithm is that of src/noughts/search/alphabeta.py with the evaluation `patterns`, so that only the compilers
// differ: negamax, fail-soft, iterative deepening; states copied and played on; a transposition table in buckets of
// four, used at exactly equal depth, whose move is tried first; the principal variation is kept; the same counters are
// counted and the same limits asked about at each node. What ours can be told to do and is not told here (other
// values of a win, moves sorted by distance, evaluations in the table) is left out, and the evaluation is a plain
// function, which the compiler may inline: a program of one purpose would have it so.

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <limits>
#include <memory>
#include <random>
#include <vector>

namespace {

constexpr unsigned kFull = 0777;
constexpr std::array<unsigned, 8> kLines{0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};
constexpr std::array<int, 9> kCellWeights{3, 2, 3, 2, 4, 2, 3, 2, 3};
constexpr int kMate = 1'000'000'000, kMateRange = kMate - 10'000, kPoint = 100, kWon = 50 * kPoint;
constexpr int kMaxPly = 81, kNoMove = -1;

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
  std::int64_t base_3[512];
  std::int32_t open_lines[19683], small_worth[19683];  // by base_3[own] + 2 * base_3[other]

  Tables() : open_lines{}, small_worth{} {
    for (unsigned mask = 0; mask < 512; ++mask) {
      wins[mask] = false;
      for (unsigned line : kLines) wins[mask] |= (mask & line) == line;
      base_3[mask] = 0;
      for (int cell = 0, power = 1; cell < 9; ++cell, power *= 3) base_3[mask] += (mask >> cell & 1) * power;
    }
    for (unsigned own = 0; own < 512; ++own)
      for (unsigned other = 0; other < 512; ++other)
        if (!(own & other)) fill(own, other);
    std::mt19937_64 random;
    for (auto& player : stone)
      for (auto& key : player) key = random();
    for (auto& key : target) key = random();
    for (auto& player : owner)
      for (auto& key : player) key = random();
    turn = random();
  }

  void fill(unsigned own, unsigned other) {
    int lines = 0, cells = 0;
    for (unsigned line : kLines) {
      const int n = other & line ? 0 : __builtin_popcount(own & line);
      lines += n == 1 ? kPoint : n == 2 ? 10 * kPoint : 0;
    }
    for (unsigned cell = 0; cell < 9; ++cell)
      if (own >> cell & 1) cells += kCellWeights[cell] * kPoint / 10;
    const auto index = base_3[own] + 2 * base_3[other];
    open_lines[index] = lines;
    if (wins[own])
      small_worth[index] = kWon;
    else if (!wins[other] && (own | other) != kFull)
      small_worth[index] = lines + cells;
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

inline int worth(const State& state, int player) {
  const unsigned own = state.won[player], other = state.won[1 - player];
  if (tables.wins[own]) return kWon;
  if (tables.wins[other] || state.closed == kFull) return 0;
  int small = 0;
  for (int board = 0; board < 9; ++board) {
    if (own >> board & 1)
      small += kWon;
    else if (!(other >> board & 1))
      small += tables.small_worth[tables.base_3[state.marks[player][board]] +
                                  2 * tables.base_3[state.marks[1 - player][board]]];
  }
  return tables.open_lines[tables.base_3[own] + 2 * tables.base_3[other]] + small / 2;
}

inline int evaluate(const State& state) { return worth(state, state.turn) - worth(state, 1 - state.turn); }

enum Bound { kUpper = 1, kLower, kExact };

// An entry's data: move + 1 (16 bits), age (6), depth (8), bound (2), value + 2^31 (32).
inline int bound_of(std::uint64_t data) { return data >> 32 & 3; }
inline int depth_of(std::uint64_t data) { return data >> 34 & 255; }
inline int age_of(std::uint64_t data) { return data >> 42 & 63; }
inline int move_of(std::uint64_t data) { return static_cast<int>(data >> 48) - 1; }
inline int value_of(std::uint64_t data, int ply) {
  const auto value = static_cast<int>(static_cast<std::int64_t>(data & 0xFFFFFFFF) - (std::int64_t{1} << 31));
  return value > kMateRange ? value - ply : value < -kMateRange ? value + ply : value;
}

class HashTable {
 public:
  explicit HashTable(std::size_t megabytes) {
    std::size_t size = 1;
    while (2 * size * sizeof(Bucket) <= megabytes << 20) size *= 2;
    buckets_.reset(static_cast<Bucket*>(std::calloc(size, sizeof(Bucket))));
    mask_ = size - 1;
    // Have the pages before the clock starts. (A compiler may leave out a memset after calloc.)
    for (std::size_t i = 0; i < size; i += 64) *static_cast<volatile std::uint64_t*>(&buckets_[i].entries[0].data) = 0;
  }

  std::uint64_t probe(std::uint64_t key) const {
    for (const Entry& entry : buckets_[key & mask_].entries)
      if ((entry.lock ^ entry.data) == key && entry.data) return entry.data;
    return 0;
  }

  void store(std::uint64_t key, int ply, int value, Bound bound, int depth, int move, int age) {
    Bucket& bucket = buckets_[key & mask_];
    Entry* place = bucket.entries;
    std::int64_t least = std::int64_t{1} << 40;
    for (Entry& entry : bucket.entries) {
      if ((entry.lock ^ entry.data) == key && entry.data) {
        place = &entry;
        break;
      }
      const std::int64_t worth =
          entry.data ? depth_of(entry.data) - 256 * ((age - age_of(entry.data)) & 63) : -(std::int64_t{1} << 40);
      if (worth < least) place = &entry, least = worth;
    }
    if (value > kMateRange)
      value += ply;
    else if (value < -kMateRange)
      value -= ply;
    const std::uint64_t data = static_cast<std::uint64_t>(value + (std::int64_t{1} << 31)) |
                               static_cast<std::uint64_t>(bound) << 32 |
                               static_cast<std::uint64_t>(std::min(depth, 255)) << 34 |
                               static_cast<std::uint64_t>(age) << 42 | static_cast<std::uint64_t>(move + 1) << 48;
    *place = {key ^ data, data};
  }

 private:
  struct Entry {
    std::uint64_t lock, data;
  };
  struct Bucket {
    Entry entries[4];
  };
  struct Free {
    void operator()(Bucket* buckets) const { std::free(buckets); }
  };
  std::unique_ptr<Bucket[], Free> buckets_;
  std::size_t mask_;
};

struct Line {
  int length;
  Move moves[kMaxPly + 1];
};

class Search {
 public:
  explicit Search(std::size_t megabytes)
      : table_(megabytes), states_(kMaxPly + 1), moves_(81 * (kMaxPly + 1)), lines_(kMaxPly + 2) {
    states_[0].target = -1;
    states_[0].key = tables.target[0];
    root_.resize(81);
    root_.resize(static_cast<std::size_t>(generate(states_[0], root_.data())));
  }

  int iterate(int depth) {
    std::copy(root_.begin(), root_.end(), moves_.begin());
    const int value = alphabeta(0, depth, -kMate - 1, kMate + 1);
    const auto best = std::find(root_.begin(), root_.end(), lines_[0].moves[0]);
    std::rotate(root_.begin(), best, best + 1);
    return value;
  }

  std::int64_t nodes = 0, evaluations = 0, inner = 0, hits = 0, cuts[2] = {0, 0};
  int deepest = 0;

 private:
  int alphabeta(int ply, int depth, int alpha, int beta) {
    const State& state = states_[static_cast<std::size_t>(ply)];
    ++nodes;
    if (depth != 0) ++inner;
    deepest = std::max(deepest, ply);
    if (nodes >= node_limit_) stop_ = true;
    lines_[static_cast<std::size_t>(ply)].length = 0;
    if (stop_) return 0;
    if (state.outcome != kOngoing) {
      ++evaluations;
      if (state.outcome == kDraw) return 0;
      return state.outcome - kFirst == state.turn ? kMate - ply : ply - kMate;
    }
    if (depth == 0) {
      ++evaluations;
      return evaluate(state);
    }
    int known = kNoMove;
    if (const std::uint64_t data = table_.probe(state.key)) {
      known = move_of(data);
      const int value = value_of(data, ply), bound = bound_of(data);
      const bool enough = bound == kExact || (bound == kLower && value >= beta) || (bound == kUpper && value <= alpha);
      if (enough && depth_of(data) == depth && ply > 0) {
        ++hits;
        return value;
      }
    }
    Move* moves = &moves_[static_cast<std::size_t>(81 * ply)];
    const int n = ply == 0 ? static_cast<int>(root_.size()) : generate(state, moves);
    if (known != kNoMove) bring_forward(moves, n, known);
    const int mover = state.turn, floor = alpha;
    int best = -kMate - 1, best_move = kNoMove;
    State& next = states_[static_cast<std::size_t>(ply) + 1];
    for (int i = 0; i < n; ++i) {
      const int move = static_cast<int>(moves[i]);
      next = state;
      play(next, move);
      const int value = -alphabeta(ply + 1, depth - 1, -beta, -alpha);
      if (stop_) return best;
      if (value > best) {
        best = value, best_move = move;
        if (value > alpha) {
          alpha = value;
          keep_line(ply, move);
        }
      }
      if (alpha >= beta) {
        ++cuts[mover];
        break;
      }
    }
    table_.store(state.key, ply, best, best >= beta ? kLower : best <= floor ? kUpper : kExact, depth, best_move, 1);
    return best;
  }

  static void bring_forward(Move* moves, int n, int known) {
    Move* found = std::find(moves, moves + n, known);
    if (found != moves + n) std::rotate(moves, found, found + 1);
  }

  void keep_line(int ply, int move) {
    Line& line = lines_[static_cast<std::size_t>(ply)];
    const Line& after = lines_[static_cast<std::size_t>(ply) + 1];
    line.moves[0] = move;
    std::copy(after.moves, after.moves + after.length, line.moves + 1);
    line.length = after.length + 1;
  }

  HashTable table_;
  std::vector<State> states_;
  std::vector<Move> moves_;
  std::vector<Line> lines_;
  std::vector<Move> root_;
  std::int64_t node_limit_ = std::numeric_limits<std::int64_t>::max();
  bool stop_ = false;
};

}  // namespace

int main(int argc, char** argv) {
  const int depth = argc == 3 ? std::atoi(argv[1]) : 0, megabytes = argc == 3 ? std::atoi(argv[2]) : 0;
  if (depth < 1 || depth > kMaxPly || megabytes < 1) {
    std::fprintf(stderr, "usage: %s DEPTH MEGABYTES\n", argv[0]);
    return 2;
  }
  Search search(static_cast<std::size_t>(megabytes));
  const std::clock_t began = std::clock();
  for (int at = 1; at <= depth; ++at) {
    const int value = search.iterate(at);
    const double seconds = static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC;
    std::printf("%d %lld %d %.6f\n", at, static_cast<long long>(search.nodes), value, seconds);
  }
}
