"""The fields of the record: FIELDS is the one definition.

The table of share/doc/record.md is made from it. Positions are code points, half open; in every
score high means dirty, but in doc.scores.f and doc.scores.precision, which estimate measures of the
page.
"""
from typing import NamedTuple


class Field(NamedTuple):
    """One field of the record: its name, its type and unit, its writers, its meaning, its readers.

    writer:  filters, and those options without which they do not write it.
    reader:  the filters, and options of filters, that cannot do without it, see stream/order.py.
    """

    name: str
    type: str
    writer: str
    meaning: str
    reader: str = ""


def of_limits(option: str) -> str:
    """Return the option of all filters that keep and leave out segments, for Field.reader."""
    return ", ".join(f"{name} {option}" for name in ("emit", "prune", "eval"))



# What scutch-quality counts of a document's kept text, and what the rules of datatrove limit
COUNTS = {
    "doc_words": "words with a character that is no punctuation mark",
    "avg_word_length": "mean of their code points",
    "hash_word_ratio": "# a word",
    "ellipsis_word_ratio": "... and … a word",
    "bullet_lines_ratio": "share of lines that begin with • or -",
    "ellipsis_lines_ratio": "share of lines that end in ... or …",
    "alpha_words_ratio": "share of words with a letter",
    "stop_words": "how many of the, be, to, of, and, that, have, with occur",
    "dup_para_frac": "share of paragraphs that came before",
    "dup_para_char_frac": "code points in these, as a share of all",
    "dup_line_frac": "share of lines that came before",
    "dup_line_char_frac": "code points in these, as a share of all",
    **{f"top_{size}_gram": f"share of code points in the most frequent sequence of {size} words"
       for size in (2, 3, 4)},
    **{f"duplicated_{size}_n_grams": f"share of code points in sequences of {size} words that came "
       "before" for size in range(5, 11)},
    "doc_lines": "lines that are not blank",
    "line_punct_ratio": "share of lines that end in the mark of a sentence",
    "short_line_ratio": "share of lines of 30 code points or less",
    "char_dup_ratio": "share of code points in lines that came before",
    "list_ratio": "line breaks a word",
    "lorem_ipsum": "lines with lorem ipsum that C4 looks at",
    "curly_bracket": "such lines with {",
    "num_sentences": "sentences that C4 would keep"}
WHOLE = {"doc_words", "stop_words", "doc_lines", "lorem_ipsum", "curly_bracket", "num_sentences"}

