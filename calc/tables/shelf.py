"""Find the file that a rule set's name means, and the game that a file is of."""

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from contextvars import ContextVar
from functools import cache, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from calc.errors import CalcError, RuleTableError, did_you_mean
from calc.fit import KeyPath
from calc.patterns import regex
from calc.strict_yaml import load
from calc.tables.table import RuleTable
from calc.text import UNPRINTABLE
from calc.translation import msg, one_by_one

#: What a list of yaku says as its ``kind``.
LIST: Final = "yaku"
_HEAD = regex(r"""^(game|extends|kind):[ ]*["']?([\w./-]+)""", re.MULTILINE)
#: The line that names a rule set, and what parts the words of a name.
_NAME = regex(r"^name: .*$", re.MULTILINE)
#: What parts a name from what the set is for: ``Tenhou, three players``, ``天鳳 三人打ち``.
_WHAT_FOR: Final = regex(r",|(?<=[^ -~]) |(?<=[^ -~]\d) ")
#: What parts the name of a rule set from what follows, and names from each other.
_GLUE: Final = "(?:の?ルール)?(?:では|だと|なら|の場合は?|って|[でのは])+、?"
_AND: Final = "[とや、]"
_NICKNAMES: Final = Path(__file__).with_name("nicknames.yaml")
_BETWEEN_WORDS = regex(r"[\s,、・_-]+")
#: How many rule sets are named in a message.
_MOST_BEGUN: Final = 6
# Limits of a rule file: far more than any game needs, and little enough to check quickly.
#: Bytes of a file; the largest that is shipped has 32,000.
MAX_BYTES: Final = 1 << 20
#: Values of a file (1,600), and choices of all its options (82), each of which is tried when a file is checked.
MAX_VALUES: Final = 5 << 10
MAX_CHOICES: Final = 256
#: Characters of a key (40) and of a text (120).
MAX_KEY: Final = 128
MAX_TEXT: Final = 2_048
#: The largest number (1,000,000): sums of products of such numbers stay within the engine's integers.
MAX_NUMBER: Final = 10_000_000
#: How many rule sets may extend each other in a row.
MAX_EXTENDS = 16


class Lent(NamedTuple):
    """The table of a rule file that was read on another machine, and the digest of what it says."""

    table: RuleTable
    digest: str


#: Such tables, by the names that their files have there.
lent: ContextVar[Mapping[str, Lent]] = ContextVar("lent", default=MappingProxyType({}))


@cache
def rules_folder() -> Path:
    """The folder of the shipped rules: inside the installed package, else beside ``calc/`` in our own checkout.

    Raises :class:`RuleTableError` where neither is there.
    """
    package = Path(__file__).resolve().parent.parent
    installed = package / "rules"
    if installed.is_dir():
        return installed
    project = package.parent / "pyproject.toml"
    # Only our own checkout: a stranger's folder that happens to hold `calc` and `rules` is not the law.
    if project.is_file() and 'name = "yaku-calc"' in project.read_text(encoding="utf-8"):
        return package.parent / "rules"
    raise RuleTableError(
        "the shipped rules were found neither in {0} nor beside {1}; install yaku-calc again", installed, package
    )


@cache
def shipped_files() -> dict[str, Path]:
    """All tables that ship, by the name of their file."""
    found = (Path(folder, name) for folder, _, names in os.walk(rules_folder()) for name in names)
    return {path.stem: path for path in sorted(found) if path.suffix == ".yaml"}


@cache
def rule_set_ids() -> list[str]:
    """The ids of all shipped rule sets, in alphabetical order. Parts of them, such as a deck, say ``kind``."""
    return sorted(filter(_is_set, shipped_files()))


def _is_set(name: str) -> bool:
    return "kind" not in next(_heads(name))


@cache
def list_ids() -> list[str]:
    """The ids of the shipped lists of yaku, which rule sets can take yaku from."""
    return sorted(name for name in shipped_files() if game_id_of(name) == LIST)


