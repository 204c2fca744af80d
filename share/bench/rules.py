#!/usr/bin/env python3
"""Count the pages of gold sets on which each rule of lm/rules holds.

usage: rules.py [--jobs N] GOLD_DIR...

Prints a table a module: the rule, and its pages; of purposes and phrases those of each group, then
those of each of its words. The count of a rule stands in its entry, too: where rules or sets
change, put it there from here (tests/parts/test_rules.py compares the two).

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

from scutch.filters.html import blocks
from scutch.filters.html.arrays import elementmarks
from scutch.filters.html.arrays.permalinks import leads_back
from scutch.filters.html.codelanguage import language_in
from scutch.filters.html.parse import codeblocks, codeparts
from scutch.filters.html.parse.endtags import end_of
from scutch.filters.html.parse.parsers import parser_named
from scutch.filters.html2text import html2text
from scutch.filters.metadata.head import attributes
from scutch.filters.metadata.microdata import words_of
from scutch.filters.roles import phrases
from scutch.filters.segment import segment
from scutch.filters.text.words import count_words
from scutch.lm.evidence.purposes import ALL, PIECE, known_words
from scutch.lm.rules import coderules, hiddenrules, joinrules, markrules
from scutch.lm.rules.bylinewords import AUTHOR, BYLINES
from scutch.lm.rules.linephrases import PHRASES
from scutch.lm.rules.notewords import NOTES, REMARKS
from scutch.lm.rules.permalinkmarks import MARKS
from scutch.lm.rules.purposewords import PURPOSES
from scutch.lm.rules.tagrules import DECLARES, pattern
from scutch.lm.rules.threadwords import THREADS

TAG = re.compile(r"<([a-z][^ />]*)[^>]*>")
PRE = re.compile(r"<pre[ >].*?</pre>", re.S)
LINK = re.compile(rf"(<a [^>]*>)([^<]{{1,{max(len(mark.text) for mark in MARKS)}}})</a>")
ON_CODE = {"AROUND", "BESIDE_TRANSLATE", "OWN", "AFTER", "STATED", "NAMED"}
OF_FORMULAS = {"COPIES", "MATHML_AFTER", "MATHML_BEFORE"}
ANY_CASE = {"SHOWN", "PARENTS", "CAPITALS"}
MOST_WORDS = {"AUTHOR": phrases.MOST_BYLINE, "SIGNED": phrases.MOST_BYLINE,
              "CREDIT": phrases.MOST_CAPTION, "RIGHTS": phrases.MOST_FOOTER,
              "CONSENT": phrases.MOST_FOOTER, "TOOLS": phrases.MOST_TOOLS,
              "MORE": phrases.MOST_MORE, "POINTS": phrases.MOST_MORE,
              "DISCUSS": phrases.MOST_MORE, "HEADED": phrases.MOST_MORE}
OF_SOFTWARE = [("threadwords", THREADS), ("notewords", NOTES | REMARKS)]
TABLES = [(module.__name__.rpartition(".")[2], name, rules)
          for module in (coderules, hiddenrules, joinrules, markrules)
          for name, rules in module.TABLES.items()]


class Page:
    """A page: its tree in normal HTML, its record, and the tags asked for a language of code."""

    def __init__(self, path):
        self.tree, self.asked = "", []
        elementmarks.language_in = self._language_in
        html = read_page(path)
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
        if table in coderules.TABLES:
            return tags_of_code(self.tree, table)
        if table in OF_FORMULAS and "</math>" not in self.tree:
            return []
        if table == "CODE_LINES":
            return [tag for pre in PRE.findall(self.tree)
                    for tag in re.findall("<span [^>]*>", pre)]
        may_hold = MAY_HOLD.get(table, lambda _tag, _name: True)
        return [tag for tag, name in self.tags.items() if may_hold(tag, name)]


def tags_of_code(tree, table):
    """Return the tags at which a table of coderules looks: in, next to or of blocks of code."""
    if table == "IN_PRE":
        return [tag[0] for pre in PRE.findall(tree) for tag in TAG.finditer(pre)]
    if table == "BESIDE_PRE":
        return [tag[0] for tag in codeparts.IS_BESIDE.finditer(tree)
                if codeparts.is_beside(tree, tag.start(), end_of(tree, tag.start()))]
    spans = codeblocks.blocks_in(tree)
    if table == "OTHERS":
        return [tag[0] for start, end, _ in spans for tag in TAG.finditer(tree, start, end)]
    return [TAG.match(tree, start)[0] for start, _, _ in spans]


def _is_inline(tag, name):
    return name not in blocks.BLOCK and name not in ("html", "head", "meta", "link")


MAY_HOLD = {
    "SHOWN": lambda tag, name: blocks.HIDES.search(tag) or not blocks.HIDING_STYLES.isdisjoint(
        blocks.style_of(tag).items()),
    "OPEN": lambda tag, name: name == "dialog",
    "OPEN_SHEETS": lambda tag, name: name != "dialog" and blocks.is_dialog(tag),
    "LAID_OUT": _is_inline, "CAPITALS": _is_inline, "BLOCK_STYLES": _is_inline}


compiled = cache(re.compile)     # re keeps too few


def of_tags(page):
    """Yield (module, table, rule) of the rules on tags that hold on a page."""
    for module, table, rules in TABLES:
        tags = page.looked_at(table)
        text, flags = "\n".join(tags), re.I if table in ANY_CASE else 0
        styles = {f"{name}: {value}" for tag in tags for name, value in
                  blocks.style_of(tag).items()} if rules[0].how == DECLARES else ()
        for rule in rules:
            if table == "MATHML_BEFORE":
                held = f"</math></{rule.elements}>" in page.tree
            elif rule.how == DECLARES:
                held = any(compiled(rule.value).fullmatch(style) for style in styles)
            else:
                held = compiled(pattern([rule]), flags).search(text)
            if held:
                yield module, table, rule.name


def of_marks(page):
    """Yield the marks of permalinks that are left out of a page."""
    texts = {mark.text for mark in MARKS}
    for link in LINK.finditer(page.tree):
        if link[2] in texts and leads_back(page.tree, link[1], link.start(2)):
            yield "permalinkmarks", "MARKS", link[2]


def of_words(page):
    """Yield the words of purposes of a page's elements, and their groups."""
    for piece in {piece.lower() for _, _, words in page.record["elements"]
                  for piece in PIECE.findall(words)}:
        for word in known_words(piece, ALL):
            for name, group in PURPOSES.items():
                if word in f"{group.sure} {group.also}".split():
                    yield "purposewords", name, ""
                    yield "purposewords", name, word


