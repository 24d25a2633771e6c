"""The address of what a page shows, as other phones can open it, with a code to scan."""

import ipaddress
from importlib.util import find_spec
from typing import Annotated, ClassVar, Final
from urllib.parse import urlsplit

from msgspec import Meta, Struct

from calc.errors import RecordError
from calc.translation import say

#: The most characters of an address, and of one that a phone can read as a code.
_LONGEST: Final = 8_000
_LONGEST_CODE: Final = 800


class LinkQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """The address of a page as its own browser has it."""

    _title: ClassVar = "a link"

    address: Annotated[str, Meta(max_length=_LONGEST)]


class Link(Struct, frozen=True):
    """The ``address`` for others; ``html``: its code as a picture, unless it is too long for one."""

    address: str
    html: str = ""


def link(data: LinkQuestion, home: str | None) -> Link:
    """The address of a page for others, with a QR code. An address of this machine alone becomes that at which the
    network finds it, or is refused.
    """
    address = data.address
    try:
        split = urlsplit(address)
        host = split.hostname
    except ValueError:
        host = None
    if not host or split.scheme not in ("http", "https"):
        raise RecordError("expected an address of http or https", key="address")
    if is_loopback(host):
        if home is None:
            raise RecordError(
                "other phones cannot open this address: the page is served to this device alone. To serve it to all "
                "in the room, begin it with yaku serve --host 0.0.0.0",
                key="address",
            )
        address = home + "".join(f"{mark}{part}" for mark, part in (("?", split.query), ("#", split.fragment)) if part)
    return Link(address, _code(address) if len(address) <= _LONGEST_CODE else "")


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach an address."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _code(address: str) -> str:
    """A QR code, dark on light on every page."""
    if find_spec("segno") is None:
        return ""
    import segno

    code = segno.make(address, micro=False, error="m", boost_error=False)
    drawn = code.svg_inline(border=4, light="#fff", omitsize=True, svgclass=None, lineclass=None)
    title = say("A code to scan with another phone")
    return drawn.replace("<svg ", f'<svg role="img" aria-label="{title}" width="260" height="260" ', 1)
