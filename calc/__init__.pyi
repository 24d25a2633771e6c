"""The public names, each with its home: the one list of them, for type checkers, for editors and for the loader."""

from calc.batch.frames import (
    result_schema as result_schema,
    settle_arrow as settle_arrow,
)
from calc.batch.run import (
    settle_stream as settle_stream,
)
from calc.disputes.api import (
    Comparison as Comparison,
    compare as compare,
    dispute as dispute,
)
from calc.disputes.remedies import (
    Answer as Answer,
    Remedy as Remedy,
)
from calc.disputes.topics import Ruling as Ruling
from calc.disputes.verdict import (
    OneOfSeveral as OneOfSeveral,
    Verdict as Verdict,
    Verdicts as Verdicts,
)
from calc.errors import (
    CalcError as CalcError,
    HandError as HandError,
    NotationError as NotationError,
    NotPayableError as NotPayableError,
    NoYakuError as NoYakuError,
    RecordError as RecordError,
    RuleTableError as RuleTableError,
    UnreadableError as UnreadableError,
)
from calc.hanafuda.records.types import (
    HanafudaClaim as HanafudaClaim,
    HanafudaGame as HanafudaGame,
    HanafudaGameClaim as HanafudaGameClaim,
    HanafudaHand as HanafudaHand,
    HanafudaRound as HanafudaRound,
    ShownHand as ShownHand,
    WildUse as WildUse,
)
from calc.hanafuda.results import (
    HanafudaFirstWrong as HanafudaFirstWrong,
    HanafudaGameResult as HanafudaGameResult,
    HanafudaResult as HanafudaResult,
    NearLine as NearLine,
    NearPart as NearPart,
    PileYaku as PileYaku,
    PlayerResult as PlayerResult,
    StandingLine as StandingLine,
)
from calc.intake.entries import (
    Entry as Entry,
)
from calc.intake.records import (
    read_logs as read_logs,
    read_records as read_records,
)
from calc.mahjong.columns.arrays import (
    WinColumns as WinColumns,
    score_columns as score_columns,
)
from calc.mahjong.logs.events import (
    LoggedGame as LoggedGame,
    SaidDraw as SaidDraw,
    SaidGame as SaidGame,
    SaidRiichi as SaidRiichi,
    SaidRound as SaidRound,
    SaidWin as SaidWin,
    SaidYaku as SaidYaku,
)
from calc.mahjong.records.types import (
    Claim as Claim,
    Draw as Draw,
    FinalClaim as FinalClaim,
    Game as Game,
    GameClaim as GameClaim,
    Liable as Liable,
    NextClaim as NextClaim,
    Round as Round,
    RoundClaim as RoundClaim,
    Waiting as Waiting,
    Win as Win,
)
from calc.mahjong.report.points import (
    ByRon as ByRon,
    ByTsumo as ByTsumo,
    DealerTsumo as DealerTsumo,
    OtherTsumo as OtherTsumo,
    PointsAnswer as PointsAnswer,
)
from calc.mahjong.results import (
    DoraLine as DoraLine,
    FuLine as FuLine,
    ReadingLine as ReadingLine,
    WinResult as WinResult,
    YakuLine as YakuLine,
)
from calc.mahjong.rounds.needs import (
    DrawNeeded as DrawNeeded,
    Needs as Needs,
    Payment as Payment,
    Range as Range,
    WayNeeded as WayNeeded,
)
from calc.mahjong.rounds.results import (
    DrawLine as DrawLine,
    FinalLine as FinalLine,
    FirstWrong as FirstWrong,
    GameResult as GameResult,
    NextRound as NextRound,
    RoundResult as RoundResult,
    RoundWin as RoundWin,
)
from calc.mahjong.waits import (
    NoWin as NoWin,
    WaitLine as WaitLine,
    WaitsResult as WaitsResult,
    WaitWin as WaitWin,
)
from calc.outcomes import (
    Departure as Departure,
    Difference as Difference,
    ErrorLine as ErrorLine,
    Note as Note,
    Refusal as Refusal,
    Reply as Reply,
    Transfer as Transfer,
)
from calc.report.notebook import (
    rows as rows,
)
from calc.report.standings import (
    Standing as Standing,
    Standings as Standings,
    standings as standings,
)
from calc.schemas import (
    json_schema as json_schema,
)
from calc.settling.api import (
    explain as explain,
    find_waits as find_waits,
    load_rules as load_rules,
    needs as needs,
    points as points,
    score as score,
    score_many as score_many,
    settle_game as settle_game,
    settle_round as settle_round,
)
from calc.tables.ruleset import (
    Name as Name,
    OptionRule as OptionRule,
    RuleSet as RuleSet,
    Source as Source,
)

__version__: str
