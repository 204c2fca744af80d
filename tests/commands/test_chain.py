"""chain: several filters in one process give what the pipe gives."""
import json
import multiprocessing
import shlex
import subprocess
import sys

import pytest

import scutch
from scutch.filters import clean
from scutch.filters.errors import Unusable
from scutch.filters.record import fields
from scutch.filters.stream import options
from scutch.filters.stream.chains import Chain, check_order, filter_of_keywords, filters_of, split
from scutch.filters.stream.options import declared
from utils import BIN, SAMPLE, SAMPLE_LINE, load, modules, records, run, shell

BLOCK = {"text": "Home | News", "kind": "p", "scores": {"charlm": 0.9}, "raw": {"charlm": 1.5}}
SCORED = {key: SAMPLE[key] for key in ("scorers", "cuts")}
LINES = [
    SAMPLE, {**SAMPLE, "segments": [BLOCK, *SAMPLE["segments"], {**BLOCK, "hidden": True}]},
    {"id": "none", "segments": []}, {"url": "https://example.org/", **SCORED, "segments": [BLOCK]},
    {"id": "bad score", **SCORED, "segments": [{"text": "x", "scores": {"charlm": 7},
                                                "raw": {"charlm": 7}}]},
    {"id": "no segments", "text": "Plain.", "t": "not ours", "u": "nor this"},
    {"id": "failed", "errors": [{"command": "scutch-read", "code": "x", "message": "y"}]},
    {"id": "numbers", "big": 12345678901234567890, "small": 1e-9, **SCORED, "segments": [BLOCK]},
]
DATA = b"".join([*(json.dumps(line).encode() + b"\n" for line in LINES), b"\xef\xbb\xbf{}\r\n",
                 b"\n", b"no record\n", b"caf\xe9\n", b'{"id": "\\ud800", "segments": []}\n',
                 b'{"segments": [{"text": "\\u2028", "scores": {"charlm": NaN}}]}'])
CHAINS = [
    "tag", "tag --letters 5, prune --keep a-c", "tag, prune, tag --letters 3",
    "prune --max 0.5, tag", "prune --by charlm --max 0 --raw, prune --keep auto",
    *(f"tag, emit --by charlm --keep a-e --format {form}"
      for form in ("text", "jsonl", "dolma", "vrt", "tsv")),
    "html2text, prune", "html2text --keep-html, tag, emit --format jsonl",
]


def pipe(spec, first="-", rest=""):
    """Return the pipe of a chain; `first` goes to the first command, `rest` to all of them."""
    commands = [f"scutch-{shlex.join(words)} {rest}" for words in split(spec)]
    return " | ".join([f"{commands[0]} {first}", *commands[1:]])


@pytest.mark.parametrize("spec", CHAINS)
def test_the_same_bytes_as_the_pipe(spec, tmp_path):
    source = tmp_path / "in.jsonl"
    source.write_bytes(DATA)
    done = run("chain", spec, source)
    expected = shell("set -o pipefail; " + pipe(spec, first=source))
    assert expected.out and (done.out, done.status) == (expected.out, expected.status)
    assert done.status == (2 if "--max" in spec else 0)      # some records have no score


@pytest.mark.parametrize("how", ["keep", "skip", "stop"])
@pytest.mark.parametrize("spec", ["tag, prune --keep a-e", "prune --by charlm --max 0.5, tag"])
def test_bad_records_end_as_in_the_pipe(spec, how):
    done = run("chain", "--on-error", how, spec, data=DATA)
    expected = shell("set -o pipefail; " + pipe(spec, rest=f"--on-error {how}"), DATA)
    assert (done.out, done.status) == (expected.out, expected.status)
    assert done.status == (3 if how == "stop" else 2 if "--max" in spec else 0)


@pytest.mark.parametrize("spec", [
    "", " ", ",", "tag,", ",tag", "tag,,tag", "tag 'x", 'tag "x, tag', "nothing", "tag, nothing",
    "tag --nothing", "tag --letters 99", "tag --letter 5", "tag file.jsonl", "tag -", "tag --lines",
    "tag --on-error skip", "tag --stats", "emit, tag", "emit --keep a --max 1",
    "chain tag", "record", "stream", "_inputs", "sinks", "../tag", "tag.main", "é",
    "html2text, segment, charlm, emit --by nosuch", "html2text, charlm, prune --by mlp --max 1",
])
def test_an_unsound_chain_ends_with_one_line_and_status_2(spec):
    done = run("chain", spec, data=SAMPLE_LINE)
    assert (done.status, done.out, done.err.count(b"\n")) == (2, b"", 1), done.err
    assert done.err.startswith(b"scutch-chain: ")
    with pytest.raises(Unusable):
        scutch.pipe([], spec)


