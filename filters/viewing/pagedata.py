"""The data of a record for scutch-view: one JSON object for a page, and its row in the index."""
from itertools import compress

from ...lm.gold.alignment import CLEAN_SHARE, labels, letter_runs
from ...lm.gold.measures import shares
from ...lm.words.perplexity import perplexity
from ..record import (
    HIDDEN_CUTS,
    count_of,
    cut_of,
    elements_of,
    object_of,
    owners_of,
    rounded,
    score_of,
    scorers_of,
    title_of,
)
from ..scoring.sentencescores import log10p_of, spans_of
from ..selection.pagesegments import score_named
from ..stream.printedlines import printable
from ..text.words import count_words
from ..training.gold import id_in
from .inplace import in_place
from .verdicts import CUT, kept_by, shown_segments, threshold_of

FACTS = ["role", "kind", "class", "text_class", "label", "tag"]      # shown of a segment, words
DIGITS = 4               # of perplexities
MOST_NAMED = 200         # code points of a title, an id and the like


def page_data(record, by=None, gold=None, cleaned=()):
    """Return (the data of a page, its row in the index), two JSON objects.

    by:      the name of the score that decides at first, None for the last.
    gold:    {id: gold record}, None for none.
    cleaned: several Cleaned.
    Raises:  BadRecord where there are neither segments nor text.
    """
    segments = shown_segments(record)
    names, name = scorers_of(record), score_named(record, by)
    if name and name not in names:
        names = [*names, name]
    texts = [segment["text"] for segment in segments]
    scores = {scorer: [score_of(segment, scorer) for segment in segments] for scorer in names}
    others = {other.name: other.scores(record, texts) or [None] * len(texts) for other in cleaned}
    tags, parents, element_words = elements_of(record)
    page = {
        **_named(record), "by": name, "scorers": names, "others": list(others),
        "cuts": {**{scorer: threshold_of(record, scorer) for scorer in names},
                 **dict.fromkeys(others, CUT)},
        "hidden_cuts": {scorer: cut_of(record, scorer, HIDDEN_CUTS) for scorer in names},
        "scores": scores | others, "raw": {scorer: _raw(segments, scorer) for scorer in names},
        "letters": {scorer: _words([segment.get("tags", {}) for segment in segments], scorer)
                    for scorer in names},
        "texts": list(map(printable, texts)), "words": list(map(count_words, texts)),
        "hidden": [bool(segment.get("hidden")) for segment in segments],
        "link_density": [_link_density(segment) for segment in segments],
        "facts": {fact: _words(segments, fact) for fact in FACTS
                  if any(fact in segment for segment in segments)},
        "elements": [[*map(printable, pair)] for pair in zip(tags, element_words, strict=True)],
        "parents": list(parents), "owners": list(owners_of(segments, len(tags))),
        "gold": _gold(record, texts, gold),
    }
    if any("sentence_log10p" in segment for segment in segments):
        page["sentences"] = list(map(_sentences, segments))
    if "segments" in record and ("html" in record or "html_b64" in record):
        page["page"] = in_place(record, ' data-s="{}"'.format)
    return page, _row(record, page, segments)


def refused(record):
    """Return the row of a refused record: its error stands in place of numbers."""
    errors = record.get("errors")
    last = errors[-1] if isinstance(errors, list) and errors else {}
    return {**_named(record), "error": printable(f"{last.get('command')}: {last.get('message')}")}


def _named(record):
    """Return the id, title, url and language of a record, as text."""
    named = {"id": record.get("id"), "title": title_of(record), "url": record.get("url"),
             "lang": record.get("lang")}
    return {key: " ".join(printable(str(value)).split())[:MOST_NAMED]
            for key, value in named.items() if value not in (None, "")}


def _row(record, page, segments):
    """Return the index row of a page: counts, and shares of its words in percent."""
    name, words = page["by"], page["words"]
    kept = kept_by(record, segments, name)
    total = sum(words)
    second = next((scorer for scorer in [*page["others"], *reversed(page["scorers"])]
                   if scorer != name), None)
    f = object_of(object_of(record, "doc"), "scores").get("f")
    scored = [(score, count) for score, count in zip(page["scores"].get(name, []), words,
                                                     strict=False) if score is not None]
    weight = sum(count for _, count in scored)
    row = {**_named(record), "segments": len(words), "words": total,
           "kept": sum(compress(words, kept)),
           "f": rounded(f) if isinstance(f, (int, float)) and 0 <= f <= 1 else None,
           "score": rounded(sum(score * count for score, count in scored) / weight) if weight
           else None}
    if second and total:
        other = ([score is None or score <= CUT for score in page["scores"][second]]
                 if second in page["others"] else kept_by(record, segments, second))
        row["disagreement"] = rounded(sum(
            count for count, a, b in zip(words, kept, other, strict=True) if a != b) / total)
    if page["gold"]:
        gold = page["gold"]
        hits, size = (sum(compress(gold[counts], kept)) for counts in ("kept", "sizes"))
        row["gold_f"] = rounded(shares(hits, size, gold["words"])[2] / 100)
    return row


def _gold(record, texts, gold):
    """Return (words of each text, those kept in the gold, words of the gold); None without gold.
    """
    own = gold.get(id_in(gold, record)) if gold else None
    if not own or own.get("text") is None:
        return None
    sizes = [len(letter_runs(text)) for text in texts]
    kept = [round(share * size) for share, size in zip(labels(texts, own["text"]), sizes,
                                                       strict=True)]
    return {"sizes": sizes, "kept": kept, "words": len(letter_runs(own["text"])),
            "clean": [count >= CLEAN_SHARE * size if size else None
                      for count, size in zip(kept, sizes, strict=True)]}


def _link_density(segment):
    """Return the link density (of words) of a segment, None if unknown."""
    if not isinstance(segment.get("link_words"), int):
        return None
    words = count_of(segment.get("words")) or count_words(segment["text"])
    return rounded(min(1, count_of(segment["link_words"]) / words)) if words else 0


def _sentences(segment):
    """Return the sentences of a segment that have scores of scutch-wordlm.

    Returns: [[begin, end, perplexity per token, words]], places in its text.
    """
    if "sentence_log10p" not in segment:
        return []
    return [[begin, end, round(perplexity(*pair), DIGITS), count_words(segment["text"][begin:end])]
            for (begin, end), pair in zip(spans_of(segment), log10p_of(segment), strict=True)]


def _words(objects, name):
    """Return the text in a field of each object, "" for any other value."""
    values = (values.get(name) for values in objects)
    return [printable(value)[:MOST_NAMED] if isinstance(value, str) else "" for value in values]


def _raw(segments, name):
    """Return the raw values of a score: numbers, or the bits of scutch-archive."""
    values = [segment.get("raw", {}).get(name) for segment in segments]
    return [printable(value)[:MOST_NAMED] if isinstance(value, str)
            else value if type(value) in (int, float) else None for value in values]