def is_there(path: Path) -> bool:
    """Whether there is a file at ``path``; false too for a name that no file can have, and in a closed folder."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def read_text(path: Path) -> str:
    """The text of a rule file.

    Raises :class:`RuleTableError` for a file that is too large, cannot be read or is not UTF-8.
    """
    file = str(path)
    try:
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            raise RuleTableError("expected a rule file of at most {0} bytes, found more", f"{MAX_BYTES:,}", file=file)
        return data.decode("utf-8-sig")
    except OSError as error:
        raise RuleTableError("the file cannot be read: {0}", error.strerror or error, file=file) from None
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        message = "expected text in UTF-8, found other bytes; save it as UTF-8"
        raise RuleTableError(message, file=file, line=line) from None


def times_of(files: Iterable[str]) -> dict[str, int]:
    """When each file was last changed; 0 for one that has gone."""
    times = dict.fromkeys(files, 0)
    for file in times:
        with suppress(OSError):
            times[file] = os.stat(file).st_mtime_ns
    return times


def find_excess(data: dict[str, Any]) -> tuple[str, KeyPath] | None:
    """The first value that is too large or cannot be printed: a message and its path; none if all values are fine."""
    left: list[tuple[KeyPath, Any]] = [((), data)]
    count = 0
    while left:
        path, value = left.pop()
        count += 1
        if count > MAX_VALUES:
            return msg("expected at most {0} values in a rule file, found more", f"{MAX_VALUES:,}"), ()
        message = _why_not(path[-1], MAX_KEY, msg("a key")) if path else None
        if isinstance(value, dict):
            left += [((*path, key), inner) for key, inner in reversed(value.items())]
        elif isinstance(value, list):
            left += [((*path, place), value[place]) for place in reversed(range(len(value)))]
        else:
            message = message or _why_not(value, MAX_TEXT, msg("a text"))
        if message is not None:
            return message, path
    options = data.get("options")
    entries = options.values() if isinstance(options, dict) else ()
    of_each = [entry.get("choices") for entry in entries if isinstance(entry, dict)]
    total = sum(len(one) for one in of_each if isinstance(one, dict))
    if total > MAX_CHOICES:
        sizes = f"{MAX_CHOICES:,}", f"{total:,}"
        return msg("expected at most {0} choices of all options together, found {1}", *sizes), ("options",)
    return None


def _why_not(value: Any, longest: int, what: str) -> str | None:
    """Why a key or a single value may not be in a rule file; none if it may."""
    if isinstance(value, str):
        found = UNPRINTABLE.search(value)
        if found is not None:
            return msg("expected {0} of one line that can be shown, found {1!r} in it; leave it out", what, found[0])
        if len(value) > longest:
            sizes = f"{longest:,}", f"{len(value):,}"
            return msg("expected {0} of at most {1} characters, found {2}; make it shorter", what, *sizes)
    elif isinstance(value, int | float) and abs(value) > MAX_NUMBER:
        return msg("expected numbers up to {0}, found one of {1} characters", f"{MAX_NUMBER:,}", len(str(value)))
    return None


def is_file_name(name: str) -> bool:
    """Whether ``name`` means a file (``./house.yaml``) rather than a shipped id (``tenhou``)."""
    return "/" in name or name.endswith((".yaml", ".yml"))


def set_named(name: str, *, for_three: bool = False) -> str | None:
    """The id of the shipped rule set that a name means: an id in any spelling (``Koi-Koi``), or the name of the set in
    any language (``こいこい``), which may leave out what it is for (``天鳳``). ``None`` for other names, and for one
    that several sets have. ``for_three``: whether a name that is no id means the set for three players beside that.
    """
    if name in shipped_files() and _is_set(name):
        return name
    found = _by_name().get(plain(name))
    return (_by_name().get(plain(f"{found}-sanma")) if for_three else None) or found


def part_set(text: str) -> str:
    """A line with blanks in place of what Japanese writes between the name of a rule set, which it begins with, and the
    rest. It keeps its length.

    >>> part_set("天鳳だと3翻40符")
    '天鳳  3翻40符'
    """
    found = None if text.isascii() else _glued().match(text, len(text) - len(text.lstrip()))
    return text if found is None else f"{text[: found.end('name')]}{' ' * len(found['glue'])}{text[found.end() :]}"


def sets_glued(text: str) -> tuple[list[str], str]:
    """The rule sets that a text in Japanese names anywhere, and the rest of it.

    >>> sets_glued("西入する？雀魂とMリーグで"), sets_glued("アガリやめって天鳳はできる")
    ((['mahjong-soul', 'm-league'], '西入する？'), (['tenhou'], 'アガリやめって、できる'))
    """
    named = dict.fromkeys(filter(None, (set_named(one["name"]) for one in _glued_within().finditer(text))))
    rest = re.sub("^、|(?<=[、。?？])、", "", _glued_within().sub("、", text)) if named else text
    return [*named], rest.strip(" 、") if named else text


@cache
def _glued_within() -> re.Pattern[str]:
    # Names of games of flower cards are those of yaku too.
    of_game = game_id_of("riichi")
    known = (one for one in _names() if len(one) > 1 and game_id_of(set_named(one) or "") == of_game)
    names = "|".join(re.escape(one) for one in known if not one.isascii())
    # ``Mリーグに数え役満ある``, but not ``Mリーグについて``.
    within = "に(?:は|も(?!っ))?(?!つい|関|似|近|比|入|参|出|行|勝|負|慣|向)"
    glue = rf"では|{within}|だと|なら|の場合は?|って|で(?!き)|[のは]|{_AND}(?=(?:{names}))|(?=[。?？、\s(（]|$)"
    return re.compile(rf"(?P<name>{names})(?:の?(?:ルール|大会|公式戦))?(?:{glue})[。、]?", re.IGNORECASE)


@cache
def _names() -> list[str]:
    return sorted({*_by_name(), *rule_set_ids()}, key=len, reverse=True)


@cache
def _glued() -> re.Pattern[str]:
    names = "|".join(map(re.escape, _names()))
    return re.compile(rf"(?P<name>{names})(?P<glue>{_GLUE}|{_AND}(?=(?:{names})))", re.IGNORECASE)


@cache
def _by_name() -> dict[str, str | None]:
    found: dict[str, str | None] = {}
    begun: dict[str, list[str]] = {}
    for name in rule_set_ids():
        line = _NAME.search(shipped_files()[name].read_text(encoding="utf-8"))
        names = load(line.group(), file=None).value["name"].values() if line else ()
        for word in {plain(one) for one in names}:
            found[word] = None if word in found else name
        for word in {plain(_WHAT_FOR.split(one)[0]) for one in names}:
            begun.setdefault(word, []).append(name)
    for word, ids in begun.items():
        first = min(ids, key=len)
        if word not in found and all(one == first or one.startswith(f"{first}-") for one in ids):
            found[word] = first
    nicknames = load(_NICKNAMES.read_text(encoding="utf-8"), file=_NICKNAMES.name).value
    found = {plain(word): name for name, words in nicknames.items() for word in words} | found
    return found | {plain(name): name for name in rule_set_ids()}


def plain(name: str) -> str:
    """A name as names are compared: in lower case, its words joined."""
    return _BETWEEN_WORDS.sub("", name.casefold())


def find_rule_file(name: str, *, beside: Path | None = None) -> Path:
    """The file that ``name`` means: a path, a shipped id, or (for ``extends``) a file in the folder ``beside``.

    Raises :class:`RuleTableError` (``unknown_rules``) with the nearest known id.
    """
    if beside is not None:
        neighbour = beside / (name if name.endswith((".yaml", ".yml")) else f"{name}.yaml")
        if Path(name).name == name and name not in shipped_files() and is_there(neighbour):
            return neighbour
    elif is_file_name(name):
        path = Path(name)
        if not is_there(path):
            raise _unknown(msg("expected a rule file, but there is no file {0!r}", name))
        return path
    known = name if name in shipped_files() else set_named(name)
    if known is not None:
        return shipped_files()[known]
    here = next((f"./{name}{ending}" for ending in (".yaml", ".yml") if is_there(Path(f"{name}{ending}"))), None)
    hint = msg("; did you mean the file {0}?", here) if here else did_you_mean(name, rule_set_ids())
    # A word that begins the names of a few sets, `雀魂` or `World`.
    word = plain(name)
    several = [*dict.fromkeys(one for title, one in _by_name().items() if one and title.startswith(word))]
    if not hint and len(word) > 1 and 1 < len(several) <= _MOST_BEGUN:
        raise _unknown(msg("{0!r} may be {1}; write one of them", name, one_by_one(several, " or ")))
    raise _unknown(msg("unknown rule set {0!r}{1} (`yaku rules list` names them all)", name, hint))


def _unknown(message: str) -> RuleTableError:
    return RuleTableError(message, code="unknown_rules", key="rules")


@lru_cache(maxsize=256)
def _read_head(path: Path, changed: int, size: int) -> dict[str, str]:
    """The keys that name a file's game. They are kept while the file is unchanged: every refused record asks."""
    text = read_text(path)
    found = dict(_HEAD.findall(text))
    with suppress(CalcError):
        value = found or load(text, file=None).value  # several keys in a line, as in JSON
        said = value if isinstance(value, dict) else {}
        found = {key: said[key] for key in ("game", "extends", "kind") if isinstance(said.get(key), str)}
    return found


