"""Output in frames: bytes, each after a line that says of what they are."""
from collections.abc import Iterator
from typing import Any

from .jsonlines import decode, encode


def frame(about: dict[str, Any], data: bytes) -> bytes:
    """Return the frame of some bytes.

    >>> frame({"name": "a"}, b"Hi.")
    b'{"name":"a","size":3}\\nHi.'
    """
    return encode({**about, "size": len(data)}) + data


def frames(data: bytes) -> Iterator[tuple[dict[str, Any], bytes]]:
    """Yield (about, bytes) of whole frames.

    >>> list(frames(frame({"name": "a"}, b"Hi.") + frame({}, b"")))
    [({'name': 'a', 'size': 3}, b'Hi.'), ({'size': 0}, b'')]
    """
    at = 0
    while at < len(data):
        start = data.index(b"\n", at) + 1
        about = decode(data[at:start])
        at = start + about["size"]
        yield about, data[start:at]


class Unframed:
    """An output to which the bytes of frames go."""

    def __init__(self, out: Any) -> None:
        self._out, self.flush = out, out.flush

    def write(self, data: bytes) -> None:
        """Write the bytes in some frames."""
        for _, part in frames(data):
            self._out.write(part)
