"""What scutch-view writes, in Chromium: what keys and the slider do, and that pages are inert."""
import json

import pytest

from browser import (
    LINKED,
    MARKUP,
    PAYLOADS,
    Opened,
    barriers,
    chromium,
    hostile_records,
    needs_chromium,
    scored_examples,
    viewed,
)
from utils import run, shell

pytestmark = [*needs_chromium, pytest.mark.slow]

@pytest.fixture(scope="module")
def browser():
    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def scored():
    return scored_examples()


@pytest.fixture(scope="module")
def file(scored, tmp_path_factory):
    """The file of these three, with gold for the first."""
    folder = tmp_path_factory.mktemp("view")
    kept = [one["text"] for one in scored[0]["segments"][9:30]]
    (folder / "gold.jsonl").write_text(json.dumps({"id": "blog", "text": "\n".join(kept)}))
    return viewed(folder / "look.html", scored, "--gold", str(folder))


def luminance(rgb):
    """Return the relative luminance of rgb(r, g, b) or color(srgb r g b): WCAG 2.1."""
    parts = [float(part) for part in rgb[rgb.index("(") + 1:-1].replace("srgb", "")
             .replace(",", " ").split()[:3]]
    parts = [part / 255 for part in parts] if rgb.startswith("rgb") else parts
    parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
             for part in parts]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(first, second):
    light, dark = sorted([luminance(first), luminance(second)], reverse=True)
    return (light + 0.05) / (dark + 0.05)


def colours(opened, selector):
    return opened.run("(selector) => { const style = getComputedStyle(document.querySelector("
                      "selector)); return [style.color, style.backgroundColor] }", selector)


def test_the_index_sorts_and_leads_to_pages(browser, file):
    opened = Opened(browser, file)
    assert opened.text("#counts") == "3 pages, 2,550 words"
    titles = "[...document.querySelectorAll('#index tbody tr')].map(row => row.cells[3].innerText)"
    opened.page.click("#index thead button:text-is('words')")
    words = [int(one.replace(",", "")) for one in opened.run(titles)]
    assert words == sorted(words, reverse=True)
    opened.page.click("#index thead button:has-text('words')")
    assert [int(one.replace(",", "")) for one in opened.run(titles)] == words[::-1]
    assert opened.run("document.querySelector('[aria-sort]').ariaSort") == "ascending"
    opened.page.click("#index tbody tr:first-child a")
    assert opened.text("#place") == "3 of 3"
    opened.press("p", "i")
    assert opened.text("h1") == "All pages"
    opened.page.fill("#search", "harbour")
    assert opened.run("document.querySelectorAll('#index tbody tr').length") == 1
    opened.close()


def test_the_slider_and_what_it_says(browser, file, scored):
    opened = Opened(browser, file, "#1")
    segments = scored[0]["segments"]
    kept = sum(one["scores"]["combine"] <= 0.5 and not one.get("hidden") for one in segments)
    assert opened.text("#counts").startswith(f"Kept {kept} of {len(segments)} segments")
    opened.page.focus("#threshold")
    opened.press("Home")
    assert opened.text("#counts").startswith("Kept 0 of")
    opened.press("End")
    shown = sum(not one.get("hidden") for one in segments)
    assert opened.text("#counts").startswith(f"Kept {shown} of")
    opened.page.click("#auto")
    assert opened.text("#value") == "0.5"
    assert opened.run("document.querySelectorAll('.segment:not(.dropped)').length") == kept
    opened.page.select_option("#score", "charlm")
    assert opened.text("#value") == str(scored[0]["cuts"]["charlm"])
    opened.close()


def test_keys_and_reasons(browser, file, scored):
    opened = Opened(browser, file, "#1")
    segment = scored[0]["segments"][1]
    opened.press("j", "j")
    reasons = opened.text("#details")
    assert "Segment 2 of 73: dropped" in reasons
    for wanted in (str(segment["scores"]["combine"]), str(segment["raw"]["charlm"]),
                   segment["role"], segment["tags"]["shallow"], "body.post-template"):
        assert wanted in reasons
    assert opened.run("document.activeElement.dataset.number") == "1"
    opened.press("End")
    assert "Segment 73 of 73" in opened.text("#details")
    opened.press("Home", "e")
    first = opened.text("#details h2")
    assert "missed" in first or "extra" in first
    opened.press("Shift+E", "/")
    assert opened.run("document.activeElement.id") == "search"
    opened.page.keyboard.type("Putty")
    putty = sum("putty" in one["text"].lower() for one in scored[0]["segments"])
    assert opened.run("document.querySelectorAll('.match').length") == putty
    opened.press("Escape", "]")
    assert opened.text("#value") == "0.51"
    opened.press("?")
    assert opened.run("document.querySelector('#keys').open")
    opened.press("Escape")
    opened.page.hover(".segment >> nth=3")
    assert "Segment 4 of 73" in opened.text("#details")
    opened.close()


def test_precision_and_recall_are_those_of_the_index(browser, file):
    opened = Opened(browser, file, "#1")
    counts = opened.text("#counts")
    opened.press("i")
    f = opened.run("document.querySelector('#index tbody tr').lastChild.innerText")
    assert f"F {f}" in counts and "precision" in counts and " error" in counts
    opened.close()