def test_options_after_the_chain_and_between_files(tmp_path):
    for name in "ab":
        (tmp_path / name).write_bytes(SAMPLE_LINE)
    done = run("chain", "tag", tmp_path / "a", "--on-error", "skip", tmp_path / "b")
    assert done.out == 2 * run("tag", data=SAMPLE_LINE).out


def test_files_after_two_hyphens_may_look_like_options(tmp_path):
    (tmp_path / "--lines").write_bytes(SAMPLE_LINE)
    done = shell("scutch-chain tag --stats -- --lines -", SAMPLE_LINE, cwd=tmp_path)
    assert done.out == 2 * run("tag", data=SAMPLE_LINE).out and b'"read": 2' in done.err


def test_signature_has_the_whole_chain():
    done = run("chain", "--signature", "html2text --parser html5lib, tag --letters 5")
    line = done.out.decode()
    assert line.startswith("scutch-chain|version:") and "tree:html5lib" in line
    assert line.endswith("|chain:html2text --parser html5lib, tag --letters 5\n")


# ------------------------------------------------------------------ in Python

def test_pipe_is_an_iterator_over_records():
    out = scutch.pipe(iter([SAMPLE, {"id": "bad"}]), "tag --letters 5, prune --keep a-b")
    assert next(out)["segments"][0]["tags"] == {"charlm": "b"}
    assert next(out)["errors"][0]["code"] == "no_segments"
    assert next(out, None) is None


def test_a_chain_that_ends_in_emit_gives_bytes():
    assert list(scutch.pipe([SAMPLE, {"id": "bad"}], "tag, emit --format tsv")) == [
        b"a\tFarms at sea, and on land.\n", b"bad\t\n"]


@pytest.mark.parametrize("spec", ["tag --letters 5, prune --keep a-b", "tag, emit --format jsonl"])
def test_a_chain_travels_to_other_processes(spec):
    chain, pages = Chain(spec), [{**SAMPLE, "id": str(number)} for number in range(20)]
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        assert pool.map(chain, pages) == [chain(page) for page in pages]


def test_only_the_filters_named_are_imported():
    script = """
import sys
sys.path.insert(0, sys.argv[1])
from scutch.filters.stream.chains import Chain
Chain("tag, prune")
print({"html2text", "emit", "charlm", "numpy"} & {m.rpartition(".")[2] for m in sys.modules})
"""
    done = subprocess.run([sys.executable, "-c", script, BIN], capture_output=True)
    assert done.stdout == b"set()\n", done.stderr


@pytest.mark.parametrize("item, line", [("<p>Hi.", {"line": "<p>Hi."}), (7, {"line": "7"}),
                                        (None, {"line": "None"}), (b"\xff", {"line_b64": "/w=="})])
def test_what_is_no_dict_is_a_record_with_an_error_and_the_others_go_on(item, line, capsys):
    out = list(scutch.pipe([SAMPLE, item, SAMPLE], "tag, prune --keep a-c"))
    assert [record["id"] for record in out] == ["a", "record 2", "a"]
    assert out[1] == {"id": "record 2", **line, "errors": [
        {"command": "scutch-tag", "code": "bad_record",
         "message": f"a dict is required, this is {type(item).__name__}"}]}


# ------------------------------------------------------------------ a run of which nothing is good

UNFIT = b'{"id": "a", "html": "<p>Hi."}\n{"id": "b", "html": "<p>Ho."}\n'


def test_each_command_of_a_pipe_speaks_for_itself():
    done = shell("scutch-charlm | scutch-combine | scutch-tag; echo ${PIPESTATUS[*]} >&2", UNFIT)
    assert done.err.endswith(b"scutch-charlm: all 2 records are bad\n2 0 0\n")
    assert len(records(done.out)) == 2


# ---------- the order of filters in a chain, by what FIELDS says that they read and write

