"""Position texts: each is one line, and reads back as the position that it was written for."""

from noughts.conformance.sample import ContractError, Sample, asking, differing_fields
from noughts.kernel.contract import key


def checked_text(sample: Sample) -> str:
    """The position's text; NoughtsError if it does not read back."""
    game, before = sample.game, sample.state.tobytes()
    with asking("write_position", sample):
        text = game.write_position(sample.state)
    if not isinstance(text, str) or not text.strip() or not text.isprintable():
        raise ContractError(f"write_position {sample} returns {text!r}; it must be a line of text")
    if sample.state.tobytes() != before:
        raise ContractError(f"write_position {sample} leaves the state changed; only play may")
    again = game.new_states(1)
    with asking(f"read_position of {text!r}, as written", sample):
        game.read_position(text, again[0])
    fields = differing_fields(sample.state, again[0])
    if fields == ["key"] or (not fields and key(again[0]) != key(sample.state)):
        raise ContractError(
            f"the text {text!r} reads back with another key than play made {sample}: "
            "is there something that play does not bring into the key, or read_position does not?"
        )
    if fields:
        raise ContractError(
            f"the text {text!r} reads back as another position {sample}: it differs in {', '.join(fields)}"
        )
    return text
