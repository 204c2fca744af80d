"""Labels of segments: made from gold text, the input of all trainers."""
from collections import Counter

from ...lm.gold.alignment import CLEAN_SHARE, labels, letter_runs, origins
from ...lm.gold.measures import token_bags
from ..errors import BadRecord
from ..hosts.grouping import host_of
from ..record import elements_of, owners_of, rounded, segments_of
from ..text.words import count_words
from .gold import id_in

CLEAN, DIRTY, UNSURE = "clean", "dirty", "unsure"
MIN_COVERAGE = 0.5       # share of the gold's words that the page must have
BOILERPLATE = "boilerplate"


def gold_of(record, gold, min_coverage, clean=()):
    """Return the gold record of a page; None without text, or if too little of it is on the page.

    gold: {id: gold record}, of gold.read_gold. Its words are searched in the record itself, which
         has text that other parsers do not see, such as posts in <noscript>.
    clean: as in `labelled`; the text is then that of all classes.

    >>> gold = {"a": {"text": "It is near."}}
    >>> [gold_of({"id": "a", "segments": [{"text": text}]}, gold, 0.5) is None
    ...  for text in ("Near it is", "Home")]
    [False, True]
    """
    text = "\n".join(segment["text"] for segment in segments_of(record))
    of_page = gold.get(id_in(gold, record), {})
    due = "\n".join(item["text"] for item in items_of(of_page)) if clean else _text_of(of_page)
    if not due:
        return None
    hits, _, wanted = token_bags(text, due)
    return of_page if hits >= min_coverage * wanted else None


def labelled(segments, gold, with_title=False, clean=()):
    """Return the segments, each with its label, the confidence, and its class if the gold has any.

    with_title: whether the title of the gold counts as text, too.
    clean:      classes of the gold that are clean, in place of its text; none: the text.
    Of a gold that has no text but strings that must be kept, all other text is unsure.

    >>> labelled([{"text": "Home"}, {"text": "It is near."}], {"text": "It is near."})[1]
    {'text': 'It is near.', 'label': 'clean', 'label_confidence': 1.0}
    """
    texts = [segment["text"] for segment in segments]
    items = items_of(gold)
    classes = _words_by_class(texts, items) if items else []
    if clean:
        shares = [sum(words[name] for name in clean) / max(1, words.total()) for words in classes]
    else:
        whole = _text_of(gold)
        if with_title and isinstance(gold.get("title"), str):
            whole = gold["title"] + "\n" + whole
        shares = labels(texts, whole)
    other = DIRTY if clean or gold.get("text") is not None else UNSURE
    out = [{**segment, "label": CLEAN if share >= CLEAN_SHARE else other,
            "label_confidence": rounded(abs(2 * share - 1)) if letter_runs(text) else 0.0}
           for segment, text, share in zip(segments, texts, shares, strict=True)]
    # of classes with as many words boilerplate, then the first
    return [{**segment, "label_class": max(words, key=words.get)}
            for segment, words in zip(out, classes, strict=True)] if items else out


def with_labels(record, of_page, with_title=False, clean=()):
    """Return the record with labelled segments, and the site and type of its gold record.

    with_title, clean: as in `labelled`; where the gold tells no title, that which the page shows.
    """
    known = {name: of_page[name] for name in ("site", "page_type")
             if isinstance(of_page.get(name), str)}
    segments = labelled(segments_of(record), of_page, with_title, clean)
    if with_title and not clean and of_page.get("title") is None:
        segments = with_headline(record, segments)
    return {**record, **known, "segments": segments}


def with_headline(record, segments):
    """Return the segments; the headline that is found on the page is clean.

    segments: of the record, labelled by a gold that does not tell the headline.

    >>> segments = [{"text": "Home", "label": DIRTY}, {"text": "Wind farms at sea", "label": DIRTY}]
    >>> record = {"title": "Wind farms at sea - News", "segments": segments}
    >>> [segment["label"] for segment in with_headline(record, segments)]
    ['dirty', 'clean']
    """
    from ..roles.page import evidence_in, pages_of_records
    headline, = evidence_in(pages_of_records([record])).headline.tolist()
    return [{**segment, "label": CLEAN, "label_confidence": 1.0} if place == headline else segment
            for place, segment in enumerate(segments)]


def unsure_of_comments(record, segments):
    """Return the segments; those among readers' comments that were dirty become unsure.

    segments: of the record, labelled.

    >>> segments = [{"text": "Me too!", "element": 0, "label": DIRTY}]
    >>> unsure_of_comments({"elements": [["li", -1, "comment-list"]]}, segments)[0]["label"]
    'unsure'
    """
    import numpy as np

    from ...lm.elements import Tree
    from ...lm.evidence.purposes import bit_of, purposes_of
    from ...lm.tagnames import ROOTS
    names, parents, words = elements_of(record)
    tree = Tree(np.array(parents, int), np.zeros(len(parents), int), 1)
    named = [name not in ROOTS and purposes_of(words[place]) >> bit_of("comments") & 1
             for place, name in enumerate(names)]
    inside = tree.inherited(np.array([*named, 0], np.int64)).tolist()
    return [{**segment, "label": UNSURE} if segment["label"] == DIRTY and inside[place] else segment
            for segment, place in zip(segments, owners_of(segments, len(inside) - 1), strict=True)]


