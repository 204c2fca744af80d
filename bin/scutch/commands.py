"""What the launchers call: `from scutch.commands import tag` is scutch-tag.

From here on Ctrl-C ends the process without a word; only the runner, which has output to leave,
takes it as an exception. Python's own handler would print a traceback while modules are read, or
break into a package in C that is not yet ready for it.
"""
import _signal as signal  # what signal.py adds to it takes as long to import as all that is here
import gc
import importlib
import os

# New objects between two runs of the garbage collector. Modules are not garbage and records have no
# cycles, but both are many objects: with Python's default of 700 the collector takes 5 % of the
# start-up and 3 % of the time of scutch-clean.
GARBAGE = 100_000
gc.set_threshold(GARBAGE)

if signal.getsignal(signal.SIGINT) is signal.default_int_handler:     # no parent said otherwise
    signal.signal(signal.SIGINT, signal.SIG_DFL)

# A file opened later must not become stdout because that is closed. What is opened here for reading
# refuses to be written to, as a closed one does.
for number in range(3):
    try:
        os.fstat(number)
    except OSError:
        os.open(os.devnull, os.O_WRONLY if number == 2 else os.O_RDONLY)


def __getattr__(name):
    """Return what runs a command, by the name of its module: the runner, or a main of its own."""
    if name.startswith("_"):
        raise AttributeError(name)
    module = importlib.import_module(f"scutch.filters.{name}")
    if hasattr(module, "main"):
        return module.main
    run = importlib.import_module("scutch.filters.stream").main
    return lambda argv=None: run(module, argv)
