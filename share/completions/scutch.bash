# Made by share/completions/make_completions.py; do not change it here.
_scutch() {
  local command=${1##*/} word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
  local words= first=1
  COMPREPLY=()
  if [[ $command == scutch && $COMP_CWORD -gt 1 ]]; then
    command+=-${COMP_WORDS[1]} first=2
  fi
  if [[ $command == scutch-train && $COMP_CWORD -gt $first ]]; then
    command+=" ${COMP_WORDS[first]}"
  fi
  case "$command $before" in
  "scutch-archive --method") words="keep boilerplate shared between nearest1 nearest2 nearest3 forest" ;;
  "scutch-archive --schema") words="auto scutch dolma datatrove hplt warc2text ccnet lines tsv" ;;
  "scutch-archive --on-error") words="keep skip stop" ;;
  "scutch-archive --progress") words="auto on off" ;;
  "scutch-chain --schema") words="auto scutch dolma datatrove hplt warc2text ccnet lines tsv" ;;
  "scutch-chain --on-error") words="keep skip stop" ;;
  "scutch-chain --progress") words="auto on off" ;;
  "scutch-charlm --schema") words="auto scutch dolma datatrove hplt warc2text ccnet lines tsv" ;;
  "scutch-charlm --on-error") words="keep skip stop" ;;
  "scutch-charlm --progress") words="auto on off" ;;
  "scutch-clean --format") words="text sentences jsonl dolma datatrove vrt xml tsv csv lines html markdown tei parquet" ;;
  "scutch-clean --text") words="html markdown" ;;
  "scutch-clean --scope") words="page main article" ;;
  "scutch-clean --favor") words="precision recall" ;;
  "scutch-clean --pii") words="mask mark" ;;
  "scutch-clean --compress") words="gz zst" ;;
  "scutch-clean --schema") words="auto scutch dolma datatrove hplt warc2text ccnet lines tsv" ;;
  "scutch-clean --on-error") words="keep skip stop" ;;
  "scutch-clean --progress") words="auto on off" ;;
  "scutch-combine --scope") words="page main" ;;
  "scutch-combine --favor") words="precision recall" ;;
  "scutch-combine --schema") words="auto scutch dolma datatrove hplt warc2text ccnet lines tsv" ;;
  "scutch-combine --on-error") words="keep skip stop" ;;
  "scutch-combine --progress") words="auto on off" ;;
  "scutch-dedup --keep") words="first longest newest" ;;
  "scutch-dedup --verify") words="sketch exact" ;;
  "scutch-dedup --schema") words="auto scutch dolma datatrove hplt warc2text ccnet lines tsv" ;;
  "scutch-dedup --on-error") words="keep skip stop" ;;
  "scutch-dedup --progress") words="auto on off" ;;
  "scutch-docfreq --schema") words="auto scutch dolma datatrove hplt warc2text ccnet lines tsv" ;;
  "scutch-docfreq --on-error") words="keep skip stop" ;;
  "scutch-docfreq --progress") words="auto on off" ;;
  "scutch-emit --format") words="text sentences jsonl dolma datatrove vrt xml tsv csv lines html markdown tei parquet" ;;
  "scutch-emit --text") words="html markdown" ;;
  "scutch-emit --schema") words="auto scutch dolma datatrove hplt warc2text ccnet lines tsv" ;;
  "scutch-emit --on-error") words="keep skip stop" ;;
  "scutch-emit --progress") words="auto on off" ;;
  "scutch-eval --schema") words="auto scutch dolma datatrove hplt warc2text ccnet lines tsv" ;;
  "scutch-eval --on-error") words="keep skip stop" ;;
  "scutch-eval --progress") words="auto on off" ;;
  "scutch-html2text --parser") words="auto html5lib lexbor" ;;
  "scutch-html2text --schema") words="auto scutch dolma datatrove hplt warc2text ccnet lines tsv" ;;
  "scutch-html2text --on-error") words="keep skip stop" ;;
  "scutch-html2text --progress") words="auto on off" ;;
  "scutch-label --schema") words="auto scutch dolma datatrove hplt warc2text ccnet lines tsv" ;;
  "scutch-label --on-error") words="keep skip stop" ;;
  "scutch-label --progress") words="auto on off" ;;
  "scutch-lang --schema") words="auto scutch dolma datatrove hplt warc2text ccnet lines tsv" ;;
  "scutch-lang --on-error") words="keep skip stop" ;;
  "scutch-lang --progress") words="auto on off" ;;
  "scutch-look --color") words="auto always never" ;;
  "scutch-look --schema") words="auto scutch dolma datatrove hplt warc2text ccnet lines tsv" ;;
  "scutch-look --on-error") words="keep skip stop" ;;
  "scutch-look --progress") words="auto on off" ;;
  "scutch-meta --schema") words="auto scutch dolma datatrove hplt warc2text ccnet lines tsv" ;;
  "scutch-meta --on-error") words="keep skip stop" ;;
  "scutch-meta --progress") words="auto on off" ;;
  "scutch-mlp --schema") words="auto scutch dolma datatrove hplt warc2text ccnet lines tsv" ;;
  "scutch-mlp --on-error") words="keep skip stop" ;;
  "scutch-mlp --progress") words="auto on off" ;;
  "scutch-prune --pii") words="mask mark" ;;
  "scutch-prune --schema") words="auto scutch dolma datatrove hplt warc2text ccnet lines tsv" ;;
  "scutch-prune --on-error") words="keep skip stop" ;;
  "scutch-prune --progress") words="auto on off" ;;
  "scutch-quality --schema") words="auto scutch dolma datatrove hplt warc2text ccnet lines tsv" ;;
  "scutch-quality --on-error") words="keep skip stop" ;;
  "scutch-quality --progress") words="auto on off" ;;
  "scutch-read --on-error") words="keep skip stop" ;;
  "scutch-read --progress") words="auto on off" ;;
  "scutch-role --schema") words="auto scutch dolma datatrove hplt warc2text ccnet lines tsv" ;;
  "scutch-role --on-error") words="keep skip stop" ;;
  "scutch-role --progress") words="auto on off" ;;
  "scutch-segment --schema") words="auto scutch dolma datatrove hplt warc2text ccnet lines tsv" ;;
  "scutch-segment --on-error") words="keep skip stop" ;;
  "scutch-segment --progress") words="auto on off" ;;
  "scutch-shallow --rule") words="tree densitometric words cleaneval min-words largest main all" ;;
  "scutch-shallow --schema") words="auto scutch dolma datatrove hplt warc2text ccnet lines tsv" ;;
  "scutch-shallow --on-error") words="keep skip stop" ;;
  "scutch-shallow --progress") words="auto on off" ;;
  "scutch-tag --schema") words="auto scutch dolma datatrove hplt warc2text ccnet lines tsv" ;;
  "scutch-tag --on-error") words="keep skip stop" ;;
  "scutch-tag --progress") words="auto on off" ;;
  "scutch-train charlm --alphabet") words="standard latin simplified vowels" ;;
  "scutch-train charlm --training") words="differential labels" ;;
  "scutch-train charlm --schema") words="auto scutch dolma datatrove hplt warc2text ccnet lines tsv" ;;
  "scutch-train charlm --on-error") words="keep skip stop" ;;
  "scutch-train charlm --progress") words="auto on off" ;;
  "scutch-train combine --schema") words="auto scutch dolma datatrove hplt warc2text ccnet lines tsv" ;;
  "scutch-train combine --on-error") words="keep skip stop" ;;
  "scutch-train combine --progress") words="auto on off" ;;
  "scutch-train docfreq --schema") words="auto scutch dolma datatrove hplt warc2text ccnet lines tsv" ;;
  "scutch-train docfreq --on-error") words="keep skip stop" ;;
  "scutch-train docfreq --progress") words="auto on off" ;;
  "scutch-train lang --schema") words="auto scutch dolma datatrove hplt warc2text ccnet lines tsv" ;;
  "scutch-train lang --on-error") words="keep skip stop" ;;
  "scutch-train lang --progress") words="auto on off" ;;
  "scutch-train mlp --features") words="web texrex" ;;
  "scutch-train mlp --activation") words="gaussian sigmoid" ;;
  "scutch-train mlp --schema") words="auto scutch dolma datatrove hplt warc2text ccnet lines tsv" ;;
  "scutch-train mlp --on-error") words="keep skip stop" ;;
  "scutch-train mlp --progress") words="auto on off" ;;
  "scutch-train shallow --classes") words="2 4" ;;
  "scutch-train shallow --method") words="tree 1r" ;;
  "scutch-train shallow --schema") words="auto scutch dolma datatrove hplt warc2text ccnet lines tsv" ;;
  "scutch-train shallow --on-error") words="keep skip stop" ;;
  "scutch-train shallow --progress") words="auto on off" ;;
  "scutch-train wordlm --estimator") words="pyplexity interpolated kneser-ney" ;;
  "scutch-train wordlm --tokens") words="words white" ;;
  "scutch-train wordlm --schema") words="auto scutch dolma datatrove hplt warc2text ccnet lines tsv" ;;
  "scutch-train wordlm --on-error") words="keep skip stop" ;;
  "scutch-train wordlm --progress") words="auto on off" ;;
  "scutch-view --schema") words="auto scutch dolma datatrove hplt warc2text ccnet lines tsv" ;;
  "scutch-view --on-error") words="keep skip stop" ;;
  "scutch-view --progress") words="auto on off" ;;
  "scutch-wordlm --schema") words="auto scutch dolma datatrove hplt warc2text ccnet lines tsv" ;;
  "scutch-wordlm --on-error") words="keep skip stop" ;;
  "scutch-wordlm --progress") words="auto on off" ;;
  *)
    if [[ $word == -* ]]; then
      case $command in
        "scutch-archive") words="--method --balance --threshold --places --merge --max-pages --max-segments --buffer --schema --text-key --html-key --id-key --lines --score-columns --raw --on-error --line-buffered --progress --quiet --stats --signature --version -h --help" ;;
        "scutch-chain") words="--jobs --max-seconds --schema --text-key --html-key --id-key --lines --score-columns --raw --on-error --line-buffered --progress --quiet --stats --signature --version -h --help" ;;
        "scutch-charlm") words="--model --no-context --schema --text-key --html-key --id-key --lines --score-columns --raw --on-error --line-buffered --progress --quiet --stats --signature --version -h --help" ;;
        "scutch-clean") words="--format --text --source --columns --split-comments --mark-repeats --spreadsheet --by --keep --letters --max --min --raw --with-hidden --min-f --min-confidence --min-precision --max-quality --without --phrases --with --only-roles --meta --sentences --corpus --structure --marks --links --images --emphasis --dropped --scope --favor --wordlm --no-context --archive --dedup --quality --pii --lang --model --names --url --robots --drop --only --drop-urls --only-urls --jobs --max-seconds -o --output --split --compress --skip-existing --explain --schema --text-key --html-key --id-key --lines --on-error --line-buffered --progress --quiet --stats --signature --version -h --help" ;;
        "scutch-combine") words="--scope --favor --model --schema --text-key --html-key --id-key --lines --score-columns --raw --on-error --line-buffered --progress --quiet --stats --signature --version -h --help" ;;
        "scutch-dedup") words="--threshold --fold --words --keep --verify --segments --sentences --duplicates --repeats -o --output --explain --schema --text-key --html-key --id-key --lines --score-columns --raw --on-error --line-buffered --progress --quiet --stats --signature --version -h --help" ;;
        "scutch-docfreq") words="--model --max-pages --max-segments --buffer --schema --text-key --html-key --id-key --lines --score-columns --raw --on-error --line-buffered --progress --quiet --stats --signature --version -h --help" ;;
        "scutch-emit") words="--format --text --source --columns --split-comments --mark-repeats --spreadsheet --by --keep --letters --max --min --raw --with-hidden --min-f --min-confidence --min-precision --max-quality --without --phrases --with --only-roles --meta --sentences --corpus --structure --marks --links --images --emphasis --dropped --mark-ppl --no-context --schema --text-key --html-key --id-key --lines --on-error --line-buffered --progress --quiet --stats --signature --version -h --help" ;;
        "scutch-eval") words="--gold --baseline --paired --by-host --folds --seed --agreement --measures --regions --report --json --plot --pages --by --keep --letters --max --min --raw --with-hidden --min-f --min-confidence --min-precision --max-quality --without --phrases --with --only-roles --schema --text-key --html-key --id-key --lines --score-columns --on-error --line-buffered --progress --quiet --stats --signature --version -h --help" ;;
        "scutch-html2text") words="--parser --keep-html --template --marks --meta --url --robots --drop --only --max-bytes --max-segments --schema --text-key --html-key --id-key --lines --score-columns --raw --on-error --line-buffered --progress --quiet --stats --signature --version -h --help" ;;
        "scutch-label") words="--gold --min-coverage --with-title --unsure-comments --clean --weight --schema --text-key --html-key --id-key --lines --score-columns --raw --on-error --line-buffered --progress --quiet --stats --signature --version -h --help" ;;
        "scutch-lang") words="--model --only --segments --schema --text-key --html-key --id-key --lines --score-columns --raw --on-error --line-buffered --progress --quiet --stats --signature --version -h --help" ;;
        "scutch-look") words="--segments --width --color --report --diff --schema --text-key --html-key --id-key --lines --score-columns --raw --on-error --line-buffered --progress --quiet --stats --signature --version -h --help" ;;
        "scutch-meta") words="--max-bytes --schema --text-key --html-key --id-key --lines --score-columns --raw --on-error --line-buffered --progress --quiet --stats --signature --version -h --help" ;;
        "scutch-mlp") words="--model --schema --text-key --html-key --id-key --lines --score-columns --raw --on-error --line-buffered --progress --quiet --stats --signature --version -h --help" ;;
        "scutch-prune") words="--by --keep --letters --max --min --raw --with-hidden --min-f --min-confidence --min-precision --max-quality --without --phrases --with --only-roles --wordlm --min-ppl --no-context --shared --repeats --lang --duplicates --rules --pii --dropped --schema --text-key --html-key --id-key --lines --score-columns --on-error --line-buffered --progress --quiet --stats --signature --version -h --help" ;;
        "scutch-quality") words="--schema --text-key --html-key --id-key --lines --score-columns --raw --on-error --line-buffered --progress --quiet --stats --signature --version -h --help" ;;
        "scutch-read") words="--names --raw --group-by-host --any-status --drop-urls --only-urls --text-key --html-key --id-key --geoip --max-bytes --on-error --line-buffered --progress --quiet --stats --signature --version -h --help" ;;
        "scutch-role") words="--schema --text-key --html-key --id-key --lines --score-columns --raw --on-error --line-buffered --progress --quiet --stats --signature --version -h --help" ;;
        "scutch") words="--version --help -h" ;;
        "scutch-segment") words="--max-segments --schema --text-key --html-key --id-key --lines --score-columns --raw --on-error --line-buffered --progress --quiet --stats --signature --version -h --help" ;;
        "scutch-serve") words="--label --gold --classes --mcp --port --host --allow-host --jobs --max-seconds --max-bytes --version -h --help" ;;
        "scutch-shallow") words="--rule --model --with-comments --schema --text-key --html-key --id-key --lines --score-columns --raw --on-error --line-buffered --progress --quiet --stats --signature --version -h --help" ;;
        "scutch-tag") words="--letters --schema --text-key --html-key --id-key --lines --score-columns --raw --on-error --line-buffered --progress --quiet --stats --signature --version -h --help" ;;
        "scutch-train") words="--version --help -h" ;;
        "scutch-train charlm") words="--out -o --folds --seed --source --languages --gold --alphabet --n --q --training --least-count --least-change --min-coverage --tune --schema --text-key --html-key --id-key --lines --score-columns --raw --on-error --line-buffered --progress --quiet --stats --signature --version -h --help" ;;
        "scutch-train combine") words="--out -o --folds --seed --source --gold --draws --trees --splits --no-copies --schema --text-key --html-key --id-key --lines --score-columns --raw --on-error --line-buffered --progress --quiet --stats --signature --version -h --help" ;;
        "scutch-train docfreq") words="--out -o --merge --max-pages --schema --text-key --html-key --id-key --lines --score-columns --raw --on-error --line-buffered --progress --quiet --stats --signature --version -h --help" ;;
        "scutch-train lang") words="--out -o --n --q --chars --least-count --least-change --source --schema --text-key --html-key --id-key --lines --score-columns --raw --on-error --line-buffered --progress --quiet --stats --signature --version -h --help" ;;
        "scutch-train mlp") words="--out -o --folds --seed --source --languages --features --networks --activation --epochs --decay --schema --text-key --html-key --id-key --lines --score-columns --raw --on-error --line-buffered --progress --quiet --stats --signature --version -h --help" ;;
        "scutch-train shallow") words="--out -o --folds --seed --source --features --classes --method --least --leaves --no-pruning --by-page --schema --text-key --html-key --id-key --lines --score-columns --raw --on-error --line-buffered --progress --quiet --stats --signature --version -h --help" ;;
        "scutch-train wordlm") words="--out -o --n --estimator --tokens --prune --memory --whole-lines --counts --counts-out --arpa --lang --limit --source --schema --text-key --html-key --id-key --lines --score-columns --raw --on-error --line-buffered --progress --quiet --stats --signature --version -h --help" ;;
        "scutch-view") words="--by --gold --baseline --annotate --schema --text-key --html-key --id-key --lines --score-columns --raw --on-error --line-buffered --progress --quiet --stats --signature --version -h --help" ;;
        "scutch-wordlm") words="--model --limit --no-context --histogram --schema --text-key --html-key --id-key --lines --score-columns --raw --on-error --line-buffered --progress --quiet --stats --signature --version -h --help" ;;
      esac
    else
      case $command in
      scutch) words="archive chain charlm clean combine dedup docfreq emit eval html2text label lang look meta mlp prune quality read role segment serve shallow tag train view wordlm" ;;
      scutch-train) words="charlm combine docfreq lang mlp shallow wordlm" ;;
      esac
    fi ;;
  esac
  if [[ $words ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$word" || :))      # bash 3.2 of macOS has no mapfile
  fi
}
complete -o default -F _scutch scutch-archive scutch-chain scutch-charlm scutch-clean scutch-combine scutch-dedup scutch-docfreq scutch-emit scutch-eval scutch-html2text scutch-label scutch-lang scutch-look scutch-meta scutch-mlp scutch-prune scutch-quality scutch-read scutch-role scutch scutch-segment scutch-serve scutch-shallow scutch-tag scutch-train scutch-view scutch-wordlm
