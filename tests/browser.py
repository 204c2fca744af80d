"""A real browser for tests: Chromium or Chrome, driven by Playwright."""
import contextlib
import importlib.util
import json
import shutil
import time

import pytest

from utils import ROOT, not_installed, records, run

LONGEST = 10             # seconds until something is shown
NAMES = "chromium", "chromium-browser", "google-chrome"
CHROMIUM = next(filter(None, map(shutil.which, NAMES)), None)
MISSING = [name for name, is_there in (
    ("chromium", CHROMIUM), ("playwright", importlib.util.find_spec("playwright")))
    if not is_there]
EXAMPLES = ROOT / "share" / "examples" / "pages"
CHAIN = "html2text --keep-html, segment, charlm, shallow, wordlm, combine, role, tag"
needs_chromium = [
    pytest.mark.chromium,
    pytest.mark.skipif(bool(MISSING), reason=not_installed(MISSING)),
]


# Texts that would run, fetch or end something, if they were taken for markup
PAYLOADS = [
    "</script><script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<!--<script>", "-->",
    '"><svg onload=alert(1)>', "'-alert(1)-'", "${alert(1)}", "<iframe srcdoc='<script>alert(1)'>",
    "javascript:alert(1)", "</style><script>alert(1)</script>", "\u2028alert(1)//", "]]>",
    "__proto__",
    "<style>*{display:none}</style>", "<base href='//x.example'>", "{policy}", "constructor",
    "<meta http-equiv=refresh content='0;url=//x.example'>", "<a href='javascript:alert(1)'>x</a>",
    "<link rel=stylesheet href='//x.example/a.css'>",
    "<form action='//x.example'><button autofocus>",
]
# A page that tries to run, fetch, submit and cover things
MARKUP = """
<body onload="alert(1)" background="//x.example/b.png" style="background: url('//x.example/c.png')">
<style>@import '//x.example/a.css'; p { background: u\\72l(//x.example/d.png) }</style>
<link rel="stylesheet" href="//x.example/a.css"><base href="//x.example/" target="_top">
<p onclick="alert(1)">One <img src="//x.example/i.png" onerror="alert(1)"> two</p>
<a href="javascript:alert(1)" id="link">link</a> <a href="//x.example/">other</a>
<form action="//x.example/"><input name="a" autofocus onfocus="alert(1)"><button>go</button></form>
<video src="//x.example/v.mp4" autoplay></video><object data="//x.example/o"></object>
<svg><script>alert(1)</script><a xlink:href="javascript:alert(1)"><text>svg</text></a></svg>
<math><mtext><img src=x onerror=alert(1)></mtext></math><iframe src="//x.example/"></iframe>
<details open ontoggle="alert(1)"><summary>more</summary>text</details>
<p style="position: fixed; inset: 0">over it all</p>
"""
# Whether the frame shows that page
LINKED = "document.querySelector('#frame').contentDocument.querySelector('#link') !== null"


@contextlib.contextmanager
def chromium():
    """Give a running Chromium to a with statement."""
    from playwright.sync_api import sync_playwright
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            yield browser
        finally:
            browser.close()


class Opened:
    """A file, or a page of a server, in a window, and what it did that it should not.

    browser: as `chromium` gives it. settings: of Playwright's new_page.
    """

    def __init__(self, browser, place, fragment="", **settings):
        self.said, self.fetched = [], []
        self.page = browser.new_page(**settings)
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on("dialog", lambda dialog: self.said.append(dialog.message) or dialog.dismiss())
        self.page.on("request", lambda request: self.fetched.append(request.url))
        self.address = (place if "://" in str(place) else f"file://{place}") + fragment
        self.page.goto(self.address)

    def text(self, selector):
        """Return the text of an element."""
        return self.page.inner_text(selector)

    def press(self, *keys):
        """Press keys one after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    def run(self, script, argument=None):
        """Return what an expression in JavaScript gives, a function with its argument."""
        return self.page.evaluate(script, argument)

    def until(self, script):
        """Wait until an expression holds: Playwright's own way is forbidden by the file's policy.
        """
        end = time.monotonic() + LONGEST
        while not self.run(script):
            assert time.monotonic() < end, script
            self.page.wait_for_timeout(20)

    def close(self):
        """Close the window; nothing may have been said or fetched but the file itself."""
        self.page.close()
        own = self.address.partition("#")[0]
        others = [url for url in self.fetched if url not in (own, "about:srcdoc")
                  and not url.startswith(own)]
        assert (self.said, others) == ([], [])


def viewed(path, records, *options):
    """Write what scutch-view makes of records to a file; return its name."""
    done = run("view", *options, data="".join(json.dumps(one) + "\n" for one in records).encode())
    assert (done.status, done.err) == (0, b"")
    path.write_bytes(done.out)
    return path


def hostile_records():
    """Return a record for each of PAYLOADS, which stands in every field, with the page MARKUP."""
    return [{"id": payload, "url": payload, "title": payload, "lang": payload,
             "elements": [[payload, -1, payload]], "scorers": [payload], "n": number,
             "html": MARKUP + f"<p title=\"{payload}\">{payload}",
             "segments": [{"text": payload + " in text", "kind": payload, "role": payload,
                           "tag": payload, "class": payload, "element": 0,
                           "scores": {payload: 0.3}, "raw": {payload: payload},
                           "tags": {payload: payload}, "sentence_log10p": [[-9, 3]]}]}
            for number, payload in enumerate(PAYLOADS)]


def barriers(opened):
    """Return what axe-core finds of a page that not everybody can use, as text, "" for nothing."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright",
                              reason="axe-playwright-python is not installed")
    found = axe.Axe().run(opened.page)
    return found.generate_report() if found.response["violations"] else ""


def scored_examples():
    """Return the records of three example pages, scored."""
    pages = run("read", *(str(EXAMPLES / f"{name}.html") for name in ("blog", "news", "german")))
    return records(run("chain", CHAIN, data=pages.out).out)
