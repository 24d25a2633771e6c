"""The page: one file of HTML with all tiles and cards, the words on it, and the few files that it loads from here."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec

from calc.notation.tiles import parse_tiles
from calc.pictures import pieces
from calc.pictures.page import TEMPLATES, templates_in
from calc.translation import Phrases

_WORDS: Final = Phrases(
    "page",
    {
        "title": "yaku: who is right, and what does it pay?",
        "skip": "Skip to the page",
        "parts": "Parts of the page",
        "hand": "Hand",
        "points": "Points",
        "needs": "Last hand",
        "tables": "Tables",
        "language": "日本語",
        "rules": "Rules",
        "rules_of": "Rules: {}",
        "own_rules": "your own",
        "options": "House rules",
        "here": "{} (as the rule set has it)",
        "changed_rules": "{} changed",
        "all_as_set": "All as the rule set has them",
        "other_answer": "another answer...",
        "own_answer": "Answer",
        "use_answer": "Use this answer",
        "more": "More circumstances",
        "pick_for": "Tap to fill",
        "clear": "Clear",
        "clear_all": "Clear all",
        "back": "Remove the last",
        "all_others": "All other cards to {}",
        "remove": "Remove {}",
        "add": "Add {}",
        "empty": "none yet",
        "chi_next": "Tap the three tiles of the run.",
        "no_meld": "These three are no run and no triplet: tap again.",
        "full": "The hand is full. Choose what else to fill, or remove a tile.",
        "players": "Players",
        "player": "Player {}",
        "how_many": "How many",
        "plays": "plays",
        "dropped": "drops out",
        "forced_out": "forced out",
        "nobody": "nobody",
        "result": "Result",
        "waits": "What it waits for",
        "claim": "Somebody says otherwise?",
        "claim_label": "What is claimed, such as 7700, mangan, 3 han 40 fu, no tanyao",
        "judge": "Who is right?",
        "line": "As a line, for `yaku score`",
        "read_line": "Read this line",
        "link": "Copy a link to this hand",
        "copied": "Copied.",
        "to_table": "Add it to a table",
        "to_which": "Add it to {}",
        "no_such_table": "No table plays by these rules yet: {}.",
        "same_player": "Choose another player for each.",
        "from_table": "Seats, counters and sticks come from the table.",
        "start_hand": "Tap tiles or cards: the result comes by itself.",
        "lacking": "{} more, or a meld for every three.",
        "missing": "Not settled yet: {}",
        "worth": "Worth",
        "han": "Han",
        "fu": "Fu",
        "level": "Level",
        "by_count": "by han and fu",
        "honba": "Counters",
        "sticks": "Riichi sticks on the table",
        "points_title": "What han and fu pay",
        "points_none": "This rule set has no han and fu.",
        "needs_title": "What a player needs in the last hand",
        "score_of": "Points of {}",
        "who_asks": "Who asks",
        "everybody": "everybody",
        "place": "Place, or better",
        "ask": "Ask",
        "new_table": "New table",
        "left_out": "may be left out",
        "begin": "Begin",
        "table_name": "Name of the table (letters and digits, may be left out)",
        "loading": "Loading...",
        "no_tables": "No table yet.",
        "table": "Table {}",
        "open": "Open",
        "rounds": "Rounds",
        "correct_rounds": "Correct a round",
        "round_at": "Round {}",
        "correct": "Correct round {}",
        "add_round": "Add a round",
        "save_round": "Add the round",
        "save_correction": "Put the correction in",
        "cancel": "Cancel",
        "undo": "Undo the last change",
        "undone": "The last change is undone.",
        "added": "The round is added.",
        "corrected": "The round is corrected, and the rest settled again.",
        "all_tables": "All tables",
        "standings": "Standings of all tables",
        "what_happened": "What happened",
        "another_winner": "One more winner",
        "no_more": "No second winner",
        "by_hand": "a hand with tiles",
        "how_given": "Given as",
        "as_scores": "scores",
        "as_cards": "cards",
        "score_in_round": "Score of {}",
        "offline": "No connection. You see what was here before; a new hand is not settled until it is back.",
        "offline_save": "No connection: nothing was saved. What you entered is still here.",
        "offline_kept": "No connection; this is an earlier answer to the same question.",
        "conflict": "Somebody changed the table meanwhile; here it is anew.",
        "failed": "The server does not answer as expected.",
        "error_in": "{} (at: {})",
    },
)


# ---- the page and its files

LANGUAGES: Final = ("en", "ja")
_HOME: Final = Path(__file__).parent
_KINDS: Final = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/manifest+json",
    ".svg": "image/svg+xml",
}
_STATIC: Final = {path.name: path for path in (TEMPLATES / "blocks.css", *sorted((_HOME / "static").iterdir()))}
#: The files of the page, each with its kind.
FILES: Final = {name: _KINDS[Path(name).suffix] for name in (*_STATIC, "icon.svg")}


@cache
def page_in(lang: str) -> bytes:
    """The page in a language."""
    from markupsafe import Markup

    words = {key: _WORDS.text(key, lang) for key in _WORDS}
    told = msgspec.json.encode(words).decode()
    template = templates_in(_HOME / "templates").get_template("page.html")
    page = template.render(lang=lang, words=words, told=told, parts=Markup(_parts()))
    return page.encode()


@cache
def file_named(name: str) -> bytes:
    """One of :data:`FILES`. The worker has the version of all others in it, so that a new one is noticed."""
    if name == "icon.svg":
        return _icon().encode()
    data = _STATIC[name].read_bytes()
    return data.replace(b"@VERSION@", _version().encode()) if name == "sw.js" else data


@cache
def _version() -> str:
    found = sha256()
    for path in _STATIC.values():
        found.update(path.read_bytes())
    for lang in LANGUAGES:
        found.update(page_in(lang))
    return found.hexdigest()[:12]


def _parts() -> str:
    """All tiles and cards, each once; other pictures of the page use them."""
    drawn = pieces.parts("tile") | pieces.parts("card")
    return "".join(f'<g id="{name}">{body}</g>' for name, body in drawn.items())


def _icon() -> str:
    """The tile of the red dragon."""
    size, (dragon,) = f"{pieces.TILE_WIDTH + 20} {pieces.TILE_HEIGHT}", parse_tiles("7z")
    drawn = pieces.pieces()[pieces.tile_id(dragon)]
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-10 0 {size}">{drawn}</svg>'
