"""Commands of a checkout: without its links, without the rest of it, without what it needs."""
import shutil
import subprocess
import sys

import pytest

from utils import BIN, ROOT, environment, run

PAGE = ROOT / "share" / "examples" / "pages" / "blog.html"
LINKS = {path.name: path.readlink() for path in (BIN / "scutch").iterdir() if path.is_symlink()}


def clean(folder, *words):
    """Return what scutch-clean of a folder does with a page: (status, stdout, stderr).

    words: in place of scutch-clean.
    """
    first, *others = words or ["scutch-clean"]
    done = subprocess.run([sys.executable, folder / "bin" / first, *others, PAGE], cwd=folder,
                          capture_output=True, env=environment(), timeout=60)
    return done.returncode, done.stdout, done.stderr


@pytest.fixture
def launchers(tmp_path):
    """Return a folder with bin/ alone, without links."""
    shutil.copytree(BIN, tmp_path / "bin", ignore=lambda *_: {*LINKS, "__pycache__"})
    return tmp_path


@pytest.mark.parametrize("links", [{}, LINKS], ids=["none", "as files"])
def test_a_checkout_without_links_works(links, launchers):
    """An sdist has none; a ZIP unpacked by Python, or git on Windows, has a file for each."""
    for name, target in links.items():
        (launchers / "bin" / "scutch" / name).write_text(str(target))
    for name in "filters", "lm", "share":
        (launchers / name).symlink_to(ROOT / name)
    assert clean(launchers) == clean(launchers, "scutch", "clean") == run("clean", PAGE)


@pytest.mark.parametrize("words", [["scutch-clean"], ["scutch", "clean"]])
def test_launchers_alone_say_what_they_lack(words, launchers):
    assert clean(launchers, *words) == (
        2, b"", words[0].encode() + b": filters/ and lm/ are not beside bin/: take the whole "
        b"checkout, or install it\n")


@pytest.mark.parametrize("package", ["numpy", "html5lib", "webencodings"])
def test_a_missing_package_is_named(package):
    script = (f"import sys; sys.modules.update({{{package!r}: None, 'selectolax': None}})\n"
              "sys.path.insert(0, sys.argv.pop(1))\n"
              "from scutch.commands import clean; raise SystemExit(clean())")
    done = subprocess.run([sys.executable, "-c", script, BIN, PAGE],
                          capture_output=True, env=environment(), timeout=60)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == (f"scutch-clean: the package {package} is not installed: pip install "
                           "scutch, or, in a checkout, pip install .\n").encode()
