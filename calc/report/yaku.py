"""What a yaku is worth, asked by its name: ``koikoi ino-shika-cho``, ``how many han is chinitsu in wrc``."""

from typing import Any

import msgspec

from calc.disputes.topics import MOST_ASKED, sets_in
from calc.disputes.yaku import SECTIONS, find_yaku, yaku_of
from calc.games import Game, Settings, all_games, game_named, load_rules
from calc.layout.document import Document, Text
from calc.layout.game import source_here
from calc.layout.tables import csv_text
from calc.layout.words import word
from calc.settling.settle import rules_named
from calc.tables.shelf import game_id_of
from calc.translation import say


def yaku_document(text: str, settings: Settings) -> Document | None:
    """The worth and the condition of the yaku that a text asks of, with its source; ``None`` for any other text.

    The rule set is that of the settings, else the one that the text names, else the default of the first game that has
    the yaku.
    """
    if len(text) > MOST_ASKED:
        return None
    for named, rest in sets_in(text):
        asked = settings.rules or named
        games = [game_named(str(game_id_of(asked)))] if isinstance(asked, str) else all_games()
        for game in games:
            rules = rules_named(game, named, settings, allow_file=True)
            words, lost = find_yaku(rest, rules)
            if not lost and (at := yaku_of(words, rules)) is not None:
                return _document(at[0], getattr(rules, at[0])[at[1]], rules, game)
    told = next((said for game in all_games() if game.yaku_told and (said := game.yaku_told(text))), text)
    return yaku_document(told, settings) if told != text else None


def _document(part: str, yaku: Any, rules: Any, game: Game) -> Document:
    worth, condition = (game.rule_words(rules, (SECTIONS[part], yaku.id, key)) or "" for key in ("value", "when"))
    source = source_here(rules, lambda other: getattr(other, part).get(yaku.id), load_rules)
    plain = {"rules": rules.label, "id": yaku.id, "name": msgspec.to_builtins(yaku.name), "worth": worth}
    plain |= {"condition": condition, "source": source}
    flat = {**plain, "name": yaku.name.text()}
    blocks = [
        Text(say("{name}: {worth}", name=yaku.name.text(), worth=worth), "answer", rules.full_label),
        Text(condition, indent="  "),
        Text(f"{word('source')}: {source}", indent="  "),
    ]
    return Document(yaku.name.text(), lambda page: blocks, [plain], lambda: csv_text([*flat], [flat]))
