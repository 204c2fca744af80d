"""A running scutch-serve for tests, and requests to it."""
import contextlib
import http.client
import re
import signal
import subprocess
import sys

from utils import environment, launcher


@contextlib.contextmanager
def served(*options, cwd=None, said=b""):
    """Give the port of a running scutch-serve to a with statement.

    said: what is on stderr after the address.
    """
    process = subprocess.Popen([sys.executable, launcher("serve"), "--port", "0", *options],
                               stderr=subprocess.PIPE, env=environment(), cwd=cwd)
    try:
        line = process.stderr.readline().decode()
        yield int(re.search(r":(\d+)/", line)[1])
    finally:
        process.send_signal(signal.SIGINT)
        found = process.wait(20), process.stderr.read()
        assert found == (130, said), found
        process.stderr.close()


def asked(port, path="/", body=None, *, method=None, **headers):
    """Return (status, headers, body) of a request; _ stands for - in names of headers."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request(method or ("GET" if body is None else "POST"), path, body,
                           {name.replace("_", "-"): value for name, value in headers.items()})
        answer = connection.getresponse()
        return answer.status, dict(answer.getheaders()), answer.read()
    finally:
        connection.close()
