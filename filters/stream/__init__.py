"""The runner of all filters, and its parts.

    runner.py       lines in, records through the filter's steps, lines out; runs into files
    step.py         a step and its attributes
    stages.py       the steps of a chain, each guarded: from units to bytes
    batches.py      records that are processed together
    timelimit.py    a limit on the time of a record
    workers.py      processes that share the work
    progress.py     the counter on stderr
    complaints.py   reports of bad records and bugs
    summary.py      reports at the end of a run
    spec.py         a chain as data: filters with the values of their options
    order.py        whether each has what it needs
    chains.py       a chain as a step
    shellpipes.py   a chain as a pipe of commands
    options.py      one parser for all commands
    declared.py     the options of a filter as data
    numbers.py      types of options that are numbers
    inputs.py       the records of the input files
    plainlines.py   plain text in, for --lines
    printedlines.py what is written for records: JSON, text, lines
    schemas.py      names of fields in other formats
"""
from ..edge.console import UNUSABLE, complain, show
from .declared import refuse
from .inputs import for_each_record, records_from
from .options import command_name, options
from .runner import Runs, made, main, reported, run, run_with
from .stages import Stages

__all__ = ["UNUSABLE", "Runs", "Stages", "command_name", "complain", "for_each_record", "made",
           "main", "options", "records_from", "refuse", "reported", "run", "run_with", "show"]
