"""Notes on a move as they come together while a text is read: several comments, marks and shapes of one move."""

from dataclasses import dataclass, field

from noughts.errors import NoughtsError
from noughts.records.move_comments import note_and_words
from noughts.records.partial_record import PartialRecord
from noughts.records.record import RecordedMove
from noughts.records.tree import Notes

_NOTHING = RecordedMove("")


@dataclass(slots=True)
class GatheredNotes:
    at: int  # where the last of them stands in the text
    words: list[str] = field(default_factory=list)
    noted: RecordedMove = _NOTHING
    mark: str = ""
    shapes: list[str] = field(default_factory=list)

    def add_comment(self, text: str) -> None:
        """Take a comment: the first that is one of our notes is that, all others are words."""
        if self.noted == _NOTHING:
            self.noted, text = note_and_words(text)
        if text.strip():
            self.words.append(text)

    def add(self, other: "GatheredNotes") -> None:
        """Take what was gathered elsewhere, before this."""
        self.words[:0] = other.words
        self.shapes[:0] = other.shapes
        self.mark = self.mark or other.mark
        self.noted = other.noted if self.noted == _NOTHING else self.noted

    def notes(self) -> Notes:
        noted = self.noted
        return Notes("\n".join(self.words), noted.value, noted.depth, noted.seconds, self.mark, tuple(self.shapes))


class Notebook:
    """The notes on the nodes of a tree that is being read."""

    def __init__(self) -> None:
        self._gathered: dict[int, GatheredNotes] = {}

    def at(self, node: int, place: int) -> GatheredNotes:
        """The notes on a node, of which more stand at this place of the text."""
        found = self._gathered.setdefault(node, GatheredNotes(place))
        found.at = place
        return found

    def close(self, partial: PartialRecord) -> None:
        """Give the nodes their notes."""
        for node, gathered in self._gathered.items():
            try:
                partial.tree.set_notes(node, gathered.notes())
            except NoughtsError as error:
                raise partial.error(error, gathered.at) from None
