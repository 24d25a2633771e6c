"""``yaku serve``: a page for the phone at the table."""

import sys
from importlib.util import find_spec
from pathlib import Path
from secrets import token_urlsafe
from typing import Annotated, Final

from typer import Option

from calc.cli.options import check_house_file, default_rules
from calc.cli.screen import misused
from calc.errors import CalcError
from calc.text import printable

_NEEDED: Final = ("litestar", "uvicorn")

# fmt: off
_Host = Annotated[str, Option(help="The address to serve at; 0.0.0.0 for everybody in the room's network.")]
_Port = Annotated[int, Option(min=0, max=65535, help="The port; 0 takes any free one.")]
_Tables = Annotated[Path, Option(metavar="FOLDER", help="The folder in which games at the table are kept.")]
_Shelf = Annotated[Path | None, Option(metavar="FOLDER", help="A folder of rule files to choose from too.")]
_Static = Annotated[Path | None, Option(metavar="FOLDER", help="Write the page with the engine inside into a folder.")]
# fmt: on


def serve_page(
    host: _Host = "127.0.0.1",
    port: _Port = 8253,
    tables: _Tables = Path("tables"),
    rules_folder: _Shelf = None,
    static: _Static = None,
) -> None:
    """Serve a page for the phone at the table: hands by a tile keypad, claims, waits, and games as they are played."""
    if rules_folder is not None and not rules_folder.is_dir():
        raise misused("there is no folder {0!r}", str(rules_folder), at="--rules-folder")
    fallback = default_rules()
    for name in fallback.values():
        check_house_file(name)
    if static is not None:
        from calc.serve.alone import write_folder
        from calc.serve.shelf import Shelf

        size = write_folder(static, Shelf(rules_folder, fallback))
        print(printable(f"{static}: {size / 1e6:.1f} MB; to try it: python -m http.server --directory {static}"))
        return
    if any(find_spec(name) is None for name in _NEEDED):
        raise CalcError("yaku serve needs packages that are not installed: pip install 'yaku-calc[serve]'")
    from calc.serve.answers import is_loopback
    from calc.serve.app import make_app
    from calc.serve.guard import listen, run, shown_host
    from calc.serve.shelf import Shelf
    from calc.serve.tables import Tables

    if tables.exists() and not tables.is_dir():
        raise misused("{0!r} is no folder", str(tables), at="--tables")
    is_local = is_loopback(host)
    token = None if is_local else token_urlsafe(18)
    at = listen(host, port)
    address = f"http://{shown_host(host)}:{at.getsockname()[1]}/" + (f"{token}/" if token else "")
    home = None if is_local else address
    app = make_app(Tables(tables, Shelf(rules_folder, fallback)), token=token, only_loopback=is_local, home=home)
    _tell(address, tables, with_code=not is_local)
    run(app, at)


def _tell(address: str, tables: Path, *, with_code: bool) -> None:
    """Say where the page is, with a code to scan where phones can reach it."""
    print(printable(f"tables: {tables}"), file=sys.stderr)
    if with_code and sys.stderr.isatty() and find_spec("segno") is not None:
        import segno

        segno.make(address, micro=False).terminal(out=sys.stderr, compact=True)
    print(printable(f"open: {address}   (Ctrl-C ends it)"), file=sys.stderr, flush=True)
