"""serve --label: labels and classes given by hand are gold."""
import json

import pytest

from scutch.filters.errors import Unusable
from scutch.filters.serving.server import Labelling
from servers import asked, served
from utils import run


def labels_of(port, page, labels):
    return asked(port, "/labels", json.dumps({"page": page, "labels": labels}),
                 content_type="application/json")


def write_segments(path, *names):
    """Write a record of three segments under each name."""
    segments = [{"text": text, "kind": kind, "scores": {"x": 0.2}}
                for text, kind in (("Home", "l"), ("Wind", "h"), ("Farms at sea.", "p"))]
    path.write_text("".join(json.dumps(
        {"id": name, "lang": "en", "segments": segments, "scorers": ["x"]}) + "\n"
        for name in names))


def test_labels_are_gold(tmp_path):
    write_segments(tmp_path / "in", "a", "b")
    (tmp_path / "gold").write_text(json.dumps({"id": "other", "text": "Kept as it is."}) + "\n")
    words = ["--label", str(tmp_path / "in"), "--gold", str(tmp_path / "gold")]
    with served(*words) as port:
        found = json.loads(asked(port, "/labels")[2])
        assert found["labels"] == [None, None] and len(found["pages"]) == 2
        assert found["classes"] == [["clean", True], ["dirty", False]]
        assert labels_of(port, 1, ["dirty", "clean", "clean"])[0] == 200
        assert labels_of(port, 1, ["dirty", "clean", "dirty"])[0] == 200
        for page, labels in ((2, ["clean"] * 3), (0, ["clean"]), (0, [1, 0, 1]),
                             ("0", ["clean"] * 3), (None, None), (True, ["clean"] * 3),
                             (0, ["clean", "dirty", "headline"]), (0, ["clean", "dirty", []])):
            assert labels_of(port, page, labels)[0] == 400
        assert asked(port, "/labels", "{}", Origin="http://evil.example")[0] == 403
        other, gold = map(json.loads, (tmp_path / "gold").read_text().splitlines())
        assert other == {"id": "other", "text": "Kept as it is."}
        assert gold == {"id": "b", "lang": "en", "text": "Wind", "clean": [False, True, False],
                        "segments": [{"kind": "h", "text": "Wind"}]}
    with served(*words) as port:                     # it goes on where it was
        assert json.loads(asked(port, "/labels")[2])["labels"] == [
            None, ["dirty", "clean", "dirty"]]
    done = run("eval", "--gold", str(tmp_path / "gold"), "--measures", "bow", "--json",
               str(tmp_path / "in"))
    assert done.status == 0 and json.loads(done.out)["rows"]["records"]["missing"] == 1


def test_classes_are_gold_whose_agreement_is_measured(tmp_path):
    write_segments(tmp_path / "in", "a", "b")
    for annotator, last in ("ann", "text"), ("bob", "comment"):
        words = ["--label", str(tmp_path / "in"), "--gold", str(tmp_path / annotator)]
        with served(*words, "--classes", "assessors") as port:
            assert json.loads(asked(port, "/labels")[2])["classes"] == [
                ["text", True], ["headline", True], ["comment", True], ["related", False],
                ["boilerplate", False]]
            assert labels_of(port, 0, ["boilerplate", "headline", last])[0] == 200
            assert labels_of(port, 1, ["related", "headline", "text"])[0] == 200
            assert labels_of(port, 1, ["dirty", "clean", "clean"])[0] == 400
        with served(*words, "--classes", "assessors") as port:          # it goes on where it was
            assert json.loads(asked(port, "/labels")[2])["labels"] == [
                ["boilerplate", "headline", last], ["related", "headline", "text"]]
    gold = json.loads((tmp_path / "ann").read_text().splitlines()[0])
    assert gold == {
        "id": "a", "lang": "en", "text": "Wind\nFarms at sea.", "clean": [False, True, True],
        "segments": [{"kind": "h", "text": "Wind"}, {"kind": "p", "text": "Farms at sea."}],
        "classes": [{"class": "boilerplate", "text": "Home"}, {"class": "headline", "text": "Wind"},
                    {"class": "text", "text": "Farms at sea."}]}
    done = run("label", "--gold", str(tmp_path / "bob"), str(tmp_path / "in"))
    assert [one["label_class"] for one in json.loads(done.out.splitlines()[0])["segments"]] == [
        "boilerplate", "headline", "comment"]
    done = run("eval", "--gold", str(tmp_path / "ann"), "--agreement", str(tmp_path / "bob"),
               "--json", str(tmp_path / "in"))
    agreed = json.loads(done.out)["agreement"]
    assert (agreed["agree"], agreed["kappa"]) == (100, 1)
    assert agreed["classes"]["segments"] == 6 and agreed["classes"]["kappa"] < 1