FIELDS = [
    Field("id", "str", "read",
          "name of the document; if none is given, the url, else file:line"),
    Field("url", "str", "read", "address of the page"),
    Field("timestamp", "str", "read", "when, ISO 8601 in UTC"),
    Field("lang", "str", "read, html2text, lang, charlm, wordlm, mlp",
          "language that the page, or its WET file, declares, first subtag in lower case, two "
          "letters where there are two; that of its text where it declares none, or where "
          "scutch-lang, charlm, wordlm or mlp are sure of another; und if the text is in none of "
          "the known languages, und-Cyrl and the like for another script"),
    Field("lang_confidence", "float in [0, 1]", "lang, charlm, wordlm, mlp",
          "probability that lang is right, if it is that of the text"),
    Field("lang_declared", "str", "lang, charlm, wordlm, mlp",
          "language that the page declares, if its text is in another"),
    Field("title", "str", "read, html2text",
          "text of the title element, or the title that a wrapper of CleanEval states"),
    Field("html", "str; in Python bytes, too", "read",
          "the page, decoded; html2text drops it without --keep-html"),
    Field("html_b64", "str", "", "the page as base64 of its bytes, in place of html"),
    Field("text", "str", "read, emit",
          "plain text: in place of html on input, what is kept on output"),
    Field("comments", "str", "emit --split-comments", "the kept text of readers' comments"),
    Field("pii", "list of [start, end]", "prune, emit",
          "with --pii mark: places of e-mail and IP addresses, telephone, card and IBAN numbers in "
          "text, code points, as HPLT has them"),
    Field("continued", "true", "",
          "with --lines: the document continues in the next record; one holds 20,000 lines"),
    Field("doc.lang_from", "str", "lang",
          "where lang is from: declared, by the page or its source, or text"),
    Field("doc.doctype", "str or null", "html2text",
          "html5, xhtml1, html4, other; null without a doctype"),
    Field("doc.charset", "str", "read", "encoding the bytes were read as, Python's name"),
    Field("doc.charset_from", "str", "read",
          "why: bom, utf-8 or utf-16 (the bytes show it), http, meta, repaired, guessed (by its "
          "letters: doc.notes says how sure), default, or text (it was text already)"),
    Field("doc.chars", "int, code points", "html2text",
          "length of all blocks, as html2text gives them"),
    Field("doc.markup_chars", "int, code points", "html2text",
          "length of the page, scripts and all, less doc.chars"),
    Field("doc.generator", "str or null", "html2text", "content of <meta name=generator>"),
    Field("doc.robots", "list of str", "html2text",
          "with --robots: what <meta name=robots> asks, in lower case; absent without one"),
    Field("doc.template", "str or null", "html2text",
          "with --template: sketch of the page's structure, 128 numbers of 16 bits in "
          "base64; null without elements"),
    Field("doc.scores.f", "float in [0, 1]", "combine",
          "estimate of the F of the text that --keep auto keeps; unlike scores it is high where "
          "the page is good"),
    Field("doc.scores.precision", "float in [0, 1]", "combine",
          "estimate of the share of its words that is text, high where the page is good; of pages "
          "with markup alone"),
    Field("doc.scores.quality", "float in [0, 1]", "quality",
          "probability that its text is none of running text: of a menu, in a broken encoding, a "
          "list made by a program; 1 without a word"),
    Field("doc.raw.badness", "float, 0 to 50", "quality",
          "how far below the mean the frequent words of its language are, in standard deviations, "
          "up to 5 for each of ten; high is dirty; absent for a language without a list"),
    Field("doc.raw.perplexity", "float, perplexity per token", "quality",
          "of the kept text, where wordlm has scored it; high is dirty"),
    *(Field(f"doc.raw.{name}", "int" if name in WHOLE else "float, not rounded", "quality", meaning)
      for name, meaning in COUNTS.items()),
    Field("doc.dropped", "object", "prune, emit, lang",
          "why a document is dropped: its rule, by datatrove's name, or max_quality, min_f, "
          "min_precision, duplicates, lang; and the value; in the file of --dropped, on a line "
          "without text"),
    Field("doc.duplicate_of", "as id", "dedup",
          "id of the document that stays, of those that are alike; absent where this one does"),
    Field("doc.similarity", "float in (0, 1]", "dedup",
          "with doc.duplicate_of: estimated Jaccard index of their shingles; 1 for the same text"),
    Field("doc.notes", "list of str", "read, html2text, segment, filters given HTML",
          "notes on repairs and dropped content; absent if there are none"),
    Field("doc.list_numbers", "list of [int, int]", "html2text",
          "[element, number] of ol that state the number of their first item (start), and of li "
          "that state theirs (value); absent if none does"),
    Field("meta.title", "str", "meta", "title of the page, without the name of its site"),
    Field("meta.authors", "list of str", "meta", "names of its authors"),
    Field("meta.published", "str", "meta", "when, ISO 8601, as precise as it was stated"),
    Field("meta.modified", "str", "meta", "when it was last changed, the same"),
    Field("meta.site", "str", "meta", "name of the site"),
    Field("meta.description", "str", "meta", "summary that the head states"),
    Field("meta.canonical", "str", "meta", "address that the page states as its own"),
    Field("meta.hostname", "str", "meta", "host of its address, without www."),
    Field("meta.language", "str", "meta", "language as declared, a tag such as en-GB"),
    Field("meta.licence", "str", "meta",
          "of Creative Commons its short name, such as CC BY-SA 4.0; else its address"),
    Field("meta.categories", "list of str", "meta", "sections of the site in which it stands"),
    Field("meta.tags", "list of str", "meta", "keywords"),
    Field("meta.type", "str", "meta", "what OpenGraph says it is, such as article"),
    Field("meta.image", "str", "meta", "address of the picture that stands for the page"),
    Field("meta.from", "object", "meta",
          "for each of these where it was found: json-ld and the type, meta and the key, h1, "
          "microdata, rel author, class author, time, link canonical, html lang, title, url; "
          "headline and byline, by a second pass over the lines of the text, text, a line that "
          "says published or updated, updated, the date of an update where no other is shown"),
    Field("elements", "list of [tag, parent, words]", "html2text",
          "elements that enclose text, parents first; parent is an index or -1, words those of "
          "class, id and role, truncated at 80 code points"),
    Field("element_classes", "str", "archive",
          "a letter for each element: c, b or i where all text in it is content, boilerplate or "
          "invalid, else -; absent where there was nothing to compare"),
    Field("segments[].text", "str", "html2text, segment", "the text; \\n and \\t only where kept",
          "charlm, wordlm, archive, docfreq, shallow, mlp, combine, role, tag"),
    Field("segments[].kind", "str", "html2text, segment",
          "p paragraph, h heading, l list item, t table row, c code"),
    Field("segments[].tag", "str", "html2text",
          "block element that holds the text, or the inline one that hides it"),
    Field("segments[].element", "int", "html2text", "its index in elements"),
    Field("segments[].chars", "int, code points", "html2text, segment", "length of text"),
    Field("segments[].words", "int", "html2text, segment",
          "white-space words with a letter or digit; in scripts without spaces about as many as a "
          "translation would have, by their letters"),
    Field("segments[].link_chars", "int, code points", "html2text", "of text inside links"),
    Field("segments[].link_words", "int", "html2text", "words inside links"),
    Field("segments[].links", "int", "html2text", "<a> elements that begin in the block"),
    Field("segments[].markup_chars", "int, code points", "html2text",
          "since the last segment ended, less chars: tags as the parser writes them, white space, "
          "character references; not comments, scripts, styles and other dropped elements"),
    Field("segments[].open_tags", "int", "html2text", "opening tags in this markup"),
    Field("segments[].close_tags", "int", "html2text", "closing tags among them"),
    Field("segments[].skipped", "int", "html2text",
          "block tags passed without text since the last segment"),
    Field("segments[].after_close", "bool", "html2text",
          "the last block tag before the text closes a block"),
    Field("segments[].br", "bool", "html2text",
          "only a <br> separates it from the segment before; absent if false"),
    Field("segments[].hidden", "bool", "html2text",
          "in an element that browsers do not show, <noscript> among them, tabs and accordions "
          "not; absent if false"),
    Field("segments[].bar", "bool", "segment",
          "fields between vertical bars: a navigation bar or footer; absent if false"),
    Field("segments[].marks", "list of [start, end, kind, ...]", "html2text, segment",
          "with --marks: code points of text that are code, strong, em, link, sub, sup or del, by "
          "their starts, outer ones first; of a link its address follows, absolute by the page's "
          "base, if it is one of http, https, ftp, mailto or tel and has 2,000 characters at most; "
          "of code in <pre> its language; of an image, between two characters, address, "
          "alternative text, the address of the link around it or \"\", and the element in which "
          "it stands, if it is not among the text; absent if there are none"),
    Field("segments[].span", "[start, end]", "segment",
          "its place in the record's text, code points; plain text only"),
    Field("segments[].sentences", "list of [start, end]", "segment", "code points of text"),
    Field("segments[].lang", "str", "lang --segments",
          "language that its text is surely in, und-Cyrl and the like for a script, und for no "
          "such language"),
    Field("segments[].pii", "list of [start, end]", "prune --pii", "with --pii mark: see pii"),
    Field("segments[].role", "str", "role",
          "headline, dek, byline, keypoints, text, comment, caption, teaser, navigation, form, "
          "notice or footer",
          ", ".join([of_limits("--with ROLES"), of_limits("--without ROLES"),
                     "emit --split-comments"])),
    Field("segments[].scores.charlm", "float in (0, 1)", "charlm",
          "probability that a word of the segment is dirt, in the context of the page unless "
          "--no-context",
          "combine"),
    Field("segments[].raw.charlm", "float, nats per character", "charlm",
          "log-probability ratio dirty/clean per character, the segment's end counting as one; "
          "above 0 is dirty; 1.33, that of the end, for no text"),
    Field("segments[].class", "str", "archive",
          "content, boilerplate, or invalid, which is neither",
          "prune --shared"),
    Field("segments[].cells", "list of int", "html2text, segment",
          "columns, from 0, of the cells of a table's row that the text is from; only in rows with "
          "a column without text, or that another cell spans, before one with text or beside the "
          "only one"),
    Field("segments[].continues", "true", "archive",
          "the segment before it is the preceding part of the same original segment"),
    Field("segments[].scores.archive", "float in (0, 1)", "archive",
          "by its class, and whether each page of the template has it; 0.5 without evidence"),
    Field("segments[].raw.archive", "str, five bits", "archive",
          "the pages of the cross that have it: current, up, down, previous, next"),
    Field("segments[].scores.docfreq", "float in (0, 1)", "docfreq",
          "probability of boilerplate; 0.5 where the host has no other page",
          "prune --shared"),
    Field("segments[].raw.docfreq", "float, 0 to 1", "docfreq",
          "share of the host's other pages that have the text"),
    Field("segments[].sentence_repeats", "list of int", "dedup --sentences",
          "for each sentence the other pages that have it among N in a row, 0 where it stays; "
          "absent if none has"),
    Field("segments[].repeats", "int", "dedup --segments, dedup --repeats",
          "other pages that have its text; absent if none has",
          "prune --repeats"),
    Field("segments[].scores.wordlm", "float in (0, 1)", "wordlm",
          "probability of dirt by the perplexity of its sentences, in the context of the page "
          "unless --no-context; their mean, weighted by tokens"),
    Field("segments[].raw.wordlm", "float, perplexity per token", "wordlm",
          "high is dirty; the ends of sentences are tokens; 1 for no text"),
    Field("segments[].raw.wordlm_known", "float, perplexity per token", "wordlm",
          "the same without out-of-vocabulary words"),
    Field("segments[].sentence_log10p", "list of [float, int]", "wordlm",
          "log10 of the probability of each sentence, and its tokens, none in a language without a "
          "model; of the whole text where there are no sentences",
          "prune --wordlm, prune --min-ppl, emit --mark-ppl"),
    Field("segments[].sentence_unknown", "list of [float, int]", "wordlm",
          "the same for its out-of-vocabulary words alone"),
    Field("segments[].scores.combine", "float in [0, 1]", "combine",
          "probability of dirt, for the chosen scope, by trees and three networks over all "
          "evidence of the page (trees alone for plain text), mixed with charlm in the scope page "
          "and for plain text"),
    Field("segments[].tags", "object", "tag", "a letter for each score, a clean",
          of_limits("--keep LETTERS")),
    Field("segments[].scores.shallow", "float in [0, 1]", "shallow",
          "probability of boilerplate by the decision tree; 0 or 1 by any other --rule"),
    Field("segments[].raw.shallow", "float, words per line", "shallow",
          "text density, after word wrap at 80 columns; high is clean, 0 for no words"),
    Field("segments[].text_class", "str", "shallow",
          "headline, fulltext, supplemental or boilerplate, by a tree of four classes"),
    Field("segments[].scores.mlp", "float in [0, 1]", "mlp",
          "output of the perceptron, 0 if it is negative"),
    Field("segments[].raw.mlp", "float in [-1, 1]", "mlp",
          "output of the perceptron, usually from 0, clean, to 1, dirty"),
    Field("segments[].label", "str", "label",
          "clean if gold text has at least half of its words, else dirty; unsure: it is not "
          "trained on"),
    Field("segments[].label_confidence", "float in [0, 1]", "label",
          "twice the distance of the share of its words in the gold text from a half; 0 without a "
          "word"),
    Field("segments[].label_class", "str", "label",
          "class of most of its words, where the gold has classes: headline, fulltext, "
          "supplemental, related, comments, boilerplate"),
    Field("site", "str", "label",
          "registrable domain by the gold; pages of one site are in one fold"),
    Field("page_type", "str", "label", "kind of page by the gold: article, forum ..."),
    Field("label_weight", "float", "label",
          "how much the page counts in training, where others count 1"),
    Field("scorers", "list of str", "the scorers", "names of the scorers, in order"),
    Field("cuts", "object", "the scorers",
          "the highest score that --keep auto keeps, for each scorer"),
    Field("hidden_cuts", "object", "combine",
          "the highest score at which --keep auto keeps hidden segments, too; by a scorer without "
          "an entry it keeps none"),
    Field("host_pages", "int", "docfreq",
          "other pages of its host in which its text was searched"),
    Field("cross.bits", "str, five bits", "archive",
          "the pages it was compared with: current, up, down, previous, next"),
    Field("cross.up", "str", "archive", "id of the most similar page of its template"),
    Field("cross.down", "str", "archive", "id of the second most similar, at another path"),
    Field("cross.previous", "str", "archive", "id of the snapshot of this page before it"),
    Field("cross.next", "str", "archive", "id of the snapshot after it"),
    Field("metadata.warc_file", "str", "read", "name of the archive"),
    Field("metadata.warc_offset", "int, bytes", "read", "where the record begins in it"),
    Field("metadata.warc_length", "int, bytes", "read", "its length there (compressed if it is)"),
    Field("metadata.http_content_type", "str", "read", "header of the response"),
    Field("metadata.http_server", "str", "read", "the same, the server's name"),
    Field("metadata.http_last_modified", "str", "read", "the same, when the page was changed"),
    Field("metadata.ip", "str", "read", "address of the server, as the archive has it"),
    Field("metadata.country", "str", "read", "its country, two letters, by --geoip"),
    Field("errors", "list of objects", "all",
          "command, code, message: why a step failed"),
    Field("line", "str", "all", "an input line that is not a JSON object, unchanged"),
    Field("line_b64", "str", "all", "the same where it is not UTF-8"),
]


def table() -> str:
    """Return FIELDS as a table in Markdown: `python3 -m scutch.filters.fields` prints it."""
    rows = [["field", "type and unit", "written by", "meaning"], ["---"] * 4]
    rows += [[f"`{field.name}`", field.type, field.writer, field.meaning.replace("<", "\\<")]
             for field in FIELDS]
    return "".join("| " + " | ".join(row) + " |\n" for row in rows)


if __name__ == "__main__":
    print(table(), end="")
