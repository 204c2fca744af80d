"""The data of a record for scutch-view: an object for it, its row in the index; the page itself.

In that each segment is marked in its place: Leśniak 2017, section 2.4 (stage 3). A page's own
markup is shown without what runs, fetches, submits or leads elsewhere: its normal HTML is written
anew, with the elements and attributes of two lists alone, so that no trick of its markup matters,
and the policy in its head forbids the rest. html2text repairs text, joins it across tags and
removes permalink marks. So segments are found in the texts of the markup by letters and digits
alone, in the order of the page.
"""
import base64
import hashlib
import re
import unicodedata
from bisect import bisect_left, bisect_right
from functools import cache, lru_cache
from html import escape
from itertools import compress, pairwise
from pathlib import Path

from ...lm.gold.alignment import CLEAN_SHARE, labels, letter_runs
from ...lm.gold.measures import shares
from ...lm.words.perplexity import perplexity
from .. import record as records
from ..edge.jsonlines import encode
from ..html.normalhtml import TOKEN, unescaped
from ..html.parse.wholepage import tree_of_page
from ..lazypattern import LazyPattern
from ..scoring.scores import log10p_of, spans_of
from ..selection.segments import score_named
from ..sources.decoding import page_of
from ..stream.printedlines import printable
from ..text.words import count_words
from ..training.gold import id_in
from .scoredpages import CUT, kept_by, shown_segments, threshold_of

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
    names, name = records.scorers_of(record), score_named(record, by)
    if name and name not in names:
        names = [*names, name]
    texts = [segment["text"] for segment in segments]
    scores = {scorer: [records.score_of(segment, scorer) for segment in segments]
              for scorer in names}
    others = {other.name: other.scores(record, texts) or [None] * len(texts) for other in cleaned}
    tags, parents, element_words = records.elements_of(record)
    page = {
        **_named(record), "by": name, "scorers": names, "others": list(others),
        "cuts": {**{scorer: threshold_of(record, scorer) for scorer in names},
                 **dict.fromkeys(others, CUT)},
        "hidden_cuts": {scorer: records.cut_of(record, scorer, records.HIDDEN_CUTS)
                        for scorer in names},
        "scores": scores | others, "raw": {scorer: _raw(segments, scorer) for scorer in names},
        "letters": {scorer: _words([segment.get("tags", {}) for segment in segments], scorer)
                    for scorer in names},
        "texts": list(map(printable, texts)), "words": list(map(count_words, texts)),
        "hidden": [bool(segment.get("hidden")) for segment in segments],
        "link_density": [_link_density(segment) for segment in segments],
        "facts": {fact: _words(segments, fact) for fact in FACTS
                  if any(fact in segment for segment in segments)},
        "elements": [[*map(printable, pair)] for pair in zip(tags, element_words, strict=True)],
        "parents": list(parents), "owners": list(records.owners_of(segments, len(tags))),
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
    named = {"id": record.get("id"), "title": records.title_of(record), "url": record.get("url"),
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
    f = records.object_of(records.object_of(record, "doc"), "scores").get("f")
    scored = [(score, count) for score, count in zip(page["scores"].get(name, []), words,
                                                     strict=False) if score is not None]
    weight = sum(count for _, count in scored)
    row = {**_named(record), "segments": len(words), "words": total,
           "kept": sum(compress(words, kept)),
           "f": records.rounded(f) if isinstance(f, (int, float)) and 0 <= f <= 1 else None,
           "score": records.rounded(sum(score * count for score, count in scored) / weight)
           if weight else None}
    if second and total:
        other = ([score is None or score <= CUT for score in page["scores"][second]]
                 if second in page["others"] else kept_by(record, segments, second))
        row["disagreement"] = records.rounded(sum(
            count for count, a, b in zip(words, kept, other, strict=True) if a != b) / total)
    if page["gold"]:
        gold = page["gold"]
        hits, size = (sum(compress(gold[counts], kept)) for counts in ("kept", "sizes"))
        row["gold_f"] = records.rounded(shares(hits, size, gold["words"])[2] / 100)
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
    words = records.count_of(segment.get("words")) or count_words(segment["text"])
    return records.rounded(min(1, records.count_of(segment["link_words"]) / words)) if words else 0


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


# ---------------- the page itself

POLICY = "default-src 'none'; style-src 'unsafe-inline'"
CLASSES = ["content", "boilerplate", "invalid"]      # as scutch-archive writes them
CROSS = ["cur", "up", "down", "prev", "next"]        # its pages, in the order of the bits
KEPT = frozenset("""
    a abbr acronym address article aside b bdi bdo big blockquote br caption center cite code col
    colgroup dd del details dfn dir div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6
    header hgroup hr i ins kbd li main mark menu nav nobr ol p pre q ruby s samp search section
    small span strike strong sub summary sup table tbody td tfoot th thead tr tt u ul var wbr
    """.split())
# Blocks that do something, or would be read as raw text, and what stands for them
INSTEAD = {"form": "div", "fieldset": "div", "legend": "div", "dialog": "div", "button": "span",
           "listing": "pre", "xmp": "pre", "plaintext": "pre", "noscript": "div", "frameset": "div",
           "optgroup": "div", "option": "div", "picture": "span"}
ATTRIBUTES = frozenset("""
    align bgcolor border cellpadding cellspacing class color colspan dir face height hidden id lang
    noshade nowrap open reversed rowspan scope size start style type valign value width
    """.split())
VOID = frozenset("br col hr wbr".split())
ATTRIBUTE = re.compile(' ([a-z-]+)="([^"]*)"')
# What a style sheet fetches. The policy of the page allows none of it; without it browsers do not
# complain of each.
# Letters written as escapes: u\72l( is url(
ESCAPED = LazyPattern(r"""\\(?:
    (0000 (?:[46][1-9a-f]|[57][0-9a]) | 0{0,3} (?:[46][1-9a-f]|[57][0-9a]) (?![0-9a-f]))
    [ \t\r\n\f]?
  | ([g-z])
)""", re.I | re.X)
FETCHED = LazyPattern(r"@import|(?:url|image|image-set|src)\s*\(", re.I)
STYLE, STYLE_END = LazyPattern("<style(?=[ />\t\n\r\f])[^>]*>", re.I), LazyPattern("</style", re.I)
MOST_STYLE = 2_000_000   # characters of style sheets in a page that are kept
WORD = re.compile(r"[^\W_]+")
LONG = 30                # letters of a text that is hardly there by chance
WINDOW = 50_000          # letters of the page between one segment and the next
EDGE = 12                # letters at either end by which a text is found that was repaired
NEAR = 2_000             # letters that a short text may be ahead of its place


def in_place(record, attributes):
    """Return the page of a record as HTML with a <span> around each stretch of a segment's text.

    attributes: function from the number of a segment to the attributes of its spans, as markup.
    Returns:    None for a record without HTML.
    Raises:     BadRecord for HTML that is no page, or too large.
    """
    from ..html.guard.openings import opened
    page, _ = page_of(record, records.MAX_BYTES)
    if page is None:
        return None
    whole, texts, tags = inert(tree_of_page(opened(page))[0])
    spans = stretches_of(texts, [segment["text"] for segment in records.segments_of(record)])
    out = [browser_file("inplace.html").format(
        **whole, policy=POLICY, styles=styles_of(page),
        title=as_markup(str(record.get("title") or record.get("id", ""))),
        ours=browser_file("inplace.css"))]
    for text, stretches, tag in zip(texts, spans, [*tags, ""], strict=True):
        at = 0
        for begin, end, number in stretches:
            out += [as_markup(text[at:begin]), f"<span{attributes(number)}>",
                    as_markup(text[begin:end]), "</span>"]
            at = end
        out += [as_markup(text[at:]), tag]
    return "".join(out) + "\n"


def annotated_page(record, by=None):
    """Return the page with the classes of the thesis, as bytes; b"" for a record without HTML.

    Each span has the class content, boilerplate or invalid, from scutch-archive or else by the
    score's threshold. With scutch-archive, dbce-cur, dbce-up and so on name the pages of the cross
    that have the text. data-score, data-letter and data-role have the segment's other fields.

    by: the name of the score, None for the record's last.
    """
    segments, name = records.segments_of(record), score_named(record, by)
    kept = kept_by(record, segments, name)

    def attributes(number):
        segment = segments[number]
        score = records.score_of(segment, name) if name else None
        bits = segment.get("raw", {}).get("archive")
        classes = [f"dbce-{page}" for page, bit in zip(CROSS, bits if isinstance(bits, str) else "",
                                                       strict=False) if bit == "1"]
        if by is None and segment.get("class") in CLASSES:
            classes.append(segment["class"])
        elif score is not None:
            classes.append(CLASSES[not kept[number]])
        shown = {"class": " ".join(classes), "data-segment": str(number),
                 "data-score": "" if score is None else str(score),
                 "data-letter": str(segment.get("tags", {}).get(name, "")),
                 "data-role": str(segment.get("role", ""))}
        return "".join(f' {key}="{as_markup(value)}"' for key, value in shown.items() if value)

    return (in_place(record, attributes) or "").encode()


def inert(tree):
    """Return ({"html", "body": the attributes of these two, as markup}, the texts between tags, not
    escaped; the tags after each text but the last, as markup, "" for a dropped one) of a page in
    normal HTML.

    >>> inert('<body onload="x()"><a href="//b" class="c">1 &lt; 2</a><img src="d">')[1:]
    (['', '', '1 < 2', '', ''], ['', '<a class="c">', '</a>', ''])
    """
    tokens = TOKEN.split(tree)
    texts, tags, whole = [unescaped(tokens[0])], [], {"html": "", "body": ""}
    for tag, name, text in zip(tokens[1::3], tokens[2::3], tokens[3::3], strict=True):
        name = name.lower()
        if name in whole:
            whole[name] = whole[name] or attributes_of(tag)
        tags.append(_tag(tag, name))
        texts.append("" if name == "title" else unescaped(text))     # no part of the page's text
    return whole, texts, tags


def _tag(tag, name):
    """Return the inert form of a tag, "" for a dropped one."""
    ends, name = name[:1] == "/", name.removeprefix("/")
    name = name if name in KEPT else INSTEAD.get(name)
    if not name or (ends and name in VOID):
        return ""
    return f"</{name}>" if ends else f"<{name}{attributes_of(tag)}>"


def attributes_of(tag):
    """Return the kept attributes of a tag in normal HTML, as markup.

    >>> attributes_of('<p class="a" onclick="x()" style="background: url(//b)">')
    ' class="a" style="background: none(//b)"'
    """
    return "".join(
        f' {name}="{quiet(value) if name == "style" else value}"'
        for name, value in ATTRIBUTE.findall(tag) if name in ATTRIBUTES
        ).replace("<", "&lt;").replace(">", "&gt;")


def quiet(style):
    r"""Return a style sheet that fetches nothing: browsers pass over its invalid parts.

    >>> quiet("@import 'a'; p { background: URL (b); color: red }")
    "@none 'a'; p { background: none(b); color: red }"
    >>> quiet(r"p { background: u\72l(b) \u\000052 L(c) } q::before { content: '\201c' }")
    "p { background: none(b) none(c) } q::before { content: '\\201c' }"
    """
    style = ESCAPED.sub(lambda match: match[2] or chr(int(match[1], 16)), style)
    return FETCHED.sub(lambda match: "@none" if match[0][0] == "@" else "none(", style)


def styles_of(page):
    """Return the text of the style elements of a page, one after the other.

    >>> styles_of("<STYLE>p {}</STYLE><p><style media=print>q {}</style><style>r")
    'p {}\\nq {}'
    """
    sheets, at, size = [], 0, 0
    while opened := STYLE.search(page, at):
        closed = STYLE_END.search(page, opened.end())
        if not closed or size > MOST_STYLE:
            break
        sheets.append(page[opened.end():closed.start()])
        size += len(sheets[-1])
        at = closed.end()
    return quiet("\n".join(sheets).replace("<", " "))


@lru_cache(1 << 14)
def letters(word):
    """Return the letters and digits of a word without marks and in any case.

    >>> letters("Caf\\u00e9"), letters("e\\u0301"), letters("\\ufb01t")
    ('cafe', 'e', 'fit')
    """
    if word.isascii():
        return word.lower()
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKD", word.casefold())))


def stretches_of(texts, segments):
    """Return the stretches of each text of the markup, [(begin, end, segment's number)].

    texts:    of the page's markup, in order. segments: the texts of the segments.

    >>> stretches_of(["Home ", "Wind", " farms at sea."], ["Home", "Wind farms at sea."])
    [[(0, 4, 0)], [(0, 4, 1)], [(0, 14, 1)]]
    """
    places, starts, stream = [], [], []
    size = 0
    for node, text in enumerate(texts):
        for word in WORD.finditer(text):
            word_letters = letters(word[0])
            places.append((node, word.start(), word.end()))
            starts.append(size)
            stream.append(word_letters)
            size += len(word_letters)
    wanted = ["".join(map(letters, WORD.findall(text))) for text in segments]
    spans = [[] for _ in texts]
    for number, word_letters in enumerate(ranges_of("".join(stream), wanted)):
        if word_letters:
            first = bisect_right(starts, word_letters[0]) - 1
            for node, begin, end in places[first:bisect_left(starts, word_letters[1])]:
                _extend(spans[node], begin, end, number)
    return _joined(texts, [_with_signs(text, stretches)
                           for text, stretches in zip(texts, spans, strict=True)])


def _extend(spans, begin, end, number):
    """Add a word to the stretches of a text."""
    if spans and spans[-1][2] == number:
        spans[-1] = spans[-1][0], end, number
    elif not spans or spans[-1][1] <= begin:
        spans.append((begin, end, number))


def _with_signs(text, spans):
    """Return the stretches with the signs around them: up to the next stretch, or to white space.

    The only stretch of a text gets all of it, as in "© 2025 Example Inc." or "Overview >".
    """
    if len(spans) == 1:
        return [(len(text) - len(text.lstrip()), len(text.rstrip()), spans[0][2])]
    widened = []
    for place, (begin, end, number) in enumerate(spans):
        least = widened[-1][1] if widened else 0
        most = spans[place + 1][0] if place + 1 < len(spans) else len(text)
        while begin > least and not text[begin - 1].isspace():
            begin -= 1
        while end < most and not text[end].isspace():
            end += 1
        widened.append((begin, end, number))
    return widened


def _joined(texts, spans):
    """Return the stretches; two of one segment in consecutive texts get all text between them.

    In "at sea</i>, and on land" that is the comma and the space.
    """
    held = [node for node, stretches in enumerate(spans) if stretches]
    for node, after in pairwise(held):
        begin, _, number = spans[node][-1]
        _, end, following = spans[after][0]
        if number == following:
            spans[node][-1] = begin, len(texts[node]), number
            spans[after][0] = 0, end, number
    return spans


def ranges_of(stream, wanted):
    """Return (begin, end) of each wanted text in the stream, None for a text that is not there.

    Texts are in the order of the stream. Long texts are searched first; short and repaired ones
    are searched between them.

    >>> ranges_of("homenewswindfarmsatseahome", ["home", "news", "", "windfarm", "home"])
    [(0, 4), (4, 8), None, (8, 16), (22, 26)]
    """
    ranges: list[tuple[int, int] | None] = [None] * len(wanted)
    at = 0
    for number, text in enumerate(wanted):
        if len(text) >= LONG:
            place = stream.find(text, at, at + len(text) + WINDOW)
            if place >= 0:
                at = place + len(text)
                ranges[number] = place, at
    most, ends = len(stream), []
    for span in reversed(ranges):
        ends.append(most)
        most = span[0] if span else most
    at = 0
    for number, (text, most) in enumerate(zip(wanted, reversed(ends), strict=True)):
        if text and not ranges[number]:
            ranges[number] = _between(stream, text, at, most)
        at = ranges[number][1] if ranges[number] else at
    return ranges


def _between(stream, text, least, most):
    """Return (begin, end) of a text within bounds; its ends suffice if the middle was repaired."""
    most = min(most, least + len(text) + (WINDOW if len(text) >= EDGE else NEAR))
    place = stream.find(text, least, most)
    if place >= 0:
        return place, place + len(text)
    if len(text) < 2 * EDGE:
        return None
    begin = stream.find(text[:EDGE], least, most)
    if begin < 0:
        return None
    end = stream.find(text[-EDGE:], begin, min(most, begin + 2 * len(text)))
    return begin, end + EDGE if end >= 0 else min(most, begin + len(text))


# ---------------- the one HTML file
#
# A head, the data of each page, the index, the script. Its policy allows one script, by its hash,
# and no fetching. Styles are allowed, since the frame that shows a page is bound by the same
# policy, and pages have their own. The script inserts all text of records as text, never as markup.

BROWSER = Path(__file__).with_name("browser")
SCRIPTS = ["state", "segments", "sentences", "details", "frame", "index", "keys", "start"]
POLICY_OF_FILE = ("default-src 'none'; script-src 'sha256-{}'; style-src 'unsafe-inline'; "
          "base-uri 'none'; form-action 'none'")


def as_markup(string):
    """Return text as it stands in HTML, with a space for each unprintable character."""
    return escape(printable(string))


@cache
def browser_file(name):
    return BROWSER.joinpath(name).read_text("utf-8")


@cache
def whole_script(more=""):
    """Return the script as one function: all files, and `more`."""
    parts = [browser_file(f"{name}.js") for name in SCRIPTS]
    return '"use strict";\n(() => {\n' + "\n".join([*parts, more]) + "})();\n"


def policy(script="", more=""):
    """Return the policy of the file. script: an addition to it. more: directives."""
    digest = base64.b64encode(hashlib.sha256(whole_script(script).encode()).digest())
    return POLICY_OF_FILE.format(digest.decode()) + more


def head(form="", style="", script="", directives=""):
    """Return the part of the file before the data, as bytes.

    form, style, script: additions of scutch-serve. directives: of the policy.
    """
    page = browser_file("page.html")
    for name, text in (("policy", policy(script, directives)),
                       ("style", browser_file("view.css") + style), ("form", form)):
        page = page.replace("{" + name + "}", text)
    return page.encode()


def block(name, value):
    """Return a block of data, as bytes. It has no <, so that no text of a record can end it.

    >>> block("a", {"text": "</script>"})
    b'<script type="application/json" id="a">{"text":"\\\\u003c/script>"}\\n</script>\\n'
    """
    data = encode(value).replace(b"<", b"\\u003c")
    return b'<script type="application/json" id="%b">%b</script>\n' % (name.encode(), data)


def end(index, script=""):
    """Return the part of the file after the data: the index and the script, with `script` added."""
    return b"%b<script>%b</script>\n</body>\n</html>\n" % (
        block("data-index", index), whole_script(script).encode())
