// The page itself in a frame in which no script runs: its policy, the sandbox and its markup, of
// which nothing runs or fetches, each see to that. Only this script reaches into it.

let marks = new Map();   // from the number of a segment to its spans in the frame

function drawFrame() {
  marks = new Map();
  const frame = $("frame");
  frame.hidden = !state.asPage;
  $("segments").hidden = state.asPage;
  if (!state.asPage) return;
  frame.onload = readFrame;
  frame.srcdoc = state.page.page;
}

function readFrame() {
  const inner = $("frame").contentDocument;
  if (!inner || !state.page) return;
  for (const span of inner.querySelectorAll("span[data-s]")) {
    const number = Number(span.dataset.s);
    if (!(number < state.page.texts.length)) continue;
    if (!marks.has(number)) marks.set(number, []);
    marks.get(number).push(span);
  }
  inner.addEventListener("mouseover", (event) => showMarked(event.target));
  inner.addEventListener("click", (event) => showMarked(event.target));
  inner.addEventListener("keydown", onKey);
  markFrame();
}

function showMarked(target) {
  const span = target.closest && target.closest("span[data-s]");
  if (span && rows[Number(span.dataset.s)]) {
    show(Number(span.dataset.s), false);
    markHere(state.current);
  }
}

function markFrame() {
  for (const [number, spans] of marks) {
    const classes = colour(scoreOf(number)) + (state.kept[number] ? "" : " dropped");
    for (const span of spans) span.className = classes;
  }
}

function markHere(number) {
  for (const spans of marks.values()) for (const span of spans) span.classList.remove("here");
  const spans = marks.get(number) || [];
  for (const span of spans) span.classList.add("here");
  if (spans.length && document.activeElement !== $("frame")) {
    spans[0].scrollIntoView({ block: "nearest" });
  }
}
