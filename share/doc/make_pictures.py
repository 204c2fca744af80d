#!/usr/bin/env python3
"""Make the pictures of the README and the guide: pages of share/examples in scutch-view, in
scutch-serve, and while they are labelled.

    share/doc/make_pictures.py [DIR]

It needs Chromium, and Playwright of the extra [test]. The letters are those of the fonts that the
machine has, so other machines make other bytes.
"""
import contextlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

HERE = Path(__file__).resolve().parent
TOP = HERE.parents[1]
PAGES = TOP / "share" / "examples" / "pages"
CHAIN = "html2text --keep-html, segment, charlm, shallow, combine, role, tag"
SIZE = {"width": 1080, "height": 620}
# Name of a picture, keys that are pressed before it is taken
PICTURES = {"view.png": ["j"] * 11, "page.png": ["v", *["j"] * 10]}


LABELLED = ["german.html", "french.html"]


def scored(pages, out, then="cat"):
    """Write the records of example pages, or what a command makes of them, to a file."""
    read = " ".join([f"{TOP}/bin/scutch-read", *(f"{PAGES.name}/{page}" for page in pages)])
    subprocess.run(["bash", "-c", f"{read} | {TOP}/bin/scutch-chain '{CHAIN}' | {then} > {out}"],
                   cwd=PAGES.parent, check=True)


@contextlib.contextmanager
def served(*options):
    """Give the address of a running scutch-serve to a with statement."""
    process = subprocess.Popen([f"{TOP}/bin/scutch-serve", "--port", "0", *options],
                               stderr=subprocess.PIPE, text=True)
    try:
        yield re.search(r"http://\S+/", process.stderr.readline())[0]
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate()


def show_labels(window, folder, out):
    """Show a page whose labels have just been saved."""
    scored(LABELLED, f"{folder}/records")
    with served("--label", f"{folder}/records", "--gold", f"{folder}/gold") as address:
        window.goto(address)
        window.set_viewport_size({**SIZE, "height": 1000})
        window.wait_for_selector(".segment")
        for key in [*["j"] * 24, "y"]:
            window.keyboard.press(key)
            window.wait_for_timeout(100)
        window.evaluate("window.scrollTo(0, 0)")
        window.screenshot(path=out)


def show_sentences(window, _folder, out):
    """Show the sentences of a page by their perplexity, and the text that is left."""
    with served() as address:
        window.goto(address)
        window.fill("#pasted", (PAGES / "blog.html").read_text("utf-8"))
        window.click("#clean")
        window.wait_for_selector("#sentences", state="visible")
        window.check("#sentences")
        window.wait_for_timeout(1500)
        window.evaluate("window.scrollTo(0, document.querySelector('#viewed').offsetTop)")
        window.screenshot(path=out)


SERVED = {"label.png": show_labels, "sentences.png": show_sentences}


def main(top=HERE):
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        scored(["blog.html"], f"{folder}/look.html", f"{TOP}/bin/scutch-view")
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"),
                                             args=["--no-sandbox"])
        for name, keys in PICTURES.items():
            window = browser.new_page(viewport=SIZE, color_scheme="light")
            window.goto(f"file://{folder}/look.html")
            for key in keys:
                window.keyboard.press(key)
                window.wait_for_timeout(200)
            window.screenshot(path=Path(top, name))
        for name, show in SERVED.items():
            show(browser.new_page(viewport=SIZE, color_scheme="light"), folder, Path(top, name))
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
