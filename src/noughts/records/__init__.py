"""Games written down: records, and the formats they are exchanged in."""

from noughts.records.record import RESULTS, UNFINISHED, Record, RecordedMove, recorded, result_of

__all__ = ["RESULTS", "UNFINISHED", "Record", "RecordedMove", "recorded", "result_of"]