@pytest.mark.parametrize("chain", [
    "html2text, segment, charlm, combine, role, tag, emit --keep a-c --without teasers",
    "combine", "prune --max 0.5", "tag, emit --keep a-c --by own", "segment, combine",
    "segment, tag",
    "meta, html2text, segment", "html2text --keep-html, segment, meta",
    "html2text, lang --only de, segment, charlm", "html2text, dedup, prune --duplicates, segment",
    "html2text, prune, segment, segment", "clean, dedup", "clean, segment, charlm, combine",
    "html2text, segment, charlm, prune --keep auto, tag, emit --format xml",
    "html2text, segment, dedup --segments, prune --repeats 3", "prune --repeats 3",
    "html2text, segment, charlm, wordlm, prune --by charlm --max 0.5 --wordlm 500",
    "html2text, segment, archive, docfreq, prune --shared",
])
def test_chains_in_order(chain):
    """Also those that begin in the middle: records may have what filters of another run wrote."""
    check_order([part for filter in filters_of(chain) for part in filter.parts()])


def test_readers_and_writers_are_filters_with_their_options():
    """Writers may be words for several filters, such as "the scorers"."""
    names = {name.replace("_", " ") for name in modules()}
    for field in fields():
        for entry in filter(None, f"{field.reader}, {field.writer}".split(", ")):
            name, _, option = entry.partition(" --")
            if option or entry in field.reader:
                assert name in names, entry
            if option:
                assert run(name, "--help").out.count(f"--{option.split()[0]}".encode()), entry


def test_limits_of_clean_are_checked_by_the_same_rule():
    with pytest.raises(Unusable, match="the scores are charlm, combine"):
        check_order(filters_of("clean --by docfreq")[0].parts())


# ---------- a chain as data: from a description, from keywords and from a request it is the same

@pytest.mark.parametrize(("name", "keywords"), [
    ("clean", {"nothing": 1}), ("clean", {"max": "much"}), ("clean", {"max": True}),
    ("clean", {"format": "pdf"}), ("clean", {"with_hidden": "maybe"}), ("clean", {"jobs": 2}),
    ("clean", {"files": ["a"]}), ("clean", {"help": True}), ("clean", {"output": "x"}),
    ("nothing", {}), ("read", {}), ("record", {}), ("combine", {"scope": ["page", "main"]})])
def test_what_no_filter_takes(name, keywords):
    with pytest.raises(Unusable):
        filter_of_keywords(name, keywords)


def test_a_request_names_no_file():
    for name, option in declared(clean).items():
        if "FILE" in option.metavar:
            with pytest.raises(Unusable, match=f"{name} is no option"):
                filter_of_keywords("clean", {name: "x"}, may_name_files=False)
    assert filter_of_keywords("clean", {"source": "x"}, may_name_files=False).options


@pytest.mark.parametrize("name", modules())
def test_the_defaults_are_those_of_argparse(name):
    parser = options(load(name))
    for key, option in declared(load(name)).items():
        action = next(action for action in parser._actions if action.dest == key)
        if isinstance(action.default, str) and action.type:
            assert option.default == action.type(action.default)
        else:
            assert option.default == action.default
        assert not action.option_strings or option.option in action.option_strings


def test_each_option_of_clean_that_combine_or_emit_has_gets_there():
    """Those that are declared with the ones of emit and combine are said nowhere else."""
    for keywords, name, kept in [
            ({"scope": "main", "favor": "recall"}, "combine", {}),
            ({"format": "dolma", "source": "x", "by": "charlm", "min": 0.1, "min_f": 0.3},
             "emit", {}),
            ({"format": "markdown", "links": True, "images": True, "emphasis": True,
              "without": "teasers"}, "emit", {"keep": "auto"}),
            ({"format": "vrt", "mark_repeats": True, "keep": "a-c", "letters": 5}, "emit", {}),
            ({"format": "tsv", "spreadsheet": True, "max_quality": 0.4}, "emit", {"keep": "auto"}),
            ({"format": "tei", "sentences": True, "with": "teasers", "with_hidden": True,
              "max": 0.3}, "emit", {})]:
        part, = (part for part in filter_of_keywords("clean", keywords).parts()
                 if part.name == name)
        assert dict(part.options) == {**keywords, **kept}