def _heads(name: str) -> Iterator[dict[str, str]]:
    """The heads of a rule set and of what it extends, as far as they can be read."""
    path: Path | None = None
    for _ in range(MAX_EXTENDS):
        try:
            path = find_rule_file(name, beside=path.parent if path is not None else None)
            state = path.stat()
            found = _read_head(path.absolute(), state.st_mtime_ns, state.st_size)
        except (RuleTableError, OSError):
            return
        yield found
        if "extends" not in found:
            return
        name = found["extends"]


def bases_of(name: str) -> list[str]:
    """What a rule set extends, as its files name it, the most general first."""
    return [found["extends"] for found in _heads(name) if "extends" in found][::-1]


def game_id_of(name: str) -> str | None:
    """The game of a rule set: its ``game``, or that of the set it extends; for a part of rule sets, its ``kind``.

    ``None`` if the file does not say, or cannot be read: loading it explains what is wrong.
    """
    if name in lent.get():
        return str(lent.get()[name].table.data["game"])
    for depth, found in enumerate(_heads(name)):
        if depth == 0 and "kind" in found:
            return found["kind"]
        if "game" in found:
            return found["game"]
    return None


@cache
def sets_of_game(game: str) -> list[str]:
    """The ids of the shipped rule sets of a game, the most general first: a set comes after those it extends."""
    ids = [name for name in rule_set_ids() if game_id_of(name) == game]
    return sorted(ids, key=lambda name: len([*_heads(name)]))
