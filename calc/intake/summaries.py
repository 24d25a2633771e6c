"""What figures of a table are of others: their sum, their average; by arithmetic, and by what they are called."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from fractions import Fraction
from statistics import mean, median
from typing import Final

from calc.patterns import regex
from calc.translation import msg

#: What rows and columns are called that add up others; and those that tell what is usual or extreme.
_TOTALS: Final = (
    "total,totals,subtotal,sub-total,grand total,sum,sums,overall,count,counts,games,result,results,"
    "計,小計,合計,総計,累計,総合計,トータル,回数,対局数,試合数,总计,总分,合计,小计,합계,총계,소계,"
    "summe,gesamt,insgesamt,somme,total général,totale,somma,suma,totaal,итого,сумма,всего"
)
_USUAL: Final = (
    "average,averages,avg,mean,means,median,medians,min,minimum,max,maximum,best,worst,rank,ranks,ranking,place,places,"
    "平均,平均点,平均値,平均素点,総平均,全体平均,中央値,最大,最小,最高,最高点,最低,最低点,順位,着順,평균,"
    "durchschnitt,mittelwert,schnitt,moyenne,media,promedio,média,gemiddelde,среднее"
)
_KIND_OF: Final = {name: kind for kind, names in (("total", _TOTALS), ("usual", _USUAL)) for name in names.split(",")}
_STATISTICS: Final[dict[str, Callable[[list[Fraction]], Fraction | int]]] = {
    "the sum": sum,
    "the average": mean,
    "the median": median,
    "the least": min,
    "the most": max,
    "the number": len,
}
_FIGURE: Final = regex(r"[+-]?\d{1,3}(?:[, ]\d{3})+(?:\.\d+)?|[+-]?\d+(?:\.\d+)?")
#: Statistics that are no whole numbers, and what they are rounded to, the most first.
_ROUNDED: Final = (msg("the average"), msg("the median"))
_UNITS: Final = (1000, 100, 10)


def summary_named(text: str) -> str | None:
    """Whether a row or a column of this name adds up others (``total``) or tells what is ``usual`` or extreme.

    >>> summary_named("Total:"), summary_named("平均"), summary_named("Aki")
    ('total', 'usual', None)
    """
    return _KIND_OF.get(text.casefold().rstrip(" .:："))


def statistic_of(columns: Sequence[tuple[Fraction, list[Fraction]]], *, rounded: bool = True) -> str | None:
    """What all figures are of those beside them; averages may be ``rounded``. ``None`` if nothing.

    >>> statistic_of([(Fraction(26700), [Fraction(31000), Fraction(26000), Fraction(23000)])])
    'the average'
    """
    for name, of in _STATISTICS.items():
        spare = Fraction(1, 2) if rounded and name in _ROUNDED else 0
        if columns and all(abs(one - (of(own) if own else 0)) <= spare * _unit_of(one) for one, own in columns):
            return name
    return None


def _unit_of(figure: Fraction) -> Fraction:
    """What a figure may be rounded to, by its zeros."""
    if figure.denominator > 1:
        return Fraction(1, 10)
    return Fraction(next((unit for unit in _UNITS if figure % unit == 0), 1))


def figure_in(cell: str) -> Fraction | None:
    """The number in a cell, ``None`` for other text."""
    text = unicodedata.normalize("NFKC", cell).replace("\u2212", "-").removesuffix("点")
    text = re.sub(r"^[▲△▼]\s*", "-", text)
    return Fraction(re.sub(r"[, ]", "", text)) if _FIGURE.fullmatch(text) else None
