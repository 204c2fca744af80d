"""The pages of scutch-serve in Chromium: what is cleaned there, and labels by hand."""
import json

import pytest

import scutch
from browser import (
    EXAMPLES,
    LINKED,
    MARKUP,
    PAYLOADS,
    Opened,
    barriers,
    chromium,
    hostile_records,
    needs_chromium,
    scored_examples,
)
from scutch.filters.sources.pagesources import read_pages
from servers import served
from utils import run, shell

pytestmark = [*needs_chromium, pytest.mark.slow]


@pytest.fixture(scope="module")
def browser():
    with chromium() as found:
        yield found


def as_said(opened, folder, monkeypatch):
    """Return (the text shown, what the line for a shell gives, and that for Python), run there."""
    monkeypatch.chdir(folder)
    names = {"scutch": scutch, "read_pages": read_pages}
    done, found = shell(opened.text("#shell")), eval(opened.text("#python"), names)
    assert (done.status, done.err) == (0, b"")
    found = found.decode() if isinstance(found, bytes) else found + "\n\n"
    return opened.run("document.querySelector('#cleaned').textContent"), done.out.decode(), found


def test_the_page_of_the_server(browser, tmp_path, monkeypatch):
    with served() as port:
        opened = Opened(browser, f"http://127.0.0.1:{port}/")
        page = (EXAMPLES / "news.html").read_text("utf-8")
        opened.page.fill("#pasted", page)
        opened.page.click("#clean")
        opened.until("document.querySelector('#shell').innerText !== ''")
        kept = run("clean", str(EXAMPLES / "news.html")).out.decode()
        assert opened.run("document.querySelector('#cleaned').textContent") == kept
        assert opened.text("#title").startswith("Harbour tram opens after nine years of digging | ")
        opened.page.select_option("select[name=scope]", "main")
        opened.page.select_option("select[name=format]", "markdown")
        opened.until("document.querySelector('#cleaned').textContent.startsWith('# Harbour')")
        opened.page.focus("#threshold")
        opened.press("PageUp")
        opened.until("document.querySelector('#shell').innerText.includes('--max')")
        (tmp_path / "page.html").write_text(page, "utf-8")
        shown, by_shell, by_python = as_said(opened, tmp_path, monkeypatch)
        assert shown == by_shell and shown.strip() == by_python.strip()
        plain = "Home | News\n\nThe wind blew all night.\n\nIt was gone by noon, they said to us."
        opened.page.fill("#pasted", plain)
        opened.page.click("#clean")
        opened.until("document.querySelector('#python').innerText.includes('read_pages')")
        (tmp_path / "page.txt").write_text(plain, "utf-8")
        shown, by_shell, by_python = as_said(opened, tmp_path, monkeypatch)
        assert "gone by noon" in shown and shown == by_shell == by_python
        opened.page.fill("#pasted", MARKUP + "".join(f"<p>{one}" for one in PAYLOADS))
        opened.page.click("#clean")
        opened.until("document.querySelector('#segments').innerText.includes('__proto__')")
        opened.page.click("#as-page")
        opened.until(LINKED)
        opened.page.set_input_files("#chosen", str(EXAMPLES.parent / "crawl.warc.gz"))
        opened.until("document.querySelectorAll('#index tbody tr').length === 9")
        opened.page.click("#index tbody tr:nth-child(2) a")
        assert opened.text("#place") == "2 of 9"
        opened.page.click("#auto")
        opened.until("document.querySelector('#shell').innerText.includes('crawl.warc.gz')"
                     " && document.querySelector('#state').innerText === ''")
        shown, by_shell, by_python = as_said(opened, EXAMPLES.parent, monkeypatch)
        assert shown == by_shell == by_python and "Wie das Moor" in shown
        opened.close()


def test_a_page_that_is_dropped(browser):
    with served() as port:
        opened = Opened(browser, f"http://127.0.0.1:{port}/", color_scheme="dark")
        assert barriers(opened) == ""
        opened.run("""() => {
            const dropped = new DataTransfer();
            dropped.items.add(new File(["<h1>Wind</h1><p>Farms at sea."], "a page.html"));
            document.dispatchEvent(new DragEvent("drop", {dataTransfer: dropped}));
        }""")
        opened.until("document.querySelector('#shell').innerText !== ''")
        assert opened.text("#shell") == "scutch-clean 'a page.html'"
        assert opened.run("document.querySelectorAll('.segment').length") == 2
        assert barriers(opened) == ""
        opened.close()


