"""scutch-serve --mcp: the Model Context Protocol, for agents."""
import json
import subprocess
import sys

import pytest

from utils import BIN, PAGE, ROOT, environment, launcher, run

HELLO = {"protocolVersion": "2025-06-18", "capabilities": {},
         "clientInfo": {"name": "test", "version": "1"}}


def answers(calls, *words):
    """Return the answers to some calls of (method, params), and what stands on stderr."""
    pytest.importorskip("mcp", reason="the extra [mcp] is not installed")
    with subprocess.Popen([sys.executable, launcher("serve"), "--mcp", "--jobs", "1", *words],
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          env=environment()) as process:
        def send(message):
            process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
            process.stdin.flush()

        def asked(number, method, params):
            send({"id": number, "method": method, "params": params})
            return json.loads(process.stdout.readline())
        assert asked(0, "initialize", HELLO)["result"]["serverInfo"]["name"] == "scutch"
        send({"method": "notifications/initialized"})
        given = [asked(number, *call)["result"] for number, call in enumerate(calls, 1)]
        process.stdin.close()
        assert process.stdout.read() == b""
        errors = process.stderr.read()
    assert process.returncode == 0
    return given, errors


def call(**arguments):
    return "tools/call", {"name": "clean", "arguments": arguments}


def texts(given):
    return [(one.get("isError", False), one["content"][0]["text"]) for one in given]


@pytest.mark.slow
def test_the_tool_cleans():
    page = PAGE.replace("<h1>", "<meta charset=latin1><h1>").replace("Farms", "Färms")
    (listed, *given), errors = answers([
        ("tools/list", {}), call(html=page), call(html=page, scope="page", format="text"),
        call(html="<p>Read <a href=x>more</a> of it.", scope="page", format="jsonl",
             url="http://a.example/")])
    tool, = listed["tools"]
    assert tool["name"] == "clean" and set(tool["inputSchema"]["required"]) == {"html"}
    assert tool["inputSchema"]["properties"]["scope"]["enum"] == ["page", "main", "article"]
    (_, markdown), (_, text), (_, record) = texts(given)
    alone = run("clean", "--scope", "main", "--format", "markdown", data=page.encode())
    assert "Färms" in markdown and alone.out.count(b"#") == markdown.count("#")
    assert "Färms" in text and "#" not in text
    assert json.loads(record)["url"] == "http://a.example/"
    assert errors == b""


@pytest.mark.slow
def test_what_is_no_page_is_an_error_of_the_call():
    given, errors = answers([
        call(html="%PDF-1.4 and so on"), call(html="x" * 2000), call(html="\u0000<p>One."),
        call(html="<p>x", scope="all"), call(), call(html="<p>One.", format="text")],
        "--max-bytes", "1000")
    assert [failed for failed, _ in texts(given)] == [True, True, False, True, True, False]
    assert "over 1000 bytes" in texts(given)[1][1] and b"Traceback" not in errors


def test_without_the_package():
    script = ("import sys\n"
              "sys.path.insert(0, sys.argv.pop(1))\n"
              "sys.modules['mcp'] = None\n"
              "from scutch.filters import serve\n"
              "sys.exit(serve.main())\n")
    done = subprocess.run([sys.executable, "-c", script, BIN, "--mcp"], capture_output=True,
                          env=environment(), timeout=60, cwd=BIN)
    assert (done.returncode, done.stderr) == (
        2, f"scutch-serve: --mcp needs one more package: pip install '{ROOT}[mcp]'\n".encode())
