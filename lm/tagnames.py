"""Kinds of blocks and names of elements, common to all models."""

KINDS = "phltc"          # paragraph, heading, list item, table row, code; a number is an index here
ROOTS = frozenset(["html", "body"])      # their words describe the whole page: "single-post"
