"""``yaku samples``: the records that the examples use, listed, printed or written."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Final

from typer import Argument, Option

from calc.cli.screen import misused, tell
from calc.errors import UnopenedError, did_you_mean
from calc.patterns import regex
from calc.text import terminal_width, under, wrap
from calc.translation import msg

#: A row of the page of samples: the command, and what it shows.
_ROW: Final = regex(r"\| `yaku (?P<command>[^`]+)` \| (?P<shows>.+) \|")
_PAGE: Final = "README.md"


def _complete_samples(incomplete: str) -> list[tuple[str, str]]:
    return [(name, shows) for _, name, shows in _listed(_samples_folder())]


# fmt: off
_Name = Annotated[str | None, Argument(
    metavar="NAME", help="A sample; without it all.", show_default=False, autocompletion=_complete_samples,
)]
_Out = Annotated[Path | None, Option("--output", "-o", metavar="FOLDER", help="Write files there instead.")]
# fmt: on


def samples(name: _Name = None, output: _Out = None) -> None:
    """List the samples that come with the program, print one, or write them to a folder."""
    folder = _samples_folder()
    all_names = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    names = all_names if name is None else [_find(name, all_names)]
    if output is not None:
        _write(names, folder, output)
    elif name is None:
        before = ""
        for heading, listed, shows in _listed(folder):
            if heading != before:
                print(f"{before and chr(10)}{heading}")
                before = heading
            print(*(f"  {line}" for line in wrap(f"{listed}: {shows}", terminal_width() - 2)), sep="\n")
    else:
        under(sys.stdout).write((folder / names[0]).read_text(encoding="utf-8"))


def _samples_folder() -> Path:
    """The folder of the samples: inside the installed package, else in the checkout. Raises :class:`UnopenedError`."""
    package = Path(__file__).resolve().parent.parent
    for folder in (package / "samples", package.parent / "samples"):
        if (folder / _PAGE).is_file():
            return folder
    raise UnopenedError("the samples were found neither in {0} nor beside it; install yaku-calc again", package)


def _listed(folder: Path) -> Iterator[tuple[str, str, str]]:
    """The samples as their page lists them: its heading, the name, and what it shows."""
    heading = ""
    for line in (folder / _PAGE).read_text(encoding="utf-8").splitlines():
        row = _ROW.fullmatch(line)
        if line.startswith("## "):
            heading = line.removeprefix("## ")
        elif row is not None:
            about = next(word for word in row["command"].split() if word.startswith("samples/"))
            yield heading, about.removeprefix("samples/"), row["shows"].replace("`", "")


def _find(asked: str, names: list[str]) -> str:
    """The file of a sample: its name with or without folder and ending."""
    wanted = asked.removeprefix("samples/")
    found = [
        name
        for name in names
        if wanted in (name, name.rpartition(".")[0], name.rpartition("/")[2], Path(name).stem, name.partition(".")[0])
    ]
    if wanted in found or len(found) == 1:
        return wanted if wanted in found else found[0]
    if found:
        raise misused("expected one of {0}, found {1!r}", ", ".join(found), asked, at="NAME")
    near = did_you_mean(wanted, [*names, *(Path(name).stem for name in names)]) or msg("; yaku samples lists them")
    raise misused("there is no sample {0!r}{1}", asked, near, at="NAME")


def _write(names: list[str], folder: Path, output: Path) -> None:
    """Write samples into a folder; what is there already is left if it is the same, and refused if not."""
    texts = {name: (folder / name).read_bytes() for name in names}
    for name, text in texts.items():
        path = output / name
        if path.exists() and not (path.is_file() and path.read_bytes() == text):
            raise UnopenedError("{0} is there already and differs; name another folder", path)
    try:
        for name, text in texts.items():
            (output / name).parent.mkdir(parents=True, exist_ok=True)
            (output / name).write_bytes(text)
    except OSError as error:
        raise UnopenedError("{0} cannot be written: {1}", output, error.strerror or error) from error
    count = len(texts)
    tell(f"{count} file{'s' * (count > 1)} written to {output}")
