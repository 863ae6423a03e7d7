"""Common mistakes in a user's file that NumPy and Numba tell of in words of their own, and what to write instead."""

import re
from pathlib import Path

PLAIN_FUNCTION = (
    "{0} is a plain function: write @compiled above its def (from noughts.kernel import compiled), as compiled code "
    "calls compiled functions alone"
)
NO_ARRAY = "{0} is a list, set or dictionary, which compiled code cannot read: make it a tuple, or an array by np.array"
ALLOCATED = (
    "compiled code makes no lists, sets, texts or arrays, as it allocates nothing: write moves straight to `out`, "
    "keep what must last in a field of the state, and loop over ranges, tuples and arrays of the file"
)
MIXED = (
    "signed and unsigned integers are mixed, which gives floats: write np.uint64(1) for 1 beside unsigned numbers, "
    "and int64(...) around a field beside signed ones"
)
# By what the message contains; the first that fits.
_MISTAKES = (
    (r"Untyped (?:global|freevar) name '(\w+)':.*<class 'function'>", PLAIN_FUNCTION),
    (r"Untyped (?:global|freevar) name '(\w+)':.*<class '(?:list|set|dict)'>", NO_ARRAY),
    (r"type, assigned to variable '(\w+)' in globals, is not supported", NO_ARRAY),
    (r"NRT required but not enabled|Only accept returning of array passed|Function\(<class 'str'>\)", ALLOCATED),
    (r"imprecise type: (?:list|set)|(?:list|set)\.\w+ for ", ALLOCATED),
    (r"ufunc '\w+' not supported for the input types|>>> \w+\([^\n]*float64|[Cc]annot cast float64", MIXED),
)
_LINES = 3  # of any other message
_BOILERPLATE = ("Failed in nopython mode pipeline", "During: ", "raised from ", "File ", "There are ", "- Of which")


def remedy(words: str) -> str | None:
    """Advice on what to write instead, by a message of NumPy or Numba; None for one that is not known."""
    for pattern, advice in _MISTAKES:
        if found := re.search(pattern, words):
            return advice.format(*found.groups())
    return None


def why_not_compiled(error: Exception, function: str) -> str:
    """Why a function cannot be compiled, and where: "mygame.py, line 7, in play: …"."""
    words = str(error)
    places = re.findall(r'File "([^"]+)", line (\d+)|\bat ([^\n"]+?\.py) \((\d+)\)', words)
    names = [(Path(one or other), line or number) for one, line, other, number in places]
    place = next((f"{path.name}, line {line}, " for path, line in names if "site-packages" not in path.parts), "")
    told = remedy(words)
    if told is None:
        lines = (line.strip() for line in words.splitlines())
        short = [line for line in lines if line and not line.startswith(_BOILERPLATE)]
        told = f"it cannot be compiled: {' '.join(short[:_LINES])}"
    return f"{place}in {function}: {told}"
