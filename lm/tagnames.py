"""Kinds of blocks and names of elements that all models know alike."""

KINDS = "phltc"          # paragraph, heading, list item, table row, code; a number is an index here
ROOTS = frozenset(["html", "body"])      # their words describe the whole page: "single-post"
