"""A page in a real browser, and the taps of a person."""

from typing import Any


def tap(page: Any, *names: str) -> None:
    """Tap keys of the keypad by what a screen reader says of them: ``1 of characters``."""
    for name in names:
        page.get_by_role("button", name=f"Add {name}", exact=True).first.click()


def tiles(text: str) -> list[str]:
    """``123m4z`` as names of tiles."""
    suits = {"m": "characters", "p": "circles", "s": "bamboo"}
    honours = ("East", "South", "West", "North", "white dragon", "green dragon", "red dragon")
    found, digits = [], ""
    for letter in text:
        if letter.isdigit():
            digits += letter
            continue
        for digit in digits:
            red = "red 5" if digit == "0" else digit
            found.append(honours[int(digit) - 1] if letter == "z" else f"{red} of {suits[letter]}")
        digits = ""
    return found


def fill(page: Any, slot: str) -> None:
    """Choose what the next taps fill."""
    page.get_by_role("radio", name=slot, exact=True).check()


def choose(page: Any, group: str, name: str) -> None:
    """Choose one of a group of choices."""
    page.get_by_role("group", name=group, exact=True).get_by_label(name, exact=True).check()


def brief(page: Any, part: str) -> None:
    """Wait until the result says something."""
    page.locator("#brief", has_text=part).wait_for()
