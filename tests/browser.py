"""A real browser for tests: Debian's Chromium, driven by Playwright."""
import contextlib
import json
import shutil
import time

import pytest

from utils import not_installed, run

LONGEST = 10             # seconds until something is shown
CHROMIUM = shutil.which("chromium")
needs_chromium = [
    pytest.mark.chromium,
    pytest.mark.skipif(not CHROMIUM, reason=not_installed(["chromium"])),
]


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
