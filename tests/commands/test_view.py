"""view: the data of its file, and pages annotated in place; test_browser.py opens them."""
import json
import re

from scutch.filters.viewing.pagedata import KEPT, WINDOW, inert, ranges_of, stretches_of
from utils import ROOT, lines_of, run, shell

PAGE = ("<!doctype html><title>T</title><body class=home><ul><li><a href=/x>Home</a><li>News</ul>"
        "<h1>W<b>ind</b></h1><p onclick=x()>Farms <i>at sea</i>, and caf&eacute;s on land.</p>"
        "<script>alert(1)</script></body>")
TEXTS = ["Home", "News", "Wind", "Farms at sea, and cafés on land."]
SCORES = [0.9, 0.8, 0.1, 0.05]
SEGMENTS = [{"text": text, "kind": "p", "scores": {"charlm": 0.5, "mlp": score},
             "tags": {"mlp": "abcdefghij"[int(score * 10)]}, "role": "text"}
            for text, score in zip(TEXTS, SCORES, strict=True)]
RECORD = {"id": "a", "title": "Wind </script>", "html": PAGE, "segments": SEGMENTS,
          "scorers": ["charlm", "mlp"], "cuts": {"mlp": 0.3, "charlm": 0.6},
          "doc": {"scores": {"f": 0.9}}}
BLOCK = re.compile(r'<script type="application/json" id="data-(\w+)">(.*)\n</script>')


def seen(*records, options=()):
    """Return {name: data} of the file that scutch-view makes of records."""
    done = run("view", *options, data=lines_of(*records))
    assert (done.status, done.err) == (0, b"")
    return {name: json.loads(data) for name, data in BLOCK.findall(done.out.decode())}


def test_a_page_and_its_row():
    data = seen(RECORD)
    page, (row,) = data["0"], data["index"]["pages"]
    assert (page["texts"], page["scores"]["mlp"]) == (TEXTS, SCORES)
    assert (page["by"], page["cuts"]) == ("mlp", {"charlm": 0.6, "mlp": 0.3})
    assert (row["segments"], row["words"], row["kept"], row["f"]) == (4, 10, 8, 0.9)
    assert row["disagreement"] == 0.2        # charlm keeps the menu, two of ten words
    assert page["page"].count("<span data-s=") == 7


def test_by_another_score_and_by_none():
    assert seen(RECORD, options=("--by", "charlm"))["index"]["pages"][0]["kept"] == 10
    bare = {"id": "b", "text": "One.\nTwo words."}
    page = seen(bare)["0"]
    assert (page["texts"], page["by"], page.get("page")) == (["One.", "Two words."], None, None)


def test_the_perplexity_of_sentences():
    scored = {"text": "Home. Hi.", "sentences": [[0, 5], [6, 9]],
              "sentence_log10p": [[-12.0, 3], [-4, 2]]}
    page = seen({"id": "a", "segments": [scored, {"text": "None"}]})["0"]
    assert page["sentences"] == [[[0, 5, 10000.0, 1], [6, 9, 100.0, 1]], []]
    assert "sentences" not in seen(RECORD)["0"]


def test_refused_records_have_a_row_and_no_page():
    done = run("view", data=lines_of({"id": "c"}) + b"no json\n" + lines_of(RECORD))
    found = dict(BLOCK.findall(done.out.decode()))
    rows = json.loads(found["index"])["pages"]
    assert done.status == 0 and done.err.count(b"\n") == 2
    assert [bool(row.get("error")) for row in rows] == [True, True, False]
    assert [name for name in found if name != "index"] == ["2"]
    assert done.out.startswith(b"<!doctype html>") and done.out.count(b"<!doctype html>\n") == 1


def test_gold_counts_words_as_labels_do(tmp_path):
    (tmp_path / "gold.jsonl").write_text(json.dumps(
        {"id": "a", "text": "Wind\nFarms at sea, and cafés on land. All of it."}))
    data = seen(RECORD, options=("--gold", str(tmp_path)))
    gold, row = data["0"]["gold"], data["index"]["pages"][0]
    assert (gold["kept"], gold["sizes"], gold["words"]) == ([0, 0, 1, 7], [1, 1, 1, 7], 11)
    assert gold["clean"] == [False, False, True, True]
    assert row["gold_f"] == round(2 * 8 / (8 + 11), 4)


def test_another_cleaner_stands_as_a_score(tmp_path):
    (tmp_path / "text").write_text(json.dumps({"id": "a", "text": "Home\nWind"}))
    (tmp_path / "scored").write_bytes(lines_of(RECORD))
    data = seen(RECORD, options=("--baseline", f"other={tmp_path}/text",
                                 "--baseline", f"same={tmp_path}/scored"))
    assert data["0"]["others"] == ["other", "same"]
    assert data["0"]["scores"]["other"] == [0, 1, 0, 1]
    assert data["0"]["scores"]["same"] == [1, 1, 0, 0]       # what its scores keep


