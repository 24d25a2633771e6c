"""Logs of Tenhou in XML with one figure changed, as somebody would who wants more points."""

import re
from collections.abc import Iterator

#: Elements and attributes that hold figures which follow from the play.
FIGURES = {
    "INIT": ("ten",),
    "REACH": ("ten",),
    "AGARI": ("ba", "ten", "sc", "owari"),
    "RYUUKYOKU": ("ba", "sc", "owari"),
}
_ELEMENT = re.compile(r"<(INIT|REACH|AGARI|RYUUKYOKU)\b[^>]*>")


def falsified(text: str) -> Iterator[tuple[str, str]]:
    """Each figure of a log changed by itself: which one, and the log. Those of absent players are changed too."""
    for number, element in enumerate(_ELEMENT.finditer(text)):
        for key in FIGURES[element[1]]:
            found = re.search(rf' {key}="([^"]*)"', element[0])
            if not found:
                continue
            figures = found[1].split(",")
            for place, figure in enumerate(figures):
                start, end = element.start() + found.start(1), element.start() + found.end(1)
                other = _other(figure, is_level=(element[1], key, place) == ("AGARI", "ten", 2))
                changed = ",".join([*figures[:place], other, *figures[place + 1 :]])
                name = f"element {number}, {element[1]} {key}[{place}]: {figure} made {other}"
                yield name, text[:start] + changed + text[end:]


def _other(figure: str, *, is_level: bool) -> str:
    if is_level:
        return "0" if figure != "0" else "1"
    return str(float(figure) + 1) if "." in figure else str(int(figure) + 1)
