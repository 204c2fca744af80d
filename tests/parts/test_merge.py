"""archive --merge: one page that was in several groups."""
import copy
import json

from scutch.filters.hosts.annotate import merged
from utils import records, run, shell


def annotated(bits, *segments, **more):
    """Return a record with (text, class) segments."""
    scores = {"content": 0.32, "invalid": 0.5, "boilerplate": 0.8}
    return {"id": "a", "cross": {"bits": bits}, "scorers": ["archive"], "cuts": {"archive": 0.5},
            "segments": [{"text": text, "class": name, "scores": {"archive": scores[name]},
                          "raw": {"archive": bits if name == "boilerplate" else "10000"}}
                         for text, name in segments], **more}


def classes(record):
    return [(segment["text"], segment["class"]) for segment in record["segments"]]


def test_what_agrees_stands_and_what_is_shared_anywhere_is_boilerplate():
    one = annotated("11000", ("Home", "boilerplate"), ("It blew.", "content"),
                    ("Read on", "content"), ("Advert", "invalid"), ("New", "invalid"))
    other = annotated("11011", ("Home", "boilerplate"), ("It blew.", "content"),
                      ("Read on", "boilerplate"), ("Advert", "boilerplate"), ("New", "content"))
    before = copy.deepcopy([one, other])
    first, second = merged([one, other])
    assert first == second and [one, other] == before
    assert classes(first) == [("Home", "boilerplate"), ("It blew.", "content"),
                              ("Read on", "boilerplate"), ("Advert", "boilerplate"),
                              ("New", "content")]
    assert first["cross"] == other["cross"]
    assert [segment["raw"]["archive"] for segment in first["segments"]] == [
        "11011", "10000", "11011", "11011", "10000"]
    assert [segment["scores"]["archive"] for segment in first["segments"]] == [
        0.8, 0.32, 0.8, 0.8, 0.32]
    assert [classes(one) for one in merged([other, one])] == [classes(first)] * 2


def test_blocks_that_were_cut_in_different_places():
    one = annotated("11000", ("The end.", "content"), ("2016 Example Inc.", "boilerplate"))
    other = annotated("11100", ("The end. 2016", "content"), ("Example Inc.", "boilerplate"))
    whole = annotated("11000", ("The end. 2016 Example Inc.", "content"))
    for records_ in [one, other], [other, one], [whole, one, other], [one, whole]:
        text = " ".join(text for text, name in classes(merged(records_)[0])
                        if name == "boilerplate")
        assert text == "2016 Example Inc."
    assert classes(merged([whole, one])[1]) == [("The end.", "content"),
                                                ("2016 Example Inc.", "boilerplate")]


def test_the_command(tmp_path):
    page = ('<!doctype html><ul><li>Home of wind<li>News of wind</ul><div><p>{0} words that no '
            "other page has, {0} in all</div><p>{1} for all who are there")
    rows = [{"id": f"http://a.example/{n}", "url": f"http://a.example/{n}",
             "html": page.format(n, notice)}
            for n, notice in enumerate(["See you there", "See you there", "Go home quickly"])]
    for name, some in ("one", rows[:2]), ("two", rows[::2]):
        (tmp_path / name).write_text("".join(json.dumps(row) + "\n" for row in some))
    done = shell("for f in one two; do scutch-html2text $f | scutch-segment | scutch-archive "
                 "> $f.out; done; sort one.out two.out > all; scutch-archive --merge all | uniq",
                 cwd=tmp_path)
    assert (done.status, done.err) == (0, b"")
    found = records(done.out)
    assert [one["id"][-1] for one in found] == ["0", "1", "2"]
    assert dict(classes(found[0]))["See you there for all who are there"] == "boilerplate"
    assert classes(found[0])[0] == ("Home of wind", "boilerplate")
    alone = run("archive", "--merge", data=(tmp_path / "one.out").read_bytes())
    assert alone.out == (tmp_path / "one.out").read_bytes()