def test_classes_of_a_file(tmp_path):
    write_segments(tmp_path / "in", "a", "b", "c")
    (tmp_path / "classes").write_text("main  text clean\r\n\n__proto__ dirty\nmenu dirty")
    (tmp_path / "gold").write_text("".join(json.dumps(one) + "\n" for one in [
        {"id": "a", "text": "Wind", "clean": [False, True, False]},
        {"id": "b", "text": "Farms at sea.",
         "classes": [{"class": "__proto__", "text": "Home"},
                     {"class": "main text", "text": "Farms at sea."}]}]))
    words = ["--label", str(tmp_path / "in"), "--gold", str(tmp_path / "gold")]
    with served(*words, "--classes", str(tmp_path / "classes")) as port:
        found = json.loads(asked(port, "/labels")[2])
        assert found["classes"] == [["main text", True], ["__proto__", False], ["menu", False]]
        assert found["labels"] == [["menu", "main text", "menu"],
                                   ["__proto__", "menu", "main text"], None]
    for other in [], ["--classes", "assessors"]:         # which would lose the classes of page b
        done = run("serve", *words, *other)
        assert done == (2, b"", f"scutch-serve: {tmp_path / 'gold'}: b has the class __proto__: "
                                "--classes is to name it\n".encode())


def two_pages(tmp_path, *names):
    (tmp_path / "in").write_text("".join(json.dumps(
        {"id": name, "segments": [{"text": text, "kind": "p"} for text in ("Wind", str(number))],
         "scorers": []}) + "\n" for number, name in enumerate(names)))
    return Labelling(str(tmp_path / "in"), str(tmp_path / "gold"))


def test_true_and_false_are_labels_of_two_classes(tmp_path):
    write_segments(tmp_path / "in", "a")
    with served("--label", str(tmp_path / "in"), "--gold", str(tmp_path / "gold")) as port:
        for label, status in ((True, 200), (1, 400), (None, 400)):
            body = json.dumps({"page": 0, "clean": [False, label, True]})
            assert asked(port, "/labels", body, content_type="application/json")[0] == status
    assert json.loads((tmp_path / "gold").read_text())["clean"] == [False, True, True]


def test_pages_of_one_id_have_gold_of_their_own(tmp_path):
    for _ in range(2):                               # the second goes on where the first was
        labelling = two_pages(tmp_path, "a", "a#2", "a", "a")
        assert labelling.renamed == {"a#3": "a", "a#4": "a"}
        for number in range(4):
            labelling.save(number, [["clean", "dirty"][number % 2], "clean"])
        labelling.close()
    gold = list(map(json.loads, (tmp_path / "gold").read_text().splitlines()))
    assert [(one["id"], one["clean"]) for one in gold] == [
        ("a", [True, True]), ("a#2", [False, True]), ("a#3", [True, True]), ("a#4", [False, True])]
    labelling = two_pages(tmp_path, "a", "a")
    labelling.close()
    with served("--label", str(tmp_path / "in"), "--gold", str(tmp_path / "gold"),
                said=b"scutch-serve: %b: the id a comes again; the gold of this page is a#2: give "
                     b"each an id of its own\n" % str(tmp_path / "in").encode()) as port:
        assert json.loads(asked(port, "/labels")[2])["labels"] == [["clean"] * 2,
                                                                 ["dirty", "clean"]]


def test_one_server_writes_a_gold(tmp_path):
    pytest.importorskip("fcntl", reason="no locks here")
    first = two_pages(tmp_path, "a", "b")
    for _ in range(2):                               # the lock goes with the file
        with pytest.raises(Unusable, match="gold: another scutch-serve writes it"):
            two_pages(tmp_path, "a", "b")
        first.save(0, ["clean", "clean"])
    first.close()
    two_pages(tmp_path, "a", "b").close()


@pytest.mark.parametrize("name", ["gold", "gold.part"])
def test_a_link_is_not_followed(tmp_path, name):
    (tmp_path / "kept").write_text("kept")
    (tmp_path / name).symlink_to(tmp_path / "kept")
    with pytest.raises(OSError, match="a link, or no file") as caught:
        two_pages(tmp_path, "a", "b").save(0, ["clean", "clean"])
    assert caught.value.filename == str(tmp_path / name)
    assert (tmp_path / "kept").read_text() == "kept"
