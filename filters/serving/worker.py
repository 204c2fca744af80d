"""The work of a process of scutch-serve: one job after the other, until stdin ends.

A job is a line of JSON, {"kind": "clean" or "view", "path", "name", "options"}. The answer is a
line of JSON, {"status", "length"}, and `length` bytes: the result, or an error message as text.
"""
import json
import sys

from ..edge.console import discard
from ..edge.jsonlines import encode
from ..errors import BadRecord, Unusable, kept
from ..sources.pagesources import read_pages
from ..stream.chains import chain_of_pages
from ..stream.spec import Filter, filter_of, filter_of_keywords
from ..viewing.pagedata import page_data

MOST_PAGES = 200         # of an archive that are shown
OF_COMBINE = {"scope", "favor"}
OK, BAD_REQUEST, BAD_PAGE = 200, 400, 422


def _records(path, name):
    """Yield the records of an input; raise the BadRecord or OSError of one."""
    for number, (_, record) in enumerate(read_pages([path])):
        if isinstance(record, BadRecord):
            raise record
        if isinstance(record, OSError):
            raise BadRecord(record.strerror)
        yield {**record, "id": name} if number == 0 and record.get("id") == path else record


def clean(path, name, options):
    """Return the output of scutch-clean for a file, as bytes."""
    chain = chain_of_pages(_asked({**options, "format": options.get("format") or "text"}))
    return b"".join(out for record in _records(path, name) for out in chain(record))


def view(path, name, options):
    """Return the data and index rows of a file's pages, as in scutch-view, as JSON."""
    _asked(options)          # refuses those that scutch-clean has not
    of_clean = _asked({key: value for key, value in options.items() if key in OF_COMBINE}).parts()
    combine, = (filter for filter in of_clean if filter.name == "combine")
    chain = chain_of_pages(filter_of("html2text", {"keep_html": True}), Filter("segment"),
                           Filter("charlm"), combine, Filter("role"), Filter("tag"))
    pages = [page_data(_with_sentences(done)) for record in _records(path, name)
             for done in chain(record)][:MOST_PAGES]
    return encode({"pages": [page for page, _ in pages], "rows": [row for _, row in pages]})


def _with_sentences(record):
    """Return a record with the perplexity of its sentences, if its language has a model.

    Its scores stay as the chain wrote them, since scutch-clean decides by one of them.
    """
    try:
        scored, = chain_of_pages(Filter("wordlm"))(record)
    except BadRecord:
        return record
    if not any(tokens for segment in scored["segments"]
               for _, tokens in segment["sentence_log10p"]):
        return record
    return {**scored, "scorers": record["scorers"]}


def _asked(options):
    """Return scutch-clean as a Filter, with a request's options; none may name a file."""
    return filter_of_keywords("clean", options, may_name_files=False)


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
    """Answer the jobs on stdin, until stdin ends or the server is gone."""
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
