"""UGI's lines of `info`, written and read: scores in hundredths of a point, mates in plies, for the side to move."""

import re
from collections.abc import Mapping, Sequence

from noughts.board import Move, Position
from noughts.engine.results import Result, Stats
from noughts.engine.score import Score
from noughts.kernel.scores import MATE, POINTS_LIMIT, WON

# A win that is proved, its length unknown, is told as a mate in more plies than any game lasts: other programs find a
# number where they expect one, and ours reads what was meant.
UNKNOWN_LENGTH = MATE - WON
_LARGEST = 2**53  # of the numbers that a line is believed to hold


def write_info(result: Result, rank: int = 1) -> str:
    """A line of `info` for the result of that rank among several."""
    stats = result.stats
    return (
        f"info depth {stats.depth} seldepth {stats.deepest} time {round(1000 * stats.time)} nodes {stats.nodes}"
        f" nps {stats.nodes_per_second} hashfull {round(1000 * stats.table_fill)} multipv {rank}"
        f" score {_write_score(result.score)} pv {' '.join(map(str, result.pv))}"
    )


def read_info(words: Sequence[str], position: Position) -> Result | None:
    """The result in a line of `info`, as far as it can be read; None without a line of legal moves.

    >>> import noughts
    >>> position = noughts.game("tictactoe").start()
    >>> result = read_info("info depth 3 nodes 50 score cp -20 pv b2 a1 b2".split(), position)
    >>> str(result.score), [str(move) for move in result.pv], result.stats.depth
    ('-0.20', ['b2', 'a1'], 3)
    """
    pv = _legal_line(words[words.index("pv") + 1 :], position) if "pv" in words else []
    if not pv:
        return None
    score, stats = read_facts(words, position.turn) or (Score(0, position.turn), Stats())
    return Result(pv[0], score, pv, stats)


def read_facts(words: Sequence[str], turn: int) -> tuple[Score, Stats] | None:
    """The score and the counters in a line of `info`, with a line of moves or without; None if there are none.

    A score without a depth is that of a look at the next move.
    """
    told = {words[at]: words[at + 1] for at in range(1, len(words) - 1)}
    if not {"depth", "cp", "mate", "nodes"} & told.keys():
        return None
    depth, nodes, rate = (max(0, _number(told.get(key, "0"))) for key in ("depth", "nodes", "nps"))
    depth = depth or int("cp" in told or "mate" in told)
    stats = Stats(nodes=nodes, depth=depth, nodes_per_second=rate, time=_number(told.get("time", "0")) / 1000)
    return Score(_read_value(told), turn), stats


def _write_score(score: Score) -> str:
    if not score.is_mate:
        return f"cp {score.value}"
    if score.mate is None:
        return f"mate {UNKNOWN_LENGTH if score.value > 0 else -UNKNOWN_LENGTH}"
    return f"mate {score.mate}"


def _read_value(told: Mapping[str, str]) -> int:
    if "cp" in told:
        return max(-POINTS_LIMIT, min(POINTS_LIMIT, _number(told["cp"])))
    if "mate" not in told:
        return 0
    plies = max(-UNKNOWN_LENGTH, min(UNKNOWN_LENGTH, _number(told["mate"])))
    return MATE - plies if plies > 0 else -(MATE + plies)


def _legal_line(words: Sequence[str], position: Position) -> list[Move]:
    after, line = position.copy(), []
    for word in words:
        if not after.is_legal(word):
            break
        line.append(after.parse_move(word))
        after.push(line[-1])
    return line


def _number(text: str) -> int:
    return max(-_LARGEST, min(_LARGEST, int(text))) if re.fullmatch(r"[+-]?[0-9]{1,18}", text) else 0
