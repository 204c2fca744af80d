"""chain - run several filters in one process, one after the other.

In:      what the first filter of CHAIN reads.
Out:     what the last one writes: the same bytes as the pipe of these commands. With --lines, where
         the last one is scutch-prune, plain text.
Drops:   what the filters drop.
Bad:     what the filters find bad; the entry in errors names that filter.
Memory:  one record, or what its filters hold, and the models of all of them.

CHAIN is a comma-separated list of filters with their options, quoted as in a shell. Options of all
commands, such as --lines or --on-error, belong to the chain as a whole. scutch-emit can be the
last filter; without it the output is records.

--jobs shares the records among processes: the same output, in the same order. A record that takes
longer than --max-seconds is a bad one. With --jobs, or with --max-seconds given, other processes do
the work: one that hangs or dies is replaced, and the record at fault alone is bad. Filters that
need all records together, such as scutch-archive and scutch-eval, take neither option.

Options:
  CHAIN             filters and their options, as above
  --jobs N          processes that share the work, auto for one a core; the output is the same
                    (default: {default})
  --max-seconds X   a record that takes longer is bad, 0 for any time (default: 60)

Examples:
  scutch-chain html2text,segment,charlm,combine,tag pages.jsonl > tagged.jsonl
  scutch-chain --lines 'wordlm, prune --wordlm 5000' dump.txt > clean.txt
  scutch-chain 'tag --letters 5, emit --keep a-b --format jsonl' scored.jsonl > clean.jsonl
"""
from .stream.chains import Chain
from .stream.options import JOBS

OPERANDS = "CHAIN [FILE]..."
OPTIONS = JOBS


def make(opts):
    return Chain(opts.chain)
