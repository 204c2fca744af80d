"""Model files: read back unchanged, written with the same bytes; all other files are refused."""
import gzip
import hashlib
import io
import json
import os
import pickle
import random

import numpy as np
import pytest

from scutch.lm import modelfile
from scutch.lm.modelfile import ALIGNMENT, BadModel, load, save
from utils import DATA, on_a_full_disk

SETTINGS = {"n": 3, "q": 0.5, "languages": ["en", "gl"], "source": "café 😀", "x": None}
ARRAYS = {"table": np.arange(7, dtype=np.float16),
          "keys": np.array([[1, 2], [3, 1 << 63]], np.uint64),
          "none": np.zeros((0, 3), np.int32), "one": np.array([2.5]),
          "bytes": np.arange(5, dtype="u1")}


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "toy.model"
    save(path, "toy", SETTINGS, ARRAYS)
    return path


def test_round_trip(path, tmp_path):
    model = load(path, "toy")
    assert model.settings == SETTINGS
    assert list(model.arrays) == list(ARRAYS)
    for name, array in ARRAYS.items():
        found = model.arrays[name]
        assert (found.dtype, found.shape) == (array.dtype, array.shape)
        assert (found == array).all()
        with pytest.raises(ValueError):
            found[...] = 0
    save(tmp_path / "again", "toy", model.settings, model.arrays)
    assert (tmp_path / "again").read_bytes() == path.read_bytes()
    assert load(tmp_path / "again", "toy").sha256 == model.sha256


@on_a_full_disk
def test_a_full_disk_names_the_file():
    with pytest.raises(OSError, match="No space left on device") as found:
        save("/dev/full", "test", {}, {"some": np.zeros(100_000)})
    assert found.value.filename == "/dev/full"


def test_the_file_as_documented(path):
    data = path.read_bytes()
    line = data[:data.index(b"\n") + 1]
    header, body, last = json.loads(line), data[len(line):-65], data[-65:]
    assert (header["format"], header["version"], header["kind"]) == ("scutch-model", 2, "toy")
    assert last == hashlib.sha256(line + body).hexdigest().encode() + b"\n"
    assert load(path, "toy").sha256 == hashlib.sha256(data).hexdigest()
    assert header["bytes"] == len(body) and len(line) % ALIGNMENT == 0
    for name, dtype, shape, offset in header["arrays"]:
        assert offset % ALIGNMENT == 0
        found = np.frombuffer(body, dtype, ARRAYS[name].size, offset).reshape(shape)
        assert (found == ARRAYS[name]).all()


