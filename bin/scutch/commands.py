"""What the launchers call: `from scutch.commands import tag` is scutch-tag.

From here on Ctrl-C ends the process without a word; only the runner, which has output to leave,
takes it as an exception. Python's own handler would print a traceback while modules are read, or
break into a package in C that is not yet ready for it.
"""
import _signal as signal  # what signal.py adds to it takes as long to import as all that is here
import gc
import importlib
import os
import sys

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
    return lambda argv=None: _run(name, argv)


def _run(name, argv):
    """Run a command; return its exit status, 2 with a line where what it imports is not here."""
    try:
        module = importlib.import_module(f"scutch.filters.{name}")
        if hasattr(module, "main"):
            return module.main(argv)
        return importlib.import_module("scutch.filters.stream").main(module, argv)
    except ModuleNotFoundError as error:
        if error.name in ("scutch.filters", "scutch.lm"):
            problem = "filters/ and lm/ are not beside bin/: take the whole checkout, or install it"
        elif error.name.startswith("scutch."):
            raise
        else:
            problem = (f"the package {error.name} is not installed: pip install scutch, or, in a "
                       "checkout, pip install .")
        if sys.stderr:
            print(f"scutch{'' if name == 'scutch' else f'-{name}'}: {problem}", file=sys.stderr)
        return 2
