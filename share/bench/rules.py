#!/usr/bin/env python3
"""Count the pages of gold sets on which each row of share/rules holds.

usage: rules.py [--jobs N] [--write] GOLD_DIR...

Prints for each table its rows and their pages. --write puts the numbers into the rows, where rules
or sets have changed.

A rule on tags holds where a tag of the page has what it looks for: on a tag that is hidden for
SHOWN, on a dialog for OPEN and OPEN_SHEETS, on an inline element for LAID_OUT, CAPITALS and
BLOCK_STYLES, in <pre> for CODE_LINES and IN_PRE, next to it for BESIDE_PRE, at a block of code for
BLOCKS, INLINE and BROKEN and in it for OTHERS, where the language of code is looked for, on a page
with a formula for the copies of those. A mark holds where it is left out.
"""
import argparse
import re
import sys
from collections import Counter
from functools import cache
from multiprocessing import Pool
from pathlib import Path

from common import paths_of, print_head, read_page

from scutch.filters.html import normalhtml
from scutch.filters.html.arrays import elementmarks
from scutch.filters.html.arrays.elementmarks import language_in
from scutch.filters.html.arrays.hiding import leads_back
from scutch.filters.html.guard.openings import Openings
from scutch.filters.html.normalhtml import end_of
from scutch.filters.html.parse import codeblocks
from scutch.filters.html.parse.wholepage import parser_named
from scutch.filters.html2text import html2text
from scutch.filters.metadata.head import attributes, head_of
from scutch.filters.metadata.inbody import words_of
from scutch.filters.roles import phrases
from scutch.filters.segment import segment
from scutch.filters.text.words import count_words
from scutch.lm.evidence.purposes import ALL, PIECE, known_words
from scutch.lm.rules import Rule, pattern, rules

TAG = re.compile(r"<([a-z][^ />]*)[^>]*>")
PRE = re.compile(r"<pre[ >].*?</pre>", re.S)
ON_CODE = {"AROUND", "BESIDE_TRANSLATE", "OWN", "AFTER", "STATED", "NAMED"}
OF_FORMULAS = {"COPIES", "MATHML_AFTER", "MATHML_BEFORE"}
ANY_CASE = {"SHOWN", "PARENTS", "CAPITALS"}
MOST_WORDS = {"AUTHOR": phrases.MOST_BYLINE, "SIGNED": phrases.MOST_BYLINE,
              "CREDIT": phrases.MOST_CAPTION, "RIGHTS": phrases.MOST_FOOTER,
              "CONSENT": phrases.MOST_FOOTER, "POINTS": phrases.MOST_HEADING,
              "DISCUSS": phrases.MOST_HEADING, "HEADED": phrases.MOST_HEADING}
FOLDER = Path(__file__).resolve().parent.parent / "rules"
COUNTED = sorted(path for path in FOLDER.glob("*.tsv")
                 if "\tpages\t" in path.read_text("utf-8")
                 and path.stem != "kinds")         # others are lists of words
UNCOUNTED = {"LINES", "NAMED", "NO_LANGUAGES"}
MARKS = {mark.value: mark for mark in rules("permalinks")["MARKS"]}
LINK = re.compile(rf"(<a [^>]*>)([^<]{{1,{max(map(len, MARKS))}}})</a>")


class Page:
    """A page: its tree in normal HTML, its record, and the tags asked for a language of code."""

    def __init__(self, path):
        self.tree, self.asked = "", []
        elementmarks.language_in = self._language_in
        html = read_page(path)
        self.metas = {key for key, _ in head_of(Openings(html.encode("utf-8", "replace"))).metas}
        self.record, = segment(html2text({"html": html}, parse=self._parse, marks=True)[0])
        self.tags = {found[0]: found[1] for found in TAG.finditer(self.tree)}

    def _parse(self, *given):
        self.tree, last = parser_named("auto")[1](*given)
        return self.tree, last

    def _language_in(self, tag, is_code=True):
        self.asked.append((tag, is_code))
        return language_in(tag, is_code)

    def looked_at(self, table):
        """Return the tags, a list, on which the rules of a table may hold."""
        if table in ON_CODE:
            return [tag for tag, is_code in self.asked if is_code or table not in ("OWN", "AFTER")]
        if table in rules("code"):
            return tags_of_code(self.tree, table)
        if table in OF_FORMULAS and "</math>" not in self.tree:
            return []
        if table == "CODE_LINES":
            return [tag for pre in PRE.findall(self.tree)
                    for tag in re.findall("<span [^>]*>", pre)]
        may_hold = MAY_HOLD.get(table, lambda _tag, _name: True)
        return [tag for tag, name in self.tags.items() if may_hold(tag, name)]


def tags_of_code(tree, table):
    """Return the tags at which a table of code.tsv looks: in, next to or of blocks of code."""
    if table == "IN_PRE":
        return [tag[0] for pre in PRE.findall(tree) for tag in TAG.finditer(pre)]
    if table == "BESIDE_PRE":
        return [tag[0] for tag in codeblocks.IS_BESIDE.finditer(tree)
                if codeblocks.is_beside(tree, tag.start(), end_of(tree, tag.start()))]
    spans = codeblocks.blocks_in(tree)
    if table == "OTHERS":
        return [tag[0] for start, end, _ in spans for tag in TAG.finditer(tree, start, end)]
    return [TAG.match(tree, start)[0] for start, _, _ in spans]


