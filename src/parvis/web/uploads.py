"""The parts of a form that carries a file, as browsers send it (RFC 7578).

No library is asked: a body that was bounded is cut at its boundary, once, and nothing in it is
nested, folded or encoded. Imports nothing of Parvis.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

MOST_PARTS = 8
BOUNDARY = re.compile(
    r'multipart/form-data *; *boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70})) *', re.I | re.ASCII
)
NAME = re.compile(
    rb'^content-disposition: *form-data;[^\r\n]{0,200}? name="([\w-]{1,40})"', re.I | re.M
)


def boundary_of(content_type: str) -> bytes | None:
    """What the parts are cut at; None if there are no parts.

    >>> boundary_of("multipart/form-data; boundary=----x7")
    b'----x7'
    """
    found = BOUNDARY.fullmatch(content_type)
    return (found[1] or found[2]).encode("latin-1") if found else None


def read_parts(body: bytes, boundary: bytes) -> Mapping[str, bytes]:
    r"""The fields by their names; of a name that comes twice the last. ValueError if it is no form.

    >>> head = b'Content-Disposition: form-data; name="a"'
    >>> read_parts(b"\r\n".join([b"--x", head, b"", b"1", b"--x--", b""]), b"x")
    {'a': b'1'}
    """
    first, *parts = (b"\r\n" + body).split(b"\r\n--" + boundary, MOST_PARTS + 2)
    if first or not parts or len(parts) > MOST_PARTS + 1:
        raise ValueError("no parts, or too many")
    if not parts[-1].startswith(b"--"):
        raise ValueError("the last part is cut short")
    fields: dict[str, bytes] = {}
    for part in parts[:-1]:
        head, blank, value = part.partition(b"\r\n\r\n")
        name = NAME.search(head.lstrip(b"\r\n"))
        if not blank or name is None:
            raise ValueError("a part without a name")
        fields[name[1].decode()] = value
    return fields
