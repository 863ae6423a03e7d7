"""Transcripts of protocols: lines that are sent begin with >, answers with <, and … stands for anything."""

import re
from collections.abc import Iterable

from noughts.protocols.machine import Machine


def check_transcript(machine: Machine, transcript: str) -> None:
    """Send the lines to a machine; the answers to each must be those that stand below it."""
    for sent, expected in exchanges(transcript):
        answers = list(machine.handle(sent))
        assert matches(answers, expected), f"> {sent}\n" + "\n".join(f"< {answer}" for answer in answers)


def exchanges(transcript: str) -> list[tuple[str, list[str]]]:
    found: list[tuple[str, list[str]]] = []
    for line in filter(None, map(str.strip, transcript.splitlines())):
        if line.startswith(">"):
            found.append((line[1:].strip(), []))
        else:
            assert line.startswith("<"), line
            found[-1][1].append(line[1:].strip())
    return found


def matches(answers: list[str], expected: Iterable[str]) -> bool:
    """A line … alone stands for any number of lines."""
    pattern = "".join(r"(?:[^\n]*\n)*" if line == "…" else _pattern(line) + r"\n" for line in expected)
    return re.fullmatch(pattern, "".join(answer + "\n" for answer in answers)) is not None


def _pattern(line: str) -> str:
    return r"[^\n]*".join(map(re.escape, line.split("…")))
