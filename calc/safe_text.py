r"""Text from strangers, made harmless for whoever looks at it: a terminal, a line of a message, a spreadsheet.

A name, an id or a file name may hold what moves the cursor, colours the screen, turns the direction of writing or ends
a line. Nothing of it is taken out of records and results; it is replaced where they are shown, and only there.

Cells of CSV are data that people open in spreadsheets, where text may be taken for a formula. The rule is exact and can
be turned round: a text that begins with any number of ``'`` and then with one of ``= + - @``, their wide forms
``＝ ＋ － ＠``, a tab or an end of a line gets one ``'`` in front, which is the mark of text in spreadsheets. So a cell
that matches ``^'+[=+\-@＝＋－＠\t\r\n]`` loses one ``'`` to be what it was, and any other is what it was. Numbers are
no text and stay as they are.
"""

from __future__ import annotations

import re
from typing import Any, Final

#: What moves the cursor, colours the screen, parts lines or turns the direction of writing, and halves of characters.
UNPRINTABLE: Final = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb]"
)
_FORMULA: Final = re.compile(r"'*[=+\-@＝＋－＠\t\r\n]")


def printable(text: str) -> str:
    r"""The text in one line that a terminal only shows: a name from a stranger's file must not steer it.

    >>> printable("Aki\x1b[2J")
    'Aki�[2J'
    """
    return UNPRINTABLE.sub("\ufffd", text)


def printable_lines(text: str) -> str:
    """The same for text of several lines, which stay lines."""
    return "\n".join(map(printable, text.split("\n")))


def escaped(json: str) -> str:
    r"""JSON text with whatever a terminal would obey spelled as JSON's own escapes: the values are the same.

    >>> print(escaped('{"name":"Aki\x9b2J"}'))
    {"name":"Aki\u009b2J"}
    """
    # JSON has control characters in its texts only as escapes: an end of a line stands between texts.
    return UNPRINTABLE.sub(lambda found: found[0] if found[0] == "\n" else f"\\u{ord(found[0]):04x}", json)


def guarded(cell: Any) -> Any:
    """A cell of CSV that no spreadsheet takes for a formula; see the rule above.

    >>> [guarded(cell) for cell in ("=1+1", "'=1+1", "Aki", "'Aki", -100)]
    ["'=1+1", "''=1+1", 'Aki', "'Aki", -100]
    """
    return f"'{cell}" if isinstance(cell, str) and _FORMULA.match(cell) else cell


def cut(text: str, longest: int) -> str:
    """The text, with its middle left out where it is longer than ``longest``.

    >>> cut("abcdefghijklmnopqrstuvwxyz", 20)
    'abcdefghij ... vwxyz'
    """
    return text if len(text) <= longest else f"{text[: longest - longest // 4 - 5]} ... {text[-(longest // 4) :]}"
