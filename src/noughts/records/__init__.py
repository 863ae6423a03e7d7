"""Games written down: records, and the formats they are exchanged in (docs/records.md)."""

from noughts.records.encoding import decoded
from noughts.records.files import LARGEST, load_records, save_records, text_of
from noughts.records.formats import (
    FORMATS,
    Format,
    format_of_file,
    format_of_text,
    formats_for,
    read_records,
    write_records,
)
from noughts.records.game_date import GameDate
from noughts.records.record import (
    RESULTS,
    UNFINISHED,
    WINNERS,
    Record,
    RecordedMove,
    evaluation_tags,
    recorded,
    result_of,
)
from noughts.records.text import UnsaidError
from noughts.records.tree import MoveTree, Notes
from noughts.records.tree_json import tree_data, tree_of, tree_of_text, tree_text

__all__ = [
    "FORMATS",
    "LARGEST",
    "RESULTS",
    "UNFINISHED",
    "WINNERS",
    "Format",
    "GameDate",
    "MoveTree",
    "Notes",
    "Record",
    "RecordedMove",
    "UnsaidError",
    "decoded",
    "evaluation_tags",
    "format_of_file",
    "format_of_text",
    "formats_for",
    "load_records",
    "read_records",
    "recorded",
    "result_of",
    "save_records",
    "text_of",
    "tree_data",
    "tree_of",
    "tree_of_text",
    "tree_text",
    "write_records",
]
