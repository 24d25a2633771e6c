"""Pictures taken apart: their elements, and what is left of them without colours."""

import re
from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"


def elements(shapes: str) -> list[ElementTree.Element]:
    """Every element of a drawing."""
    root = ElementTree.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{shapes}</svg>')
    return list(root.iter())[1:]


def names_of(shapes: str) -> set[str]:
    """The names of its elements."""
    return {one.tag.removeprefix(SVG) for one in elements(shapes)}


def without_colour(shapes: str) -> str:
    """A drawing in which all colours are the same."""
    return re.sub(r'"#[0-9a-f]{6}"', '"#"', shapes)