def _is_inline(tag, name):
    return name not in normalhtml.BLOCK and name not in ("html", "head", "meta", "link")


MAY_HOLD = {
    "SHOWN": lambda tag, name: normalhtml.HIDES.search(tag) or (
        not normalhtml.HIDING_STYLES.isdisjoint(normalhtml.style_of(tag).items())),
    "OPEN": lambda tag, name: name == "dialog",
    "OPEN_SHEETS": lambda tag, name: name != "dialog" and normalhtml.is_dialog(tag),
    "LAID_OUT": _is_inline, "CAPITALS": _is_inline, "BLOCK_STYLES": _is_inline}


compiled = cache(re.compile)     # re keeps too few


def of_tags(page):
    """Yield the rules on tags that hold on a page."""
    for name in ("code", "hidden", "joins", "marks"):
        for table, known in rules(name).items():
            if table in UNCOUNTED:
                continue
            tags = page.looked_at(table)
            text, flags = "\n".join(tags), re.I if table in ANY_CASE else 0
            styles = {f"{name}: {value}" for tag in tags for name, value in
                      normalhtml.style_of(tag).items()} if known[0].how == "declares" else ()
            for rule in known:
                if table == "MATHML_BEFORE":
                    held = f"</math></{rule.elements}>" in page.tree
                elif rule.how == "declares":
                    held = any(compiled(rule.value).fullmatch(style) for style in styles)
                else:
                    held = compiled(pattern([rule]), flags).search(text)
                if held:
                    yield rule


def of_marks(page):
    """Yield the marks of permalinks that are left out of a page."""
    for link in LINK.finditer(page.tree):
        if link[2] in MARKS and leads_back(page.tree, link[1], link.start(2)):
            yield MARKS[link[2]]


def of_words(page):
    """Yield the words of purposes of a page's elements."""
    known = {word for _, _, words in page.record["elements"] for piece in PIECE.findall(words)
             for word in known_words(piece.lower(), ALL)}
    return (word for group in rules("purposes").values() for word in group if word.value in known)


def of_bylines(page):
    """Yield the words of elements that name an author or, in such, something else of him."""
    authors = compiled(pattern(rules("bylines")["AUTHOR"]), re.I)
    named = [words for words in {words_of(attributes(tag.encode())) for tag in page.tags}
             if authors.search(words)]
    return (rule for table in rules("bylines").values() for rule in table
            if any(compiled(rule.value, re.I).search(words) for words in named))


def of_software(page):
    """Yield the words of threads and notes that a page's elements have."""
    known = {word for _, _, words in page.record["elements"] for word in words.split()}
    return (word for table in rules("software").values() for word in table if word.value in known)


def of_metas(page):
    """Yield the names of a page's <meta> elements."""
    return (row for table in rules("metadata").values() for row in table if row.value in page.metas)


def of_lines(page):
    """Yield the phrases of a page's lines."""
    for text in {one["text"] for one in page.record["segments"]}:
        for table, known in rules("phrases").items():
            if (compiled(pattern(known), re.I).search(text)
                    and count_words(text) <= MOST_WORDS.get(table, sys.maxsize)):
                yield from (phrase for phrase in known
                            if compiled(pattern([phrase]), re.I).search(text))


def held(path):
    """Return the rules that hold on a page, a set."""
    page = Page(path)
    return {rule for some in (of_tags, of_marks, of_words, of_bylines, of_software, of_metas,
                             of_lines) for rule in some(page)}


def written(line, counts):
    """Return a line of a file of rules with the number of pages in it."""
    cells = line.split("\t")
    if not line or line[0] == "#" or cells[0] in UNCOUNTED or cells[0] == "table":
        return line
    cells += [""] * (len(Rule._fields) - len(cells))
    cells[Rule._fields.index("pages")] = str(counts[Rule(*line.split("\t"))])
    return "\t".join(cells).rstrip("\t")


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--jobs", type=int, default=1, metavar="N")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("golds", nargs="+", metavar="GOLD_DIR", type=Path)
    args = parser.parse_args()
    print_head({})
    paths, counts = [path for gold in args.golds for path in paths_of(gold)], Counter()
    with Pool(args.jobs) as pool:
        for one in pool.imap_unordered(held, paths, 20):
            counts.update(one)
    print(f"{len(paths)} pages of {', '.join(gold.name for gold in args.golds)}")
    for file in COUNTED:
        print(f"\n{file.stem}")
        for rule in (rule for table in rules(file.stem).values() for rule in table):
            if rule.table not in UNCOUNTED:
                print(f"{counts[rule]:6} {rule.table}{': ' if rule.name else ''}{rule.name}")
        if args.write:
            lines = file.read_text("utf-8").split("\n")
            file.write_text("\n".join(written(line, counts) for line in lines), "utf-8")


if __name__ == "__main__":
    main()
