"""The one runner: lines in, records through the filter's steps, lines out.

A filter is a module with a docstring (its manual), `arguments(parser)`, which declares its own
options, and `make(opts)`, which returns its step: a function from a record to a list of records.
`main(module, argv)` does all the rest. Nothing here knows any one filter.

A step may carry what the runner shall do differently: `signature`, a list of names and hashes of
models; `source`, where its records come from, if not from JSON lines, and `counts` for --stats;
`write`, a function from what the step returned to bytes, where that is no JSON line;
`stages`, where it is a chain of steps; `group`, where it works on several records at once (see
stages.py).
"""
import gc
import json
import os

from ..errors import BadRecord, Unusable
from ..record import as_line
from .console import (
    BUG,
    INTERRUPTED,
    OK,
    READER_GONE,
    STOPPED,
    UNUSABLE,
    complain,
    discard,
    show,
    to_stderr,
)
from .files import numbered_lines
from .jsonlines import decode, encode
from .options import command_name, options, signature
from .schemas import ALIASES, from_tsv, renamed
from .stages import Stages, StoppedAtBadRecord

__all__ = ["UNUSABLE", "Stages", "Unusable", "command_name", "complain", "made", "main",
           "options", "records_from", "run", "show"]

MAX_SEGMENTS = 20_000    # lines of one document under --lines; longer ones are cut there
OUTPUT_BUFFER = 1 << 16  # bytes
# New objects between two looks for cycles. Records hold none, and have thousands of objects each:
# with Python's 700 the looking takes 3 % of the time of scutch-clean.
GARBAGE = 100_000


def main(module, argv=None):
    """Run the filter in `module` as a command; return its exit status."""
    opts = options(module).parse_intermixed_args(argv)
    name = command_name(module)
    try:
        step = made(module, opts)
        if opts.signature:
            return show(name, signature(name, step, opts) + "\n")
        return run(getattr(step, "stages", [(name, step)]), opts, name=name,
                   source=getattr(step, "source", None), write=getattr(step, "write", None),
                   finish=getattr(step, "finish", None), counts=getattr(step, "counts", None),
                   before=getattr(step, "before", ()))
    except Unusable as error:
        complain(name, str(error))
        return UNUSABLE


def made(module, opts):
    """Return the step of a filter, whose numpy, not yet imported, takes one thread.

    Processes use the cores. A file that cannot be opened is Unusable.
    """
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        return module.make(opts)
    except OSError as error:
        raise Unusable(f"{error.filename}: {error.strerror}") from None


def records_from(opts):
    """Yield (place, record or BadRecord) of the input files, by the schema of the options."""
    if opts.lines or opts.schema == "lines":
        yield from _documents_of_lines(opts.files)
        return
    aliases = dict(ALIASES.get(opts.schema, {}))
    for key, name in (opts.text_key, "text"), (opts.html_key, "html"), (opts.id_key, "id"):
        if key and key != name:
            aliases = {k: v for k, v in aliases.items() if v != name} | {key: name}
    reader = from_tsv if opts.schema == "tsv" else decode
    for place, line, left_out in numbered_lines(opts.files):
        if not line or line.isspace():
            continue
        try:
            if left_out:
                raise BadRecord(f"a line too long, {left_out} bytes of it left out", "long_line",
                                as_line(line))
            record = reader(line)
            if "segments" not in record:      # else a filter wrote it, and a "t" in it is no text
                record = renamed(record, aliases)
            if "id" not in record:
                url = record.get("url")
                record = {"id": url if url and isinstance(url, str) else place, **record}
        except BadRecord as error:
            error.record = {"id": place, **error.record}
            yield place, error
        else:
            yield place, record


def _documents_of_lines(names):
    """Yield (place, record) for each document of plain text: lines up to an empty one."""
    segments, first = [], None
    for place, line, _ in numbered_lines(names):
        text = line.decode("utf-8-sig", "replace").strip()
        if text:
            first = first or place
            segments.append({"text": text, "kind": "p", "chars": len(text)})
        if segments and (not text or len(segments) == MAX_SEGMENTS):
            yield first, {"id": first, "segments": segments}
            segments, first = [], None
    if segments:
        yield first, {"id": first, "segments": segments}


