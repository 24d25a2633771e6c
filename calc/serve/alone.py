"""The page without a server: a folder of files for any web space, with the engine inside, run by Pyodide in a worker.

What it takes from the registries is pinned in ``engine/pins.yaml``, and taken when the folder is written.
"""

import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import msgspec
from msgspec import Struct

from calc.errors import CalcError
from calc.serve.api import Api
from calc.serve.page import FILES, file_named, page_in, worker_of
from calc.serve.shelf import Shelf
from calc.serve.tables import Tables
from calc.tables.kept import SHIPPED
from calc.tables.shelf import is_file_name, rules_folder

_HERE: Final = Path(__file__).parent
_ENGINE: Final = _HERE / "engine"
#: The platform of Pyodide, and another one whose packages give their Python.
_PLATFORMS: Final = ("pyemscripten_2026_0_wasm32", "manylinux2014_x86_64")
_PYTHON: Final = "3.14"
#: The files of Pyodide that run.
_RUNNING: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json", "python_stdlib.zip")
#: Parts of the package that answer nothing on a page.
_LEFT_OUT: Final = ("cli", "samples", "rules", "serve/static", "serve/templates", "serve/engine")
#: What a folder of ours has.
_KNOWN: Final = "known.json"
_PAGES: Final = {"en": "index.html", "ja": "ja.html"}


class Pin(Struct, frozen=True):
    """A file of a registry."""

    version: str
    sha256: str


def write_folder(folder: Path, shelf: Shelf) -> int:
    """Write the page with the engine inside; how many bytes it has. Raises :class:`CalcError`."""
    if folder.exists() and not (folder.is_dir() and ((folder / _KNOWN).exists() or not any(folder.iterdir()))):
        raise CalcError("there is something else in {0!r}; choose a new folder", str(folder))
    for name in shelf.fallback.values():
        if is_file_name(name):
            raise CalcError("the page can have {0!r} only from a folder: --rules-folder FOLDER", name)
    with TemporaryDirectory() as made:
        engine = {**_running(_from_npm(Path(made))), "site.zip": _site(_from_pypi(Path(made)), shelf)}
    engine["worker.js"] = (_ENGINE / "worker.js").read_bytes()
    home = f"engine-{_sum(engine)}"
    files = {f"{home}/{name}": data for name, data in engine.items()}
    files[_KNOWN] = _known(shelf)
    files |= {_PAGES[lang]: page_in(lang, _PAGES[other]) for lang, other in (("en", "ja"), ("ja", "en"))}
    files |= {name: file_named(name) for name in FILES}
    files["reach.js"] = (_ENGINE / "reach.js").read_bytes().replace(b"@ENGINE@", home.encode())
    kept = ["./", _PAGES["ja"], _KNOWN, *(f"{home}/{name}" for name in engine)]
    files["sw.js"] = worker_of((_HERE / "static" / "sw.js").read_bytes(), kept, _sum(files))
    for old in folder.glob("engine-*"):
        shutil.rmtree(old)
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return sum(map(len, files.values()))


def _sum(files: dict[str, bytes]) -> str:
    found = sha256()
    for name, data in sorted(files.items()):
        found.update(f"{name} {len(data)} ".encode() + data)
    return found.hexdigest()[:12]


def _known(shelf: Shelf) -> bytes:
    """What is answered before the engine is there, by its address: all that the page asks first."""
    api, first = Api(Tables(Path(), shelf)), next(iter(shelf.files()), "riichi")
    addresses = [f"{path}?lang={lang}" for path in ("api/rules", f"api/rules/{first}") for lang in _PAGES]
    return msgspec.json.encode({one: msgspec.Raw(api.tell("GET", one, None)[1].encode()) for one in addresses})


# ---- what the registries have


def _pins() -> dict[str, dict[str, Pin]]:
    return msgspec.yaml.decode((_ENGINE / "pins.yaml").read_bytes(), type=dict[str, dict[str, Pin]])


def _from_npm(folder: Path) -> bytes:
    ((name, pin),) = _pins()["npm"].items()
    _call("npm", "pack", f"{name}@{pin.version}", "--silent", "--pack-destination", str(folder))
    data = (folder / f"{name}-{pin.version}.tgz").read_bytes()
    if sha256(data).hexdigest() != pin.sha256:
        raise CalcError("{0} {1} is not what it was when its sum was written down", name, pin.version)
    return data


def _from_pypi(folder: Path) -> list[Path]:
    """The packages of Python; the installer compares their sums."""
    asked = folder / "asked.txt"
    lines = (f"{name}=={pin.version} --hash=sha256:{pin.sha256}\n" for name, pin in _pins()["pypi"].items())
    asked.write_text("".join(lines), encoding="utf-8")
    given = [part for one in _PLATFORMS for part in ("--platform", one)]
    given += ["--python-version", _PYTHON, "--implementation", "cp", "--abi", f"cp{_PYTHON.replace('.', '')}"]
    given += ["--abi", "none", "--only-binary", ":all:", "--no-deps", "--require-hashes", "--quiet"]
    _call(sys.executable, "-m", "pip", "download", *given, "--dest", str(folder), "--requirement", str(asked))
    return sorted(folder.glob("*.whl"))


def _call(*command: str) -> None:
    try:
        ran = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        raise CalcError("a page without a server needs {0}: {1}", command[0], error.strerror) from None
    if ran.returncode:
        told = (ran.stderr or ran.stdout).strip().splitlines() or [""]
        raise CalcError("what the page needs cannot be had by {0}: {1}", command[0], told[-1])


def _running(packed: bytes) -> dict[str, bytes]:
    with tarfile.open(fileobj=BytesIO(packed)) as archive:
        found = {name: archive.extractfile(f"package/{name}") for name in _RUNNING}
        return {name: stream.read() for name, stream in found.items() if stream is not None}


# ---- the engine


def _site(wheels: list[Path], shelf: Shelf) -> bytes:
    """Our package, its rules, what it needs of others, and rules of one's own; the same bytes each time."""
    files = {f"calc/{name}": data for name, data in _files(_HERE.parent) if not name.startswith(_LEFT_OUT)}
    files |= {f"calc/rules/{name}": data for name, data in _files(rules_folder())}
    if shelf.folder is not None:
        files |= {f"own/{path.name}": path.read_bytes() for path in shelf.files().values()}
    files["fallback.json"] = msgspec.json.encode(shelf.fallback)
    for wheel in wheels:
        wanted = (".py", ".so") if _PLATFORMS[0] in wheel.name else (".py",)
        with ZipFile(wheel) as archive:
            names = [name for name in archive.namelist() if name.endswith(wanted) or "/licenses/" in name]
            files |= {name: archive.read(name) for name in names}
    packed = BytesIO()
    with ZipFile(packed, "w") as archive:
        for name, data in sorted(files.items()):
            archive.writestr(ZipInfo(name), data, ZIP_DEFLATED, 9)
    return packed.getvalue()


def _files(folder: Path) -> Iterator[tuple[str, bytes]]:
    for path in folder.rglob("*"):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and not {"__pycache__", SHIPPED} & {*path.parts} and path.suffix != ".po":
            yield name, path.read_bytes()