def test_pages_in_place_of_records():
    page = ROOT / "share" / "examples" / "pages" / "404.html"
    done = run("view", str(page))
    assert done.status == 0 and b'"combine"' in done.out
    done = run("look", str(page))
    assert done.out.startswith(str(page).encode()) and b"combine" in done.out


# ------------------------------------------------------------------------ the page in place

def test_annotated_with_the_classes_of_the_thesis():
    segments = [{**SEGMENTS[0], "class": "boilerplate", "raw": {"archive": "11000"}},
                {**SEGMENTS[1], "class": "invalid"}, *SEGMENTS[2:]]
    done = run("view", "--annotate", data=lines_of({**RECORD, "segments": segments}))
    found = re.findall(r'<span class="([^"]*)" data-segment="(\d)" data-score="([^"]*)" '
                       r'data-letter="(.)" data-role="text">([^<]*)</span>', done.out.decode())
    assert found == [
        ("dbce-cur dbce-up boilerplate", "0", "0.9", "j", "Home"),
        ("invalid", "1", "0.8", "i", "News"), ("content", "2", "0.1", "b", "W"),
        ("content", "2", "0.1", "b", "ind"), ("content", "3", "0.05", "a", "Farms "),
        ("content", "3", "0.05", "a", "at sea"),
        ("content", "3", "0.05", "a", ", and cafés on land.")]
    assert b"default-src 'none'" in done.out and b"alert" not in done.out
    assert b"onclick" not in done.out and b"href" not in done.out
    assert b"<title>Wind &lt;/script&gt;</title>" in done.out


def test_nothing_is_annotated_without_html():
    bare = {**RECORD, "html": None}
    assert run("view", "--annotate", data=lines_of(bare)) == (0, b"", b"")


HOSTILE = [
    '<p><img src="x" onerror="a()">t</p>', "<svg><script>a()</script></svg>",
    '<a href="javascript:a()" style="x: url(//h)">t</a>', '<iframe srcdoc="<script>">t</iframe>',
    '<meta http-equiv="refresh" content="0;url=//h">', '<base href="//h"><link rel="x" href="//h">',
    '<form action="//h"><input autofocus onfocus="a()"><button formaction="//h">t</button></form>',
    "<math><mtext><style><img src=x onerror=a()></style></mtext></math>", "<x-y is=z>t</x-y>",
    '<p title="<script>a()</script>" class="&quot;><script>">t</p>', "<noscript><p>t</noscript>",
    '<object data="//h"><embed src="//h"></object>', "<!--><script>a()</script>-->",
    "<style>@import '//h'; p { background: url(//h) } </style>",
]
TAG = re.compile(r"<(/?)([a-z0-9]+)((?: [a-z-]+=\"[^\"<>]*\")*)>")


def test_of_hostile_markup_only_what_is_harmless_is_left():
    done = shell("scutch-html2text --keep-html | scutch-segment | scutch-view --annotate", lines_of(
        *({"id": "a", "html": f"<body>{markup}<p>Farms at sea.</body>"} for markup in HOSTILE)))
    pages = done.out.decode().split("<body>")[1:]
    assert ["Farms at sea." in page for page in pages] == [True] * len(HOSTILE)
    body = "".join(page.partition("<!doctype")[0] for page in pages)
    tags = TAG.findall(body)
    assert body.count("<") == len(tags)              # nothing else begins with <
    for _, name, attributes in tags:
        assert name in KEPT
        assert not re.search(r" (on\w+|href|src\w*|action|formaction|http-equiv|data)=", attributes)
    assert "url(" not in done.out.decode() and "@import" not in done.out.decode()


def test_titles_are_no_text():
    assert inert("<html><head><title>Wind</title></head><body>Sea</body></html>")[1] == [
        "", "", "", "", "", "", "Sea", "", ""]


def test_segments_are_found_in_their_order_and_nowhere_else():
    far = "menu" * 3 + "x" * WINDOW + "menu"
    assert ranges_of(far, ["menu", "menu", "menu", "menu"]) == [(0, 4), (4, 8), (8, 12), None]
    long = "farmsatseaandonlandandinthehills"
    assert ranges_of(f"home{long}news", ["news", long, "home", "news"]) == [
        None, (4, 36), None, (36, 40)]


def test_a_repaired_text_is_found_by_its_ends():
    texts = ["Wind farms at sea turn day a\x80nd night in the north."]
    assert stretches_of(texts, ["Wind farms at sea turn day — and night in the north."]) == [
        [(0, len(texts[0]), 0)]]
    assert stretches_of(texts, ["Something else that is quite as long as this one."]) == [[]]