def _text_of(gold):
    """Return the text of a gold record, else the strings that must be kept, a line each."""
    text = gold.get("text")
    return "\n".join(gold.get("with") or []) if text is None else text


def items_of(gold):
    """Return the "classes" of a gold record, a list of {"class", "text"}; [] where it has none."""
    items = gold.get("classes")
    known = isinstance(items, list) and all(
        isinstance(item, dict) and isinstance(item.get("class"), str)
        and isinstance(item.get("text"), str) for item in items)
    return items if known else []


def _words_by_class(texts, items):
    """Return for each text a Counter {class: words}; words without a class are boilerplate.

    items: of `items_of`, in page order.
    """
    lines, names = [], []
    for item in items:
        here = item["text"].split("\n")
        lines += here
        names += [item["class"]] * len(here)
    classes = []
    for kept, size in origins(texts, lines):
        words = Counter({BOILERPLATE: size - kept.total()})
        for line in sorted(kept):
            words[names[line]] += kept[line]
        classes.append(words)
    return classes


def shares_of(segments):
    """Return the share of each segment's words that the gold has, by its label.

    Without a confidence a label is certain. A dirty segment of confidence 0 has no word: its share
    is 0, as in alignment.labels. That of an unsure one is 0, too; words_of gives it no words.

    Raises:  BadRecord for a segment without a label.

    >>> shares_of([{"label": "clean", "label_confidence": 0.5}, {"label": "dirty"}])
    [0.75, 0.0]
    """
    shares = []
    for segment in segments:
        label, confidence = segment.get("label"), segment.get("label_confidence", 1)
        if label not in (CLEAN, DIRTY, UNSURE):
            raise BadRecord("a segment has no label, clean, dirty or unsure: scutch-label writes "
                            "it", "no_label")
        if (isinstance(confidence, bool) or not isinstance(confidence, (int, float))
                or not 0 <= confidence <= 1):
            raise BadRecord('"label_confidence" is not a number from 0 to 1', "no_label")
        if label == CLEAN:
            shares.append((1 + confidence) / 2)
        else:
            shares.append((1 - confidence) / 2 if confidence and label == DIRTY else 0.0)
    return shares


def words_of(segments):
    """Return how many words of each segment count in training; unsure segments have none.

    >>> words_of([{"text": "It is near.", "label": "clean"}, {"text": "Hi", "label": "unsure"}])
    [3, 0]
    """
    return [0 if segment.get("label") == UNSURE else count_words(segment["text"])
            for segment in segments]


def labels_of(record, segments, kept=None, gold=None, words=None):
    """Return the fields of lm.crossvalidation.Labelled of a page, a dict.

    kept:  the share of each segment's words that the gold text has, if its label is not to say it.
    gold:  the gold record; without it the words that are kept are those of the gold.
    words: how many of each segment count, if not words_of.
    """
    import numpy as np
    words = np.array(words_of(segments) if words is None else words, int)
    kept = np.array(shares_of(segments) if kept is None else kept, float)
    return {"words": words, "kept": kept,
            "shown": np.array([not segment.get("hidden") for segment in segments], bool),
            "gold_words": count_words(gold["text"]) if gold else float(words @ kept),
            "group": site_of(record, gold), "weight": weight_of(record)}


def weight_of(record):
    """Return how much a page counts in training, 1 where the record does not say it.

    Raises:  BadRecord for a weight that is no number above 0.
    """
    weight = record.get("label_weight", 1)
    if isinstance(weight, bool) or not isinstance(weight, (int, float)) or not 0 < weight < 1e3:
        raise BadRecord('"label_weight" is not a number above 0', "no_label")
    return float(weight)


def texts_of(record, segments, labels, gold=None):
    """Return the fields of charactertraining.Page that labels_of does not return, a dict."""
    from ..columns.pages import pages_of
    pages = pages_of([{**record, "segments": segments}])
    texts = [segment["text"] for segment in segments]
    clean = [text for text, share in zip(texts, labels["kept"], strict=True)
             if share >= CLEAN_SHARE]
    return {"texts": texts, "distances": pages.distances.tolist(),
            "link_densities": pages.link_densities.tolist() if pages.has_markup.any() else None,
            "gold": gold["text"].split("\n") if gold else clean}


def site_of(record, gold=None):
    """Return the site of a page, by which folds are formed: the gold's, else the record's own.

    The record's own is "site", as scutch-label writes it, else the host of the url, else the id.
    """
    site = (gold or {}).get("site") or record.get("site")
    return str(site or host_of(record) or record.get("id"))