def as_lines(record, columns):
    """Return a record as plain text: a line a segment, then an empty line.

    columns: whether each line carries the segment's scores, in the order of "scorers".
    """
    out = []
    for segment in record.get("segments") or []:
        text = " ".join(segment["text"].split())
        if columns:
            scores = segment.get("scores") or {}
            text = "\t".join([text, *(str(scores.get(name, ""))
                                      for name in record.get("scorers") or [])])
        out.append(text + "\n")
    return ("".join(out) + "\n").encode("utf-8", "replace")


def run(stages, opts, source=None, write=None, name=None, finish=None, counts=None,
        before=()):
    """Send each record of the source through the stages; return the exit status.

    stages: [(command name, step)], steps from a record to a list of records.
    opts:   the parsed shared options.
    source: iterable of (place, record or BadRecord); the input files where it is None. In place
            of a record may stand the OSError of an input that cannot be read: the status is 2.
    write:  function from a record to bytes; JSON lines where it is None.
    name:   of the command that runs; that of the first stage where it is None.
    finish: function that returns the bytes that follow the last record, if any do.
    counts: more entries for --stats, as they are at the end.
    before: the Stages that records of the source went through already.
    """
    name = name or stages[0][0]
    if write is None:
        lines = getattr(opts, "lines", False)
        write = (lambda record: as_lines(record, opts.score_columns)) if lines else encode
    through = Stages(stages, opts.on_error)
    gc.freeze()                           # modules and models stay
    gc.set_threshold(GARBAGE)
    read = written = 0
    status = OK
    out = None
    try:
        out = open(1, "wb", buffering=OUTPUT_BUFFER, closefd=False)
        try:
            ended = None
            try:
                for place, item in _with_progress(source or records_from(opts), name, opts):
                    if isinstance(item, OSError):
                        complain(name, f"{item.filename}: {item.strerror}")
                        status = UNUSABLE
                        continue
                    read += 1
                    done = through(item, place)
                    for record in done:
                        out.write(through.line(record, write, place))
                    written += len(done)
                    if opts.line_buffered:
                        out.flush()
            except (StoppedAtBadRecord, Unusable, OSError) as error:
                if isinstance(error, OSError) and error.filename is None:
                    raise                 # it is the output that failed
                ended = error
            done = through.rest()         # what is held came before what ended the run
            out.writelines(through.line(record, write, "last record") for record in done)
            written += len(done)
            if ended:
                raise ended
            if finish:
                out.write(finish())
        except StoppedAtBadRecord:
            status = STOPPED
        except Unusable as error:
            complain(name, str(error))
            status = UNUSABLE
        out.flush()                       # a full disk must show here, not at exit
    except BrokenPipeError:               # under `| head` we end quietly, as cat does
        discard(out)
        return READER_GONE
    except OSError as error:
        discard(out, flush=error.filename is not None)
        place = "standard output" if error.filename is None else error.filename
        complain(name, f"{place}: {error.strerror or error}")
        status = UNUSABLE
    except KeyboardInterrupt:
        discard(out)
        return INTERRUPTED
    bad, untold, skipped, crashed = (sum(getattr(one, what) for one in (*before, through))
                                     for what in ("bad", "untold", "skipped", "crashed"))
    if untold:
        complain(name, f"{untold} more bad {_records(untold)}")
    if skipped:
        complain(name, f"left out {skipped} bad {_records(skipped)}")
    if crashed > 1:
        complain(name, f"{crashed} records met a bug; each has it in errors")
    if opts.stats:
        read += sum(one.skipped for one in before)
        stats = {"command": name, "read": read, "written": written, "bad": bad,
                 "skipped": skipped, "internal": crashed, **(counts or {})}
        to_stderr(json.dumps(stats) + "\n")
    return BUG if crashed and status == OK else status


def _records(count):
    return "record" if count == 1 else "records"


def _with_progress(items, name, opts):
    if opts.progress == "off" or (opts.progress == "auto"
                                  and (not os.isatty(2) or os.isatty(1))):
        return items
    from types import SimpleNamespace

    from tqdm import tqdm
    terminal = SimpleNamespace(write=to_stderr, flush=lambda: None, fileno=lambda: 2)
    return tqdm(items, desc=name, unit=" records", file=terminal)
