"""What every filter runs on: the runner and its parts.

    runner.py     lines in, records through the filter's steps, lines out
    step.py       what a step is, and what it may carry
    stages.py     the steps of a chain, each guarded
    batches.py    records that are worked on together
    outputs.py    a file of output for each input
    workers.py    processes that share the work
    progress.py   the counter on stderr
    onepage.py    one page in, its clean text out
    complaints.py what is reported of bad records and bugs
    chains.py     a chain by its description
    options.py    one parser for all commands
    console.py    statuses, complaints, stdout
    files.py      byte streams by name
    inputs.py     the records of the input files
    plainlines.py plain text in and out, for --lines
    jsonlines.py  a line of JSON becomes a record, and a record a line
    schemas.py    other people's names for the fields
"""
from .console import UNUSABLE, complain, show
from .inputs import records_from
from .options import command_name, options
from .runner import made, main, run
from .stages import Stages

__all__ = ["UNUSABLE", "Stages", "command_name", "complain", "made", "main", "options",
           "records_from", "run", "show"]
