#!/usr/bin/env python3
"""Make the pictures of the README and the guide: scutch-view on pages of share/examples.

    share/doc/make_pictures.py [DIR]

It needs Chromium, and Playwright of the extra [test]. The letters are those of the fonts that the
machine has, so other machines make other bytes.
"""
import shutil
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


def look(page, out):
    """Write what scutch-view shows of an example page to a file."""
    read = f"{TOP}/bin/scutch-read {PAGES.name}/{page}"
    subprocess.run(["bash", "-c", f"{read} | {TOP}/bin/scutch-chain '{CHAIN}' "
                                  f"| {TOP}/bin/scutch-view > {out}"], cwd=PAGES.parent, check=True)


def main(top=HERE):
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        look("blog.html", f"{folder}/look.html")
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"),
                                             args=["--no-sandbox"])
        for name, keys in PICTURES.items():
            window = browser.new_page(viewport=SIZE, color_scheme="light")
            window.goto(f"file://{folder}/look.html")
            for key in keys:
                window.keyboard.press(key)
                window.wait_for_timeout(200)
            window.screenshot(path=Path(top, name))
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