def test_sentences_by_their_perplexity(browser):
    with served() as port:
        opened = Opened(browser, f"http://127.0.0.1:{port}/",
                        viewport={"width": 360, "height": 640})
        opened.page.fill("#pasted", (EXAMPLES / "blog.html").read_text("utf-8"))
        opened.page.click("#clean")
        opened.until("document.querySelector('#shell').innerText !== ''")
        assert opened.run("document.querySelectorAll('.sentence').length") == 0
        opened.page.check("#sentences")
        for limit, left in ((5000, True), (100, False)):
            opened.until(f"document.querySelector('#shell').innerText.includes('lm {limit} ')")
            kept = run("clean", "--wordlm", str(limit), "--no-context", str(EXAMPLES / "blog.html"))
            assert opened.run("document.querySelector('#cleaned').textContent") == kept.out.decode()
            words = len(kept.out.split())
            assert f" {words} of 938 words" in opened.text("#counts")
            assert (b"The window over the stairs" in kept.out) == left
            if left:
                opened.run("""() => {
                    const slider = document.querySelector("#limit");
                    slider.value = 2;
                    slider.dispatchEvent(new Event("input"));
                }""")
        over = opened.run("""[...document.querySelectorAll(".sentence")].filter(
            (one) => one.classList.contains("over")
                !== (Number(one.title.replace(/\\D/g, "")) > 100)).length""")
        assert over == 0 and barriers(opened) == ""
        assert opened.run("document.documentElement.scrollWidth") <= 360
        opened.page.uncheck("#sentences")
        opened.until("!document.querySelector('#shell').innerText.includes('wordlm')")
        assert opened.run("document.querySelectorAll('.sentence').length") == 0
        opened.close()


def test_labels_by_hand(browser, tmp_path):
    scored = scored_examples()
    (tmp_path / "in").write_text("".join(json.dumps(one) + "\n" for one in scored))
    with served("--label", str(tmp_path / "in"), "--gold", str(tmp_path / "gold")) as port:
        opened = Opened(browser, f"http://127.0.0.1:{port}/")
        opened.until("document.querySelectorAll('.segment').length === 73")
        before = opened.run("document.querySelectorAll('.segment:not(.dropped)').length")
        opened.press("j", "c")
        opened.page.click(".segment >> nth=20")
        opened.until("document.querySelector('#state').innerText.startsWith('Saved; 1 of 3')")
        assert opened.run("document.querySelectorAll('.segment:not(.dropped)').length") == before
        opened.press("u")
        opened.until(f"document.querySelectorAll('.segment:not(.dropped)').length === {before + 1}")
        opened.page.wait_for_timeout(200)
        assert barriers(opened) == ""
        opened.close()
    gold = json.loads((tmp_path / "gold").read_text())
    assert gold["clean"][0] and gold["clean"][20] and sum(gold["clean"]) == before + 1


def test_classes_by_hand(browser, tmp_path):
    """By digits, by a class that is chosen and clicks, by clicks alone; one is taken back."""
    scored = scored_examples()
    (tmp_path / "in").write_text("".join(json.dumps(one) + "\n" for one in scored))
    (tmp_path / "classes").write_text("text clean\n<b>__proto__ clean\nrelated dirty\nmenu dirty\n")
    with served("--label", str(tmp_path / "in"), "--gold", str(tmp_path / "gold"),
                "--classes", str(tmp_path / "classes")) as port:
        opened = Opened(browser, f"http://127.0.0.1:{port}/")
        opened.until("document.querySelectorAll('.segment').length === 73")
        dropped = opened.run("[...document.querySelectorAll('.segment')].map("
                             "(one) => one.classList.contains('dropped'))")
        shown = "[...document.querySelectorAll('.mark')].map((one) => one.textContent)"
        wanted = ["menu" if one else "text" for one in dropped]
        assert opened.run(shown) == wanted       # what it would be, before the first label
        opened.press("j", "2", "3")              # the next segment after each
        opened.page.click("#classes button:nth-child(2)")
        opened.page.click(".segment >> nth=20")
        opened.page.click(".segment >> nth=21")
        opened.page.click("#classes button:nth-child(2)")
        opened.page.click(".segment >> nth=22")
        opened.page.click(".segment >> nth=23")
        opened.press("u", "5")                   # no class has this digit
        wanted[:2] = ["<b>__proto__", "related"]
        wanted[20:22] = ["<b>__proto__"] * 2
        wanted[22] = {"text": "<b>__proto__", "menu": "text"}[wanted[22]]
        opened.until(f"{shown}.join() === {json.dumps(','.join(wanted))}")
        assert opened.run("document.querySelectorAll('.segment')[1].classList.contains('dropped')")
        opened.until("document.querySelector('#state').innerText.startsWith('Saved; 1 of 3')")
        opened.page.wait_for_timeout(200)
        assert barriers(opened) == ""
        opened.close()
    gold = json.loads((tmp_path / "gold").read_text())
    assert [one["class"] for one in gold["classes"]] == wanted
    assert gold["clean"] == [one in ("text", "<b>__proto__") for one in wanted]


def test_labels_of_hostile_records(browser, tmp_path):
    (tmp_path / "in").write_text("".join(json.dumps(one) + "\n" for one in hostile_records()))
    with served("--label", str(tmp_path / "in"), "--gold", str(tmp_path / "gold")) as port:
        opened = Opened(browser, f"http://127.0.0.1:{port}/")
        for number in range(len(PAYLOADS)):
            opened.until("document.querySelector('#place').innerText"
                         f".startsWith('{number + 1} of')")
            opened.press("j", "x", "n")
            opened.until("document.querySelector('#state').innerText"
                         f".startsWith('Saved; {number + 1} of')")
        opened.close()
    gold = [json.loads(line) for line in (tmp_path / "gold").read_text().split("\n")[:-1]]
    assert [one["clean"] for one in gold] == [[False]] * len(PAYLOADS)
