"""The letters of a file's bytes. A wrong guess would spoil names without a word, so nothing is guessed."""

import codecs
import re
from contextlib import suppress
from encodings import normalize_encoding
from encodings.aliases import aliases

from noughts.errors import NoughtsError, shown
from noughts.records.text import UnsaidError

UTF_8 = "utf-8"
_MARKS = (
    (codecs.BOM_UTF8, UTF_8),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16's, with which it begins
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# Codecs by Python's names for them. It has more, some of them no letters at all (zlib) and some slow on purpose-made
# text (punycode); and it remembers for good each name that it was ever asked for, so only these are asked for.
_LETTERS = re.compile(
    r"utf_(8|16|32)(_(le|be|sig))?|ascii|latin_1|iso8859_\d{1,2}|cp\d{3,4}|koi8_[rut]|mac_(cyrillic|greek|latin2|roman)"
    r"|gb(2312|k|18030)|big5(hkscs)?|shift_jis(_2004)?|euc_(jp|kr)"
)
_DECLARED = re.compile(rb"(?<![A-Za-z])CA\s*\[\s*([A-Za-z0-9_.:-]{1,40})\s*\]")
_IS_SGF = re.compile(rb"\(\s*;\s*[A-Za-z]+\s*\[")
_HEAD = 10_000  # bytes in which an SGF says its encoding


def decoded(content: bytes, encoding: str | None = None) -> str:
    """The text of a file: in the encoding given; else by its byte order mark, in UTF-8, or as an SGF declares it.

    >>> decoded("(;CA[ISO-8859-1]PB[José])".encode("latin-1"))
    '(;CA[ISO-8859-1]PB[José])'
    >>> decoded("Žofie".encode("cp1250"), "cp1250")
    'Žofie'
    """
    if encoding is not None:
        text = _in_encoding(content, encoding)
        if text is None:
            raise NoughtsError(
                f"it is not text in {shown(encoding)}, or there is no such encoding; there are utf-8, cp1252, gb18030…"
            )
        return text
    declared = next((name for mark, name in _MARKS if content.startswith(mark)), None)
    text = _in_encoding(content, declared or UTF_8)
    if text is None and declared is None:
        declared = _declared(content)
        text = None if declared is None else _in_encoding(content, declared)
    if text is None:
        but = f"declares {declared}, but is no such text" if declared else "does not say in which encoding it is"
        raise UnsaidError(f"it is not text in UTF-8, and {but}", "encoding")
    return text


def _declared(content: bytes) -> str | None:
    head = content[:_HEAD]
    found = _DECLARED.search(head) if _IS_SGF.search(head) else None
    return found[1].decode() if found else None


def _in_encoding(content: bytes, encoding: str) -> str | None:
    """The decoded text; None if the bytes are no such text, or there is no such encoding."""
    name = normalize_encoding(encoding).lower()
    name = aliases.get(name, name)
    if not _LETTERS.fullmatch(name):
        return None
    # Latin-1 is read as Windows' superset of it, as browsers do: it has only control characters in these places.
    for one in ("cp1252", name) if name == "latin_1" else (name,):
        with suppress(UnicodeDecodeError, LookupError):
            return content.decode(one).removeprefix("\ufeff")
    return None
