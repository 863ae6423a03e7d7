"""QR codes, drawn here: no link is told to another service."""

import io

import segno


def qr_svg(text: str) -> bytes:
    """The code as an SVG, dark on white whatever the page's colours: many phones read no other."""
    written = io.BytesIO()
    segno.make(text, error="m").save(written, kind="svg", scale=8, border=4, dark="#000", light="#fff")
    return written.getvalue()


def qr_text(text: str) -> str:
    """The code in half blocks, for a terminal."""
    written = io.StringIO()
    segno.make(text, error="l").terminal(written, border=2, compact=True)
    return written.getvalue()
