"""A page in a real browser, and the taps of a person."""

from typing import Any

#: The middle of a key by its name, once it takes a tap and nothing lies over it.
KEY = """(name) => {
  const key = [...document.querySelectorAll(".key")].find((one) => one.ariaLabel === name && one.checkVisibility());
  if (!key || key.ariaDisabled === "true") return null;
  key.scrollIntoView({ block: "nearest" });
  const { x, y, width, height } = key.getBoundingClientRect();
  const middle = [x + width / 2, y + height / 2];
  return key.contains(document.elementFromPoint(...middle)) ? middle : null;
}"""


def tap(page: Any, *names: str) -> None:
    """Tap keys of the keypad by what a screen reader says of them: ``1 of characters``. A click of Playwright would
    search all pictures for their roles and wait two frames for each key to stand still, which tests of taps see to.
    """
    for name in names:
        page.mouse.click(*page.wait_for_function(KEY, arg=f"Add {name}").json_value())


def parts(page: Any) -> Any:
    """The page without the pictures of all tiles and cards, among which a role is searched for long."""
    return page.locator("header, main")


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


def boxes_of(page: Any, place: str) -> list[dict[str, float]]:
    """Where all elements of a kind are on the screen."""
    return list(page.locator(place).evaluate_all("all => all.map((one) => one.getBoundingClientRect().toJSON())"))


def fill(page: Any, slot: str) -> None:
    """Choose what the next taps fill."""
    parts(page).get_by_role("radio", name=slot, exact=True).check()


def choose(page: Any, group: str, name: str) -> None:
    """Choose one of a group of choices."""
    parts(page).get_by_role("group", name=group, exact=True).get_by_label(name, exact=True).check()


#: Whether something that is shown of a kind says a text, and stands where it stood a frame before.
SAYS = """([place, text]) => {
  const plain = (told) => told.replace(/\\s+/g, " ").trim();
  const says = (one) => one.checkVisibility() && plain(one.textContent).includes(plain(text));
  const found = [...document.querySelectorAll(place)].find(says);
  const before = window.stood;
  window.stood = found && JSON.stringify([place, text, found.getBoundingClientRect()]);
  return Boolean(found) && window.stood === before;
}"""


def says(page: Any, place: str, text: str) -> None:
    """Wait until something says a text, by frames: Playwright looks again after up to half a second."""
    page.wait_for_function(SAYS, arg=[place, text])


def brief(page: Any, part: str) -> None:
    """Wait until the result says something."""
    says(page, "#brief", part)
