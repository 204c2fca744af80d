"""The command scutch: `python3 -m scutch`, and `python3 bin/scutch` in a checkout."""
import os.path
import sys

if not __package__:      # a folder that is run is itself on the path, not the one that it is in
    sys.path[0] = os.path.dirname(os.path.abspath(sys.path[0]))

from scutch.commands import scutch

raise SystemExit(scutch())
