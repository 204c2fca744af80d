"""The command scutch: `python3 -m scutch`, and `python3 bin/scutch` in a checkout.

In a folder with a scutch.py or scutch/ of somebody else Python runs that: `python3 -P -m scutch`.
"""
import os.path
import sys

if not __package__:      # a folder that is run is itself on the path, not the one that it is in
    sys.path[0] = os.path.dirname(os.path.abspath(sys.path[0]))
elif not getattr(sys.flags, "safe_path", False):     # -m puts the working folder there: any file
    del sys.path[0]                                  # numpy.py in it would run

from scutch.commands import scutch

raise SystemExit(scutch())