def test_two_scores_side_by_side(browser, file):
    opened = Opened(browser, file, "#2")
    opened.page.select_option("#other", "shallow")
    differing = opened.run("document.querySelectorAll('.differs').length")
    assert differing and f"{differing} segments decided differently" in opened.text("#counts")
    assert opened.run("document.querySelector('.letters').children.length") == 2
    opened.press("d")
    assert opened.run("document.activeElement.classList.contains('differs')")
    opened.close()


def test_the_page_itself(browser, file, scored):
    opened = Opened(browser, file, "#1")
    opened.press("v")
    opened.until("document.querySelector('#frame').contentDocument"
                                  ".querySelectorAll('.s-9').length > 10")
    frame = opened.page.frames[1]
    headline = frame.locator("h1 span[data-s]").first
    assert headline.inner_text() == scored[0]["segments"][9]["text"]
    assert "dropped" not in headline.get_attribute("class")
    opened.page.focus("#threshold")
    opened.press("Home")
    assert "dropped" in headline.get_attribute("class")
    headline.hover()
    assert "Segment 10 of 73" in opened.text("#details")
    opened.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_colours_can_be_read(browser, file, scheme):
    opened = Opened(browser, file, "#1", color_scheme=scheme)
    assert (luminance(colours(opened, "body")[1]) > 0.5) == (scheme == "light")
    ways = [".segment.dropped .text", ".segment:not(.dropped) .text", ".letter", "#details",
            *(f".s-{bin} .text" for bin in range(10)), *(f"#legend .s-{bin}" for bin in range(10))]
    opened.press("s")
    ways += [".sentence.over", ".segment:not(.dropped) .sentence:not(.over)", ".dropped .sentence",
             *(f".sentence.s-{bin}" for bin in range(10))]
    for selector in ways:
        if opened.run(f"document.querySelector({json.dumps(selector)}) !== null"):
            assert contrast(*colours(opened, selector)) >= 4.5, selector
    opened.close()


@pytest.mark.parametrize(("width", "height"), [
    (360, 640), pytest.param(1920, 1080, marks=pytest.mark.long)])
def test_windows_of_any_width(browser, file, width, height):
    for fragment in "", "#1":
        opened = Opened(browser, file, fragment, viewport={"width": width, "height": height})
        opened.press("j")
        assert opened.run("document.documentElement.scrollWidth") <= width
        line = opened.run("Math.max(...[...document.querySelectorAll('.text')].map("
                          "text => text.clientWidth), 0)")
        assert line <= 1000
        opened.close()


@pytest.mark.parametrize(("scheme", "keys"), [
    ("dark", "njs"),
    *(pytest.param("light", keys, marks=pytest.mark.long) for keys in ("", "nj?"))])
def test_everybody_can_use_it(browser, file, scheme, keys):
    opened = Opened(browser, file, color_scheme=scheme)
    opened.press(*keys)
    assert barriers(opened) == ""
    opened.close()


def test_hostile_records_and_pages_are_inert(browser, tmp_path):
    opened = Opened(browser, viewed(tmp_path / "hostile.html", hostile_records()))
    opened.run("location.hash = '#1'")
    opened.press("s")
    for number in range(len(PAYLOADS)):
        opened.run(f"location.hash = '#{number + 1}'")
        opened.until(f"document.querySelector('#place').innerText"
                                      f".startsWith('{number + 1} of')")
        opened.press("j")
        assert "in text" in opened.text("#segments")
        if number in (0, 5):
            opened.press("v")
            opened.until(LINKED)
            opened.page.frames[1].locator("#link").click(force=True)
            opened.press("v")
    opened.close()


def test_annotated_pages_are_inert(browser, tmp_path):
    record = {"id": "a", "html": MARKUP, "segments": [{"text": "One two", "scores": {"x": 0.1}}],
              "scorers": ["x"]}
    done = run("view", "--annotate", data=json.dumps(record).encode() + b"\n")
    (tmp_path / "page.html").write_bytes(done.out)
    opened = Opened(browser, tmp_path / "page.html")
    assert opened.text(".content").strip() == "One"
    opened.page.locator("#link").click(force=True)
    opened.close()


def test_reports_are_inert(browser, tmp_path):
    data = "".join(json.dumps(one) + "\n" for one in hostile_records()).encode()
    (tmp_path / "report.html").write_bytes(run("look", "--report", data=data).out)
    opened = Opened(browser, tmp_path / "report.html")
    assert opened.text("body").count(" in text") >= 4 and barriers(opened) == ""
    opened.close()


def test_emitted_pages_are_inert(browser, tmp_path):
    data = json.dumps({"id": "a", "html": MARKUP}).encode()
    done = shell("scutch-html2text | scutch-segment | scutch-emit --format html", data)
    (tmp_path / "page.html").write_bytes(done.out)
    opened = Opened(browser, tmp_path / "page.html")
    assert "link" in opened.text("body")
    opened.close()


def test_a_file_without_pages(browser, tmp_path):
    opened = Opened(browser, viewed(tmp_path / "empty.html", []))
    assert opened.text("#counts") == "0 pages, 0 words"
    opened.press("j", "n", "p", "v", "a")
    opened.close()
