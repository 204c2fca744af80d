"""The filters, one module per command, or method of scutch-train: GROUPS lists them.

What several of them share is in rooms. A room imports `lm` and rooms above it in this list, no
room beside or below it:

    text, edge          plain text; files, lines of JSON, stdout
    columns             pages as arrays
    html                from a page to its blocks of text
    sources             files, archives, responses
    stream              the runner
    scoring             models and evidence
    roles               what a segment is on its page
    metadata            metadata stated by a page
    selection           kept segments
    hosts               pages of one host
    duplicates          near-duplicate documents, repeated segments
    sinks, training     formats of output; gold and labels
    viewing             pages to look at
    serving             scutch-serve

`stream` has the runner of all filters, `record` and `fields` the records between them; `errors`
and `wording` are for all.
"""

# As scutch and scutch(7) show them, those of a chain in their usual order
GROUPS = {
    "Clean a crawl": ["clean", "chain"],
    "Look at the result": ["look", "view", "serve", "eval"],
    "Judge documents": ["quality", "dedup", "lang", "meta"],
    "Score segments": ["charlm", "wordlm", "archive", "docfreq", "shallow", "mlp", "combine"],
    "Train models": ["label", "train", "train_charlm", "train_combine", "train_docfreq",
                     "train_lang", "train_mlp", "train_shallow", "train_wordlm"],
    "Parts of the chain": ["read", "html2text", "segment", "role", "tag", "prune", "emit"],
}