def of_bylines(page):
    """Yield the words of elements that name an author or, in such, something else of him."""
    named = [words for words in {words_of(attributes(tag.encode())) for tag in page.tags}
             if compiled(AUTHOR.pattern(), re.I).search(words)]
    for name, entry in BYLINES.items():
        for words in named:
            if compiled(entry.pattern(), re.I).search(words):
                yield "bylinewords", name, ""
                for text in entry.texts:
                    if compiled(text, re.I).search(words):
                        yield "bylinewords", name, text


def of_software(page):
    """Yield the words of threads and notes that a page's elements have, and their software."""
    known = {word for _, _, words in page.record["elements"] for word in words.split()}
    for module, names in OF_SOFTWARE:
        for name, software in names.items():
            for word in known.intersection(software.words.split()):
                yield module, name, ""
                yield module, name, word


def of_lines(page):
    """Yield the phrases of a page's lines, and what they are for."""
    for text in {one["text"] for one in page.record["segments"]}:
        for name, entry in PHRASES.items():
            if (compiled(entry.pattern(), re.I).search(text)
                    and count_words(text) <= MOST_WORDS.get(name, sys.maxsize)):
                yield "linephrases", name, ""
                for phrase in entry.texts:
                    if compiled(entry.where.format(phrase), re.I).search(text):
                        yield "linephrases", name, phrase


def held(path):
    """Return the rules that hold on a page, a set of (module, table, rule)."""
    page = Page(path)
    return {one for some in (of_tags, of_marks, of_words, of_bylines, of_software, of_lines)
            for one in some(page)}


def all_rules():
    """Yield (module, table, rule) of each, in the order of the tables; "" for a whole group."""
    for module, table, rules in TABLES:
        for rule in rules:
            yield module, table, rule.name
    for mark in MARKS:
        yield "permalinkmarks", "MARKS", mark.text
    for name, group in PURPOSES.items():
        yield "purposewords", name, ""
        for word in dict.fromkeys(f"{group.sure} {group.also}".split()):
            yield "purposewords", name, word
    for module, names in OF_SOFTWARE:
        for name, software in names.items():
            yield module, name, ""
            for word in software.words.split():
                yield module, name, word
    for module, groups in ("bylinewords", BYLINES), ("linephrases", PHRASES):
        for name, entry in groups.items():
            yield module, name, ""
            for text in entry.texts:
                yield module, name, text


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--jobs", type=int, default=1, metavar="N")
    parser.add_argument("golds", nargs="+", metavar="GOLD_DIR", type=Path)
    args = parser.parse_args()
    print_head({})
    paths, counts = [path for gold in args.golds for path in paths_of(gold)], Counter()
    with Pool(args.jobs) as pool:
        for one in pool.imap_unordered(held, paths, 20):
            counts.update(one)
    print(f"{len(paths)} pages of {', '.join(gold.name for gold in args.golds)}")
    last = None
    for one in all_rules():
        if one[0] != last:
            last = one[0]
            print(f"\n{last}")
        print(f"{counts[one]:6} {one[1]}{': ' if one[2] else ''}{one[2]}")


if __name__ == "__main__":
    main()
