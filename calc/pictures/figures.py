"""What flower cards show beside the plants: animals and objects, by the id of their card."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from calc.pictures.svg import (
    BLUE,
    BROWN,
    GREEN,
    INK,
    PURPLE,
    RED,
    WHITE,
    YELLOW,
    area,
    box,
    circle,
    ellipse,
    group,
    line,
)


def crane() -> str:
    """A crane before the rising sun."""
    sun = circle(40, 27, 13, RED)
    legs = line("M28 66L26 84M34 66L36 84", INK, 1.6)
    body = area("M12 58Q18 46 32 48Q46 50 48 60Q38 70 24 68Q16 66 12 58Z", WHITE, INK, 1.2)
    tail = area("M12 58Q6 62 6 72Q14 72 24 67Q18 64 12 58Z", INK)
    neck = line("M40 52Q48 42 40 32Q36 26 28 27", INK, 6) + line("M40 52Q48 42 40 32Q36 26 28 27", WHITE, 4)
    head = area("M30 24L18 29L30 30Z", INK) + area("M26 25Q30 19 35 24Z", RED) + circle(30, 27, 0.9, INK)
    return sun + legs + body + tail + neck + head


def curtain() -> str:
    """A curtain of broad stripes."""
    cloth = area("M2 64Q16 72 30 64Q44 72 58 64V94H2Z", WHITE, INK, 1.4)
    stripes = "".join(
        area(f"M{x} 68V94H{x + 6}V68Z", ink) for x, ink in ((6, PURPLE), (18, RED), (36, RED), (48, PURPLE))
    )
    band = line("M2 64Q16 72 30 64Q44 72 58 64", RED, 4)
    crest = circle(30, 81, 5.5, WHITE, INK, 1.4) + circle(30, 81, 2, INK)
    return cloth + stripes + band + crest


def moon() -> str:
    """A full moon in a red sky; the hill comes after it."""
    return box(3, 3, 54, 80, "#c4452f") + circle(31, 42, 20, WHITE, INK, 0.8)


def rain_man() -> str:
    """The man under his umbrella who watches the frog."""
    stream = line("M4 86Q20 80 34 87T57 84M4 92Q22 86 38 92", BLUE, 2)
    robe = area("M24 50Q32 44 42 50L48 82Q34 88 20 80Z", "#3a4f9a", INK, 1) + line(
        "M33 50L30 82M24 62L44 66", WHITE, 1.4
    )
    face = circle(33, 44, 5.4, WHITE, INK, 1) + area("M28 40Q33 32 38 40Z", INK)
    umbrella = area("M8 36Q14 18 34 17Q54 18 58 38Q46 31 34 36Q20 30 8 36Z", YELLOW, INK, 1.4)
    ribs = line("M34 17V36M34 17L20 33M34 17L47 33M44 50L46 34", INK, 1.1)
    frog = (
        ellipse(11, 76, 6, 4, GREEN)
        + circle(8, 71.5, 2, GREEN)
        + circle(13, 71.5, 2, GREEN)
        + line("M5 79L3 82M16 79L18 82", GREEN, 1.6)
    )
    return stream + robe + face + umbrella + ribs + frog


def phoenix() -> str:
    """A phoenix with its long tail."""
    tail = "".join(
        line(d, ink, 3)
        for d, ink in (
            ("M34 46Q48 52 46 66Q44 74 52 76", RED),
            ("M32 48Q38 58 34 70Q32 78 40 82", YELLOW),
            ("M30 48Q28 60 22 68Q16 76 22 84", RED),
        )
    )
    eyes = circle(52, 76, 3, YELLOW, RED) + circle(40, 82, 3, RED, YELLOW) + circle(22, 84, 3, YELLOW, RED)
    wings = area("M28 42Q10 44 4 28Q16 32 22 30Q28 34 32 38Z", YELLOW, RED, 1.4) + area(
        "M34 38Q42 28 56 30Q52 44 38 46Z", YELLOW, RED, 1.4
    )
    body = ellipse(31, 41, 6, 9, RED, 20, YELLOW)
    head = circle(27, 30, 4.6, YELLOW, RED, 1.2) + area("M23 29L16 32L23 33Z", INK) + circle(26, 29, 1, INK)
    return tail + eyes + wings + body + head + line("M28 26Q28 20 34 19M30 27Q34 23 39 24", RED, 1.6)


def bush_warbler() -> str:
    """A small bird on the branch."""
    tail = area("M38 40L56 33L54 39L42 48Z", "#5d7a2d", INK, 0.8)
    body = area("M14 34Q18 24 28 27Q42 30 43 44Q34 54 22 48Q14 44 14 34Z", "#7d9b3a", INK, 1)
    wing = area("M24 36Q36 34 42 44Q32 48 24 36Z", "#4c6624")
    head = area("M15 31L7 33L15 36Z", INK) + circle(19, 32, 1.5, INK)
    return tail + body + wing + head + line("M26 50V56M31 50V56", INK, 1.4)


def cuckoo() -> str:
    """A cuckoo in flight below the crescent."""
    crescent = area("M43 22A9 9 0 1 0 52 35A10.5 10.5 0 0 1 43 22Z", YELLOW, INK, 0.8)
    wings = area("M26 58Q12 46 6 30Q22 38 32 52Z", "#5b6470", INK, 1) + area(
        "M30 58Q44 48 56 50Q46 62 34 62Z", "#5b6470", INK, 1
    )
    body = area("M14 66Q22 54 34 54Q42 58 54 74Q40 72 28 70Q20 72 14 66Z", "#8a8f97", INK, 1)
    breast = line("M22 64Q26 66 30 64M24 68Q29 70 34 67", WHITE, 1.4)
    return crescent + wings + body + breast + area("M15 64L8 67L15 69Z", RED) + circle(19, 63.5, 1.3, WHITE)


def bridge() -> str:
    """Planks across the water."""
    planks = "".join(
        area(d, "#a9743f", INK, 1.2)
        for d in ("M2 70L32 62L36 69L6 78Z", "M24 84L54 74L58 81L28 92Z", "M26 66L36 69L32 84L24 82Z")
    )
    posts = line("M8 76V86M30 69V78M30 90V94M54 80V90", INK, 2)
    return line("M4 90H20M40 68H56", BLUE, 1.4) + posts + planks


def butterflies() -> str:
    """Two butterflies."""
    one = (
        ellipse(-6, -4, 7, 5, YELLOW, 35, INK) + ellipse(6, -4, 7, 5, YELLOW, -35, INK)
        + ellipse(-4, 5, 5, 3.6, RED, -30, INK) + ellipse(4, 5, 5, 3.6, RED, 30, INK)
        + line("M0 -6V8M0 -6Q-3 -12 -6 -12M0 -6Q3 -12 6 -12", INK, 1.4) + circle(-7, -4, 1.6, WHITE) + circle(7, -4, 1.6, WHITE)
    )  # fmt: skip
    return group(one, "translate(19 38) rotate(-18) scale(1.05)") + group(one, "translate(44 46) rotate(24) scale(.9)")


def boar() -> str:
    """A boar lying in the clover."""
    body = area("M10 66Q12 46 32 44Q52 46 55 66Q54 76 44 76H20Q10 76 10 66Z", "#4a3020", INK, 1)
    bristles = line("M18 50L15 45M24 46L22 40M31 44V38M38 45L40 39M45 49L49 44", INK, 1.8)
    head = area("M22 58Q10 54 5 68Q4 74 10 76Q22 76 26 68Z", "#6b4a33", INK, 1)
    face = area("M16 57L20 48L24 58Z", "#4a3020") + circle(15, 64, 1.5, WHITE) + circle(7, 71, 2.2, "#d8a58a", INK, 0.8)
    tusk = line("M12 74Q14 69 18 70", WHITE, 1.8)
    return bristles + body + line("M34 54Q42 52 47 60M34 62Q42 62 46 68", "#7d5a40", 1.6) + head + face + tusk


def geese() -> str:
    """Three geese in flight."""
    one = (
        area("M-9 0Q-3 -3 3 -1L9 -3L5 3Q-2 5 -9 0Z", INK)
        + area("M-2 0Q-6 -10 2 -12Q2 -6 4 0Z", "#4b4b47")
        + area("M0 1Q6 6 10 12Q0 10 -3 2Z", "#4b4b47")
    )
    return "".join(
        group(one, f"translate({x} {y}) scale({size})") for x, y, size in ((19, 36, 1.1), (43, 32, 0.95), (35, 54, 1))
    )


def sake_cup() -> str:
    """A flat red cup."""
    foot = area("M24 66H42L40 72H26Z", "#8d1a20", INK, 1)
    bowl = area("M6 46Q10 66 33 67Q56 66 60 46Z", RED, INK, 1.2)
    rim = ellipse(33, 46, 27, 8, "#8d1a20", 0, YELLOW) + ellipse(33, 47.5, 21, 4.6, "#e9d7a2")
    return group(foot + bowl + rim + line("M26 57H40M33 53V62M28 61H38", YELLOW, 1.8), "translate(2 -2) scale(.9)")


def deer() -> str:
    """A deer that looks back."""
    legs = line("M20 66V88M26 68V88M42 66L44 88M48 64L51 88", "#8a5a2b", 3)
    body = area("M14 56Q16 48 30 50Q50 48 53 58Q53 70 40 69Q26 72 18 68Q13 64 14 56Z", "#b0763a", INK, 1)
    neck = area("M16 60Q12 48 18 38L27 40Q25 48 29 56Z", "#b0763a", INK, 1)
    head = area("M16 41Q18 33 27 34L36 40Q34 44 26 43Q20 46 16 41Z", "#b0763a", INK, 1) + circle(25, 38, 1.3, INK)
    antlers = line("M19 35Q12 28 14 20M16 29L9 25M23 34Q26 26 23 18M24 27L31 22", BROWN, 2)
    spots = "".join(circle(x, y, 1.7, WHITE) for x, y in ((24, 57), (32, 55), (40, 57), (47, 60), (28, 63), (37, 63)))
    return legs + neck + body + head + antlers + spots


def swallow() -> str:
    """A swallow that dives."""
    tail = line("M38 34L56 20M38 38L58 32", INK, 2.6)
    wings = area("M30 44Q42 50 46 66Q30 62 22 50Z", "#27336b", INK, 1) + area(
        "M28 40Q20 30 6 30Q12 42 24 48Z", "#27336b", INK, 1
    )
    body = area("M16 56Q20 42 40 34Q40 44 26 54Q22 60 16 56Z", "#27336b", INK, 1)
    belly = area("M18 58Q26 56 34 44Q30 58 20 61Z", WHITE)
    return tail + wings + body + belly + circle(18, 57, 3.6, RED, INK) + area("M15 58L9 64L17 61Z", INK)


def lightning() -> str:
    """A thunderstorm: drum, claw and bolt."""
    sky = box(3, 3, 54, 90, "#b8232b") + area("M3 70Q16 56 26 68Q40 54 57 66V93H3Z", INK)
    strands = line("M10 3Q14 26 8 46M22 3Q26 22 20 36M50 3Q46 22 52 44", INK, 2.4)
    bolt = area("M38 14L22 46H32L24 76L48 38H36L46 14Z", YELLOW, INK, 1.6)
    drum = circle(44, 80, 8, YELLOW, WHITE, 1.4) + area("M44 80m-5 0a5 5 0 0 1 5 -5a5 5 0 0 1 0 5a5 5 0 0 0 -5 0Z", RED)
    return sky + strands + bolt + drum


def yellow_ground() -> str:
    """The yellow field by which one chaff of December differs."""
    return box(3, 68, 54, 25, YELLOW) + line("M3 74H57M3 80H57M3 86H57", WHITE, 1.2)


#: Figures in front of their plants, by card.
FIGURES: Final[dict[str, Callable[[], str]]] = {
    "crane": crane, "curtain": curtain, "rain-man": rain_man, "phoenix": phoenix, "bush-warbler": bush_warbler,
    "cuckoo": cuckoo, "bridge": bridge, "butterflies": butterflies, "boar": boar, "geese": geese,
    "sake-cup": sake_cup, "deer": deer, "swallow": swallow,
}  # fmt: skip
#: Grounds behind their plants, by card.
GROUNDS: Final[dict[str, Callable[[], str]]] = {"moon": moon, "yellow-paulownia": yellow_ground}
#: Figures in place of a plant.
ALONE: Final[dict[str, Callable[[], str]]] = {"lightning": lightning}
