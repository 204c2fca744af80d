"""The work of a process of scutch-serve: one job after the other, until stdin ends.

A job is a line of JSON, {"kind": "clean" or "view", "path", "name", "options"}. The answer is a
line of JSON, {"status", "length"}, and so many bytes: the result, or what is wrong, as text.
"""
import json
import sys
from functools import lru_cache

from ..edge.console import discard
from ..edge.jsonlines import encode
from ..errors import BadRecord, Unusable, kept
from ..sources.pagesources import read_pages
from ..stream.chains import Chain
from ..viewing.pagedata import page_data

CHAINS = 16              # sets of options whose chains are kept; all share their models
MOST_PAGES = 200         # of an archive that are shown
# Options of scutch-clean that a request may give; none names a file
OPTIONS = frozenset("""
    by favor fast format keep max meta min min_f no_context scope sentences with with_hidden
    without wordlm
    """.split())
FLAGS = frozenset(["fast", "meta", "no_context", "sentences", "with_hidden"])
OF_COMBINE = ["scope", "favor"]
OK, BAD_REQUEST, BAD_PAGE = 200, 400, 422


def words_of_request(options, names=OPTIONS):
    """Return the options of a request as words of a command; those not in `names` are passed over.

    Raises:  Unusable for an option that no request may give.

    >>> words_of_request({"scope": "main", "fast": "1", "meta": ""})
    ['--scope=main', '--fast']
    """
    unknown = sorted(options.keys() - OPTIONS)
    if unknown:
        raise Unusable(f"{unknown[0]}: not an option here; there are {', '.join(sorted(OPTIONS))}")
    words = []
    for name, value in options.items():
        if name in names and value:
            option = "--" + name.replace("_", "-")
            words.append(option if name in FLAGS else f"{option}={value}")
    return words


@lru_cache(CHAINS)
def _chain(*filters):
    chain = Chain(filters, on_error="raise")
    if chain.last.packing:
        raise Unusable("--format parquet is a file of many pages: scutch-clean writes it")
    return chain


def _records(path, name):
    """Yield the records of an input; raise what is wrong with one."""
    for number, (_, record) in enumerate(read_pages([path])):
        if isinstance(record, BadRecord):
            raise record
        if isinstance(record, OSError):
            raise BadRecord(record.strerror)
        yield {**record, "id": name} if number == 0 and record.get("id") == path else record


def clean(path, name, options):
    """Return what scutch-clean writes for a file, as bytes."""
    words = words_of_request({"format": "text", **options})
    chain = _chain(("clean", *words))
    return b"".join(out for record in _records(path, name) for out in chain(record))


def view(path, name, options):
    """Return the data of the pages of a file and their rows, as scutch-view has them, as JSON."""
    combine = words_of_request(options, OF_COMBINE)
    if options.get("scope") == "article":
        combine[combine.index("--scope=article")] = "--scope=main"
    chain = _chain(("html2text", "--keep-html"), ("segment",), ("charlm",),
                   ("combine", *combine), ("role",), ("tag",))
    pages = [page_data(_with_sentences(done)) for record in _records(path, name)
             for done in chain(record)][:MOST_PAGES]
    return encode({"pages": [page for page, _ in pages], "rows": [row for _, row in pages]})


def _with_sentences(record):
    """Return a record with the perplexity of its sentences, where its language has a model.

    Its scores stay those of the chain, by one of which scutch-clean decides.
    """
    try:
        scored, = _sentences()(record)
    except BadRecord:
        return record
    return {**scored, "scorers": record["scorers"]}


@lru_cache(1)
def _sentences():
    return Chain([("wordlm",)], on_error="raise")


JOBS = {"clean": clean, "view": view}


def answer(job):
    """Return (status, bytes) for a job."""
    try:
        return OK, JOBS[job["kind"]](job["path"], job["name"], job["options"])
    except Unusable as error:
        return BAD_REQUEST, str(kept(error)).encode("utf-8", "replace")
    except BadRecord as error:
        return BAD_PAGE, str(kept(error)).encode("utf-8", "replace")


def main():
    """Answer the jobs on stdin, until it ends or nobody reads the answers."""
    out = sys.stdout.buffer
    sys.stdout = sys.stderr      # no other line may come between the answers
    try:
        for line in sys.stdin.buffer:
            status, data = answer(json.loads(line))
            out.write(json.dumps({"status": status, "length": len(data)}).encode() + b"\n" + data)
            out.flush()
    except BrokenPipeError:
        discard(out)


if __name__ == "__main__":
    main()
