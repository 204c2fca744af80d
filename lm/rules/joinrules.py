"""Separators of texts with only inline tags between them; inline elements that are blocks.

A browser shows <a>Home</a><a>News</a> as two words if a style sheet says so, which scutch does not
read, and H<sub>2</sub>O as one. In `holds` "one" and "two" are apart and in `fails` together; in
CLOSE, PARTS and CAPITALS the other way round.
"""
from .tagrules import DECLARES, FIRST, HAS, IS, PART, WORD, Rule, element

# <span class="a">Bob</span><span class="b">Baker: of such places that are not in CLOSE, the gold of
# five sets has 858 apart and 6 joined where the second text begins in upper case, or either is a
# digit; elsewhere, or without a class, 4 apart and 120 joined. Where more tags are between, as in
# <span><b class="a">Ulrich</b></span><span><time>Mar 7, it has 330 apart and 7 joined.
LAID_OUT = [Rule("class", HAS, "", "many", 3530, "<p><b class=name>One</b><b class=title>Two</b>",
                 "<p><b>One</b><b data-class=title>Two</b>")]
# Code, formulas and places to break a word are part of it
CLOSE = [element(name, "HTML", pages, f"<p><b class=a>One</b><{name}>Two</{name}>",
                 "<p><b class=a>One</b><i>Two</i>", "the HTML standard") for name, pages in (
    ("code", 270), ("kbd", 27), ("mark", 11), ("samp", 0), ("sub", 20), ("sup", 228),
    ("wbr", 22))]
# Parts of a word by their class: C<span class="sub">6</span>H, <span class="hit">Java</span>Script
PARTS = [Rule("class", WORD, word, software, pages,
              f"<p><b class=x>One</b><b class='x {word}'>Two</b>",
              f"<p><b class=x>One</b><b class='{word}-x'>Two</b>",
              why="" if pages else "search results, papers")
         for word, software, pages in (
    ("highlight", "many", 86), ("search-highlight", "many", 0),
    ("algolia-docsearch-suggestion--highlight", "DocSearch", 0), ("hit", "many", 0),
    ("hl", "Solr", 10), ("sc", "publishers", 15), ("smallcaps", "publishers", 3),
    ("sub", "publishers", 69), ("sup", "publishers", 0))]
# Drop capitals, in any case: <b class="dropcap">T</b>HE
CAPITALS = [Rule("class", PART, word, "many", pages, f"<p><b class='x {word}-cap'>One</b>Two",
                 "<p><b class='x lead'>One</b>Two") for word, pages in (
    ("drop", 381), ("initial", 19), ("first", 178))]
# <del>$5</del><ins>$4</ins>, and <s>$5</s>$4; glued on 1 page of 35 of the gold
STRIKES = [element(name, "HTML", pages, f"<p><{name}>one</{name}><ins>two</ins>",
                  "<p><u>one</u><ins>two</ins>") for name, pages in (
    ("del", 21), ("s", 29), ("strike", 8))]
# <span aria-hidden="true">(133)</span><span class="sr-only">133 reviews</span>. Of 432 places
# without a space where such text begins or ends, the gold of WCXB has 46, all with one. It has
# both texts of 133 such pairs, one of 65: neither can be dropped. The class is looked for where it
# comes first, as in seven of eight such tags.
SPOKEN = [Rule("class", FIRST, word, software, pages, f"<p>one<i class='{word}'>two</i>",
               f"<p>one<i class='x {word}'>two</i>") for word, software, pages in (
    ("a-offscreen", "Amazon", 4),
    ("element-invisible", "Drupal 7", 9),
    ("screen-reader-only", "many", 12),
    ("screen-reader-text", "WordPress", 194),
    ("sr-only", "Bootstrap to 4, Tailwind", 245),
    ("u-visually-hidden", "many", 9),
    ("u-visuallyhidden", "many", 1),
    ("visually-hidden", "Bootstrap 5, Drupal, Shopify", 167),
    ("visuallyhidden", "HTML5 Boilerplate", 23))]
# <span> in <pre> that is a line of code: <span class="line">import a</span><span class="line">
CODE_LINES = [
    Rule("class", WORD, "line", "Shiki, Rehype, Astro", 8,
         "<pre><span class='x line'>one</span><span class=line>two</span></pre>",
         "<pre><span class=line-1>one</span><span class=line-2>two</span></pre>"),
    Rule("class", WORD, "gatsby-highlight-code-line", "Gatsby", 3,
         "<pre><span class=line>one</span><span class=gatsby-highlight-code-line>two</span></pre>",
         "<pre><span class=line>one</span><span class=gatsby-highlight>two</span></pre>"),
]
# Styles that make an inline element a block: <span style="display: block">
BLOCK_STYLES = [Rule("style", DECLARES, f"display: {value}", "CSS", pages,
                     f"<p><b style='color: red; Display: {shown}'>one</b>two",
                     "<p><b style='display:inline-block'>one</b>two", why="the standard of CSS")
                for value, shown, pages in (
    ("block", "block", 341), ("flex", "flex", 23), ("flow-root", "flow-root", 0),
    ("grid", "grid", 0), ("list-item", "list-item", 0), ("table[a-z-]*", "Table-Cell", 0))]
# Elements that are headings
HEADINGS = [Rule("role", IS, "heading", "ARIA", 92, "<div role=heading aria-level=3>Wind</div>",
                 "<div role=headings>Wind</div>")]

TABLES = {"LAID_OUT": LAID_OUT, "CLOSE": CLOSE, "PARTS": PARTS, "CAPITALS": CAPITALS,
          "STRIKES": STRIKES,
          "SPOKEN": SPOKEN, "CODE_LINES": CODE_LINES, "BLOCK_STYLES": BLOCK_STYLES,
          "HEADINGS": HEADINGS}
