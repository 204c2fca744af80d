"""A batch of units on its way to another process.

The bytes of units are sent as they are: pickling them with the rest costs as much as reading them.
"""
from collections.abc import Sequence
from multiprocessing.connection import Connection
from typing import Any

from ..errors import BadRecord
from ..sources.units import UNITS


def send_batch(connection: Connection, units: Sequence[tuple[str, Any]],
               error: BadRecord | None = None) -> None:
    """Send a batch of (place, unit or record or BadRecord), and an error or None."""
    bare = [(place, unit._replace(data=b"") if isinstance(unit, UNITS) else unit)
            for place, unit in units]
    connection.send((bare, error))
    for _, unit in units:
        if isinstance(unit, UNITS):
            connection.send_bytes(unit.data)


def received_batch(connection: Connection) -> tuple[list[tuple[str, Any]], BadRecord | None]:
    """Return the units and the error of the next batch.

    Raises:  EOFError, OSError where the other end is closed.
    """
    bare, error = connection.recv()
    return [(place, unit._replace(data=connection.recv_bytes()) if isinstance(unit, UNITS)
             else unit) for place, unit in bare], error
