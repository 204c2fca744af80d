#!/usr/bin/env python3
"""Turn mailboxes into records, a line for each mail, for scutch-clean and all other filters.

    mails.py list.mbox... | scutch-clean > clean.txt

A file of one mail (.eml) is a mailbox, too; packed ones are to be unpacked first.
A record has the mail's plain text or, where it has none, its HTML; other parts are left out.
"""
import email
import json
import mailbox
import os
import sys
from email.errors import MessageError
from email.header import decode_header, make_header
from email.utils import parsedate_to_datetime

FIELDS = {"text/plain": "text", "text/html": "html"}      # the first of them that a mail has


def header(mail, name):
    """Return a header as text, or None."""
    try:
        return mail[name] and str(make_header(decode_header(mail[name])))
    except (LookupError, ValueError, MessageError):       # an unknown or a wrong encoding
        return str(mail[name])


def timestamp(mail):
    """Return when a mail was sent, by its Date, or None."""
    try:
        return parsedate_to_datetime(str(mail["Date"])).isoformat()
    except (TypeError, ValueError):
        return None


def body(part):
    """Return the text of a part, in whatever encoding it says it is."""
    content = part.get_payload(decode=True) or b""
    try:
        return content.decode(part.get_content_charset("utf-8"), "replace")
    except (LookupError, ValueError):
        return content.decode("utf-8", "replace")


def record(mail, place):
    """Return the record of a mail; `place` stands for a Message-ID that is missing."""
    fields = {"id": header(mail, "Message-ID") or place, "title": header(mail, "Subject"),
              "timestamp": timestamp(mail)}
    parts = {part.get_content_type(): part for part in reversed(list(mail.walk()))}
    for kind, field in FIELDS.items():
        if kind in parts:
            return fields | {field: body(parts[kind])}
    return fields | {"text": ""}


def mails(name):
    """Yield the mails of a file."""
    with open(name, "rb") as file:
        if file.read(5) == b"From ":
            yield from mailbox.mbox(name)
            return
        file.seek(0)
        mail = email.message_from_binary_file(file)
    if not mail.keys():
        raise SystemExit(f"mails.py: {name}: neither a mailbox (mbox) nor a mail")
    yield mail


def main(names):
    if not names:
        raise SystemExit("usage: mails.py MBOX...")
    for name in names:
        if not os.path.isfile(name):
            raise SystemExit(f"mails.py: {name}: no such file")
        for number, mail in enumerate(mails(name), 1):
            print(json.dumps(record(mail, f"{name}:{number}")))


if __name__ == "__main__":
    main(sys.argv[1:])
