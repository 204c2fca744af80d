"""The runner of all filters, and its parts.

    runner.py       lines in, records through the filter's steps, lines out; runs into files; the
                    counter on stderr, and reports at the end of a run
    step.py         a step and its attributes
    stages.py       the steps of a chain, each guarded: from units to bytes, in batches; reports of
                    bad records and bugs
    workers.py      processes that share the work
    chains.py       a chain: its filters with the values of their options, whether each has what it
                    needs; as a step, and as a pipe of commands
    options.py      one parser for all commands; the options of a filter as data
    inputs.py       the records of the input files: names of fields in other formats, plain text
    printedlines.py what is written for records: JSON, text, lines
"""
from ..edge.console import UNUSABLE, complain, show
from .inputs import for_each_record, records_from
from .options import command_name, options, refuse
from .runner import Runs, made, main, reported, run, run_with
from .stages import Stages

__all__ = ["UNUSABLE", "Runs", "Stages", "command_name", "complain", "for_each_record", "made",
           "main", "options", "records_from", "refuse", "reported", "run", "run_with", "show"]
