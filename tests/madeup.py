"""A command with a filter made for a test, run as a program of its own."""
import subprocess
import sys

from utils import BIN, environment

SCRIPT = """
import sys
sys.path.insert(0, {bin!r})
from scutch.filters import errors, stream
from scutch.filters.stream.step import Grouped
from types import SimpleNamespace

def step(record):
    {body}

filter = SimpleNamespace(__name__="scutch.filters.madeup", __doc__="madeup - for a test.",
                         make=lambda opts: step)
raise SystemExit(stream.main(filter))
"""


def made_up(body, data, *args):
    script = SCRIPT.format(bin=str(BIN), body=body)
    return subprocess.run([sys.executable, "-c", script, *args], input=data, capture_output=True,
                          env=environment(), timeout=60)