def refused(path, data, kind="toy"):
    """Return the message that refuses a file with these bytes."""
    path.write_bytes(data)
    with pytest.raises(BadModel) as caught:
        load(path, kind)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_cut_anywhere(path):
    data = path.read_bytes()
    body = data.index(b"\n") + 1
    for length in [1, 10, body // 2]:
        assert "not a model of scutch" in refused(path, data[:length])
    for length in [body - 1, body, body + 1, (body + len(data)) // 2, len(data) - 1]:
        assert f"truncated or extended: {length} bytes, " in refused(path, data[:length])
    assert refused(path, data + b"\n") == (
        f"truncated or extended: {len(data) + 1} bytes, {len(data)} are due")


def test_any_altered_byte(path):
    """Anywhere in the file, including the first and the last byte."""
    data = path.read_bytes()
    body = data.index(b"\n") + 1
    rng = random.Random(1)
    places = [*rng.sample(range(body), 200), *rng.sample(range(body, len(data)), 100)]
    for place in places:
        changed = bytearray(data)
        changed[place] ^= 1 << rng.randrange(8)
        found = refused(path, changed)
        if place >= body:
            assert "SHA-256" in found


def test_other_settings_under_the_same_hash(path):
    """The hash must cover the settings, too: a changed threshold, for example."""
    data = path.read_bytes().replace(b'"q": 0.5', b'"q": 0.9')
    assert "SHA-256" in refused(path, data)


def test_small_files_are_read_whole(path, monkeypatch):
    """Truncated later they do no harm; a truncated file that is mapped would end the process."""
    model = load(path, "toy")
    os.truncate(path, 0)
    assert (model.arrays["keys"] == ARRAYS["keys"]).all()
    save(path, "toy", SETTINGS, ARRAYS)
    monkeypatch.setattr(modelfile, "SMALL", 100)
    mapped = load(path, "toy")
    assert mapped.sha256 == model.sha256
    assert all((mapped.arrays[name] == array).all() for name, array in ARRAYS.items())


def packed(write, *args, **settings):
    file = io.BytesIO()
    write(file, *args, **settings)
    return file.getvalue()


FOREIGN = {
    "an empty file": b"",
    "a gzip file": gzip.compress(b"model"),
    "a zip or npz file": packed(np.savez, table=np.arange(3)),
    "an npy file": packed(np.save, np.arange(3)),
    "an ARPA file": b"\\data\\\nngram 1=3\n\n\\1-grams:\n-1.0\t<s>\n",
    "a KenLM binary": b"mmap lm http://kheafield.com/code format version 5\n\0" + bytes(100),
    "a bzip2 file": b"BZh91AY&SY" + bytes(50),
    "a zstandard file": b"\x28\xb5\x2f\xfd" + bytes(50),
}


@pytest.mark.parametrize("what", FOREIGN)
def test_foreign_files_are_named(what, tmp_path):
    assert what in refused(tmp_path / "foreign", FOREIGN[what])


class Trap:
    """A pickle that runs code when it is read."""

    def __reduce__(self):
        return os.mkdir, ("sprung",)


@pytest.mark.parametrize("data", [
    b"\n", b"{}", b"{}\n", b"[]\n", b"null\n", b"7\n", b'"scutch-model"\n', b"{\n", b"\0" * 5000,
    b'{"format": "other", "version": 1}\n', b'{"format": ["scutch-model"]}\n',
    b"\xff\xfe{\0}\0\n", b"caf\xe9\n", b"[" * 100_000 + b"\n", b'{"a":' * 100_000 + b"\n",
    b'{"format": ' + b"9" * 5000 + b"}\n", b"x" * (modelfile.LONGEST_HEADER + 5),
    b"<html><title>404</title>\n", pickle.dumps(Trap(), 0), pickle.dumps(Trap()),
    packed(np.save, np.array([Trap()], object), allow_pickle=True)[10:],
], ids=lambda data: repr(data[:20]))
def test_files_of_no_kind(data, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert "not a model of scutch" in refused(tmp_path / "foreign", data)
    assert os.listdir(tmp_path) == ["foreign"]


def test_other_versions_and_kinds(path):
    header = b'{"format": "scutch-model", "version": %s, "kind": %s}\n'
    assert "version 3 of the format; this program reads 2" in refused(path, header % (b"3", b"7"))
    assert "its kind is wordlm, toy is required" in refused(path, header % (b"2", b'"wordlm"'))
    assert "version None" in refused(path, b'{"format": "scutch-model"}\n')
    assert "its kind is None" in refused(path, b'{"format": "scutch-model", "version": 2}\n')


def forged(header, body):
    """Return a file with this header and with correct size and hash."""
    first = {"format": "scutch-model", "version": 2, "kind": "toy", "settings": {}, "arrays": [],
             "bytes": len(body), **header}
    whole = json.dumps({key: value for key, value in first.items() if value is not ...}).encode() \
        + b"\n" + body
    return whole + hashlib.sha256(whole).hexdigest().encode() + b"\n"


@pytest.mark.parametrize("field, value", [
    ("settings", ...), ("settings", []), ("arrays", ...), ("arrays", {"a": 1}), ("bytes", ...),
    ("bytes", "64"), ("bytes", None), ("bytes", 64.0)])
def test_header_without_a_field(path, field, value):
    assert f'lacks "{field}"' in refused(path, forged({field: value}, bytes(64)))


@pytest.mark.parametrize("size", [-1, 0, 63, 65, 1 << 70])
def test_header_with_another_size(path, size):
    assert "truncated or extended" in refused(path, forged({"bytes": size}, bytes(64)))


# Of arrays beyond the file and before it, of sizes over 64 bits, of pointers, of other types
NO_ARRAYS = (DATA / "noarrays.jsonl").read_text().splitlines()


@pytest.mark.parametrize("entry", list(map(json.loads, NO_ARRAYS)), ids=repr)
def test_header_with_arrays_that_cannot_be(path, entry):
    found = refused(path, forged({"arrays": [["good", "<f2", [4], 0], entry]}, bytes(64)))
    assert found == "its first line names arrays that it does not hold"


def test_forged_header_that_is_sound(path):
    """The cases above are refused for their values, not for how they are made."""
    path.write_bytes(forged({"arrays": [["a", "<f2", [4, 8], 0], ["b", "<f2", [0], 64]]},
                            bytes(64)))
    arrays = load(path, "toy").arrays
    assert arrays["a"].shape == (4, 8) and arrays["b"].size == 0
