"""Forty pages, and what each stage makes of them as text, for tests/suite/test_golden.py.

The pages are those of share/examples and tests/data/pages.jsonl. Each has a file, golden/stages/
PAGE.txt: its fields, then a line for each segment,

    tag kind words/link words chars/markup/open tags/close tags/skipped role scores text

with the first 60 characters of the text, and below it what few segments have: the ends of their
sentences, marks, that they are hidden. The scores, of SCORERS, are in percent. Then comes, for the
pages of tests/data, what each of FORMATS makes of the text that roles leave, so that no score shows
there. A change of a stage shows in its lines.
"""
import hashlib
import json

import scutch
from utils import ROOT

EXAMPLES = sorted((ROOT / "share" / "examples" / "pages").glob("*.html"))
CHAIN = "html2text --marks --meta, segment, lang, role"
SCORED = "charlm, mlp, shallow, wordlm"
COMPARED = "archive, docfreq"            # the pages of a host
SCORERS = "charlm", "mlp", "shallow", "wordlm", "archive", "docfreq", "combine", "main"
KEPT = "emit --without 'navigation,form,notice,teaser,footer' --format "
FORMATS = ["text", "markdown --links --emphasis --images", "html --links --images",
           "xml --structure --marks", "tei --sentences", "vrt"]
IN_ROWS = {"text", "tag", "kind", "chars", "words", "link_chars", "link_words", "links", "element",
           "markup_chars", "open_tags", "close_tags", "skipped", "after_close", "sentences",
           "scores", "raw", "role", "class", "sentence_log10p", "sentence_unknown", "docfreq"}
NOT_SHOWN = {"segments", "elements", "id", "url", "scorers", "why", "site_elements"}
MOST_TEXT = 60


def pages():
    """Return the records of the pages, those of a host one after the other."""
    made = [json.loads(line) for line in
            (ROOT / "tests/data/pages.jsonl").read_text("utf-8").split("\n")[:-1]]
    own = [{"id": path.stem, "url": f"https://examples.example/{path.stem}",
            "html": path.read_bytes().decode("utf-8", "replace")} for path in EXAMPLES]
    for record in made:
        del record["why"]
    return sorted(own + made, key=lambda record: record["url"])


def shown():
    """Return {name of a page: what the stages make of it, as text}."""
    segmented = list(scutch.pipe(pages(), CHAIN))
    compared = list(scutch.pipe(segmented, COMPARED))
    scored = list(scutch.pipe(segmented, SCORED))
    main = list(scutch.pipe(scored, "combine --scope main"))
    found = list(scutch.pipe(scored, "combine, meta"))
    described = list(scutch.pipe(segmented, "meta"))
    outputs = {format: [output.decode() for output in scutch.pipe(described, KEPT + format)]
               for format in FORMATS}
    own = {path.stem for path in EXAMPLES}
    texts = {}
    for place, (record, other, third) in enumerate(zip(found, compared, main, strict=True)):
        for one, two, three in zip(record["segments"], other["segments"], third["segments"],
                                   strict=True):
            one["scores"] |= {name: two["scores"].get(name) for name in ("archive", "docfreq")}
            one["scores"]["main"] = three["scores"]["combine"]
        texts[record["id"]] = "\n".join([
            *fields(record), "", *(line for one in record["segments"] for line in lines(one)),
            *(f"\n== {format}\n{of[place]}".rstrip() for format, of in outputs.items()
              if record["id"] not in own)]) + "\n"
    return texts


def fields(record):
    """Yield a line for each field of a record, and one for its elements."""
    for name, value in record.items():
        if name not in NOT_SHOWN:
            yield f"{name}: {json.dumps(value, ensure_ascii=False)}"
    tree = json.dumps(record.get("elements"), ensure_ascii=False)
    yield (f"elements: {len(record.get('elements', []))} "
           + hashlib.sha256(tree.encode()).hexdigest()[:8])


def lines(segment):
    """Yield the line of a segment, and those of what few have."""
    counts = "/".join(str(segment.get(name, 0)) for name in
                      ("chars", "markup_chars", "open_tags", "close_tags", "skipped"))
    scores = " ".join(f"{100 * score:3.0f}" if score is not None else "  -" for score in
                      map(segment["scores"].get, SCORERS))
    yield (f"{segment.get('tag', ''):10} {segment['kind']} {segment['words']}/"
           f"{segment['link_words']} {counts} {segment['role']} {scores} "
           f"{segment['text'][:MOST_TEXT]}".replace("\n", "\\n"))
    if len(segment["sentences"]) > 1:
        yield f"    sentences {' '.join(str(end) for _, end in segment['sentences'])}"
    for name, value in segment.items():
        if name not in IN_ROWS:
            yield f"    {name} {json.dumps(value, ensure_ascii=False)}"
