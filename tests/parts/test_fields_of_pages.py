"""Fields of JSON lines that hold pages, in files and in folders."""
import json
import os

from crawls import page

from utils import records, run

TEXT = "One paragraph, which is text.\n\nAnother one, of two sentences. It ends here.\n"


def test_text_that_scutch_read_gives_stays_text():
    (given,) = records(run("read", data=TEXT.encode()).out)
    given["text"] = "<p> ends with </p>."
    (record,) = records(run("segment", data=json.dumps(given).encode()).out)
    assert [one["text"] for one in record["segments"]] == [given["text"]]


def test_links_out_of_a_folder_are_passed_over_and_counted(tmp_path):
    for name in "site", "site/in", "other":
        (tmp_path / name).mkdir()
        (tmp_path / name / "page.html").write_bytes(page(1))
    os.symlink("../other/page.html", tmp_path / "site/out.html")
    os.symlink("../other", tmp_path / "site/folder")
    os.symlink("in/page.html", tmp_path / "site/within.html")
    os.symlink("site", tmp_path / "link")
    for name in "site", "link", "link/":
        done = run("read", name, cwd=tmp_path)
        assert (done.status, len(records(done.out))) == (0, 3)
        assert done.err == b"scutch-read: passed over 2 links out of the folders that were named\n"
    (tmp_path / "site/page.html").unlink()
    os.remove(tmp_path / "site/within.html")
    os.remove(tmp_path / "site/in/page.html")
    done = run("read", "site", cwd=tmp_path)
    assert done.err == b"scutch-read: no page found; passed over: links out (2)\n"


def test_a_link_to_nothing_is_named(tmp_path):
    os.symlink("nowhere", tmp_path / "dangling.html")
    (tmp_path / "page.html").write_bytes(page(1))
    done = run("read", ".", cwd=tmp_path)
    assert (done.status, len(records(done.out))) == (2, 1)
    assert done.err == b"scutch-read: ./dangling.html: a broken link\n"
