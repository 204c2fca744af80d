#!/usr/bin/env bash
# From a crawl to sentences of one language, a line each, step by step.
#
#   moses.sh WORK_DIR LANGUAGE FILE...
#
# Each step writes a file of WORK_DIR and is passed over where that is there, so that a run resumes
# where the last one stopped; remove a file to do its step, and those after it, again. The last one
# is corpus.LANGUAGE: a sentence a line, those that occur again left out.
set -eu -o pipefail
[ $# -ge 3 ] || { echo "usage: moses.sh WORK_DIR LANGUAGE FILE..." >&2; exit 2; }
work=$1
language=$2
shift 2
mkdir -p "$work"
redo=

step() {                     # step FILE COMMAND...: what the command writes becomes the file
  local file=$work/$1
  shift
  if [ -n "$redo" ] || [ ! -e "$file" ]; then
    echo "$(basename "$file")" >&2
    "$@" > "$file.part"
    mv "$file.part" "$file"
    redo=yes
  fi
}

text() { scutch-read "$@" | scutch-html2text | scutch-segment | scutch-lang | gzip -n; }
scored() { zcat "$work/1.text.jsonl.gz" | scutch-charlm | scutch-combine | scutch-tag | gzip -n; }
clean() { zcat "$work/2.scored.jsonl.gz" | scutch-prune --keep auto | gzip -n; }
sentences() {
  zcat "$work/3.clean.jsonl.gz" | jq -r --arg language "$language" '
    select(.lang == $language) | .segments[]? | .text as $text
    | .sentences[]? | $text[.[0]:.[1]] | gsub("\\s+"; " ")'
}
once() { awk '!seen[$0]++' "$work/4.sentences.$language"; }

step 1.text.jsonl.gz text "$@"
step 2.scored.jsonl.gz scored
step 3.clean.jsonl.gz clean
step "4.sentences.$language" sentences
step "corpus.$language" once
