"""Kinds of blocks and names of elements, common to all models."""

KINDS = "phltc"          # paragraph, heading, list item, table row, code; a number is an index here
NAMED_KINDS = {"heading": "h", "list": "l", "table": "t", "code": "c"}     # by their names
ROOTS = frozenset(["html", "body"])      # their words describe the whole page: "single-post"
