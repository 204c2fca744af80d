// The segments of a page, one below the other, and the line that counts what is kept.

const FIRST = 150;       // rows that are drawn at once; the others follow while nothing else happens
const PORTION = 400;
let rows = [];
let drawing = 0;         // of which page the rows are still being drawn

function drawSegments() {
  $("segments").replaceChildren();
  rows = [];
  drawMore(FIRST, ++drawing);
}

function drawMore(size, mine) {
  if (mine !== drawing) return;
  drawRows(size);
  if (rows.length < state.page.texts.length) setTimeout(drawMore, 0, PORTION, mine);
}

function drawRows(size) {
  const part = document.createDocumentFragment();
  const end = Math.min(state.page.texts.length, rows.length + size);
  for (let number = rows.length; number < end; number++) part.append(newRow(number));
  $("segments").append(part);
}

function newRow(number) {
  const row = make("div");
  row.setAttribute("role", "option");
  row.tabIndex = number === Math.max(0, state.current) ? 0 : -1;
  row.dataset.number = number;
  const letters = make("span", "letters");
  row.append(letters, make("span", "text"), make("span", "mark"));
  rows.push(row);
  drawText(number);
  dress(number);
  return row;
}

// Letters, colours and marks of a row, by the scores and the threshold
function dress(number) {
  const row = rows[number];
  const names = state.other ? [state.by, state.other] : [state.by];
  const letters = names.map((name) => make(
    "span", "letter " + colour(scoreOf(number, name)), letterOf(number, name)));
  row.firstChild.replaceChildren(...letters);
  judge(number);
}

function judge(number) {
  const row = rows[number];
  const error = errorOf(number);
  const kinds = state.page.facts.kind;
  const classes = ["segment", colour(scoreOf(number))];
  if (kinds) classes.push("kind-" + (/^[a-z]$/.test(kinds[number]) ? kinds[number] : "p"));
  if (!state.kept[number]) classes.push("dropped");
  if (error) classes.push("error");
  if (differs(number)) classes.push("differs");
  if (number === state.current) classes.push("here");
  if (row.classList.contains("match")) classes.push("match");
  row.className = classes.join(" ");
  row.setAttribute("aria-selected", String(state.kept[number]));
  row.lastChild.textContent = error || (sides.size > 2 ? state.labels[number] : "")
    || (state.page.hidden[number] ? "hidden" : "");
}

// After the threshold has moved, or a label: only rows that it decides differently change
function judgeAgain() {
  const { kept, labels: given } = state;
  decide();
  rows.forEach((_, number) => {
    if (kept[number] !== state.kept[number] || given[number] !== state.labels[number]) judge(number);
  });
  markFrame();
  drawCounts();
}

function drawCounts() {
  const page = state.page;
  const kept = state.kept.filter(Boolean).length;
  const total = page.words.reduce((sum, one) => sum + one, 0);
  const words = keptWords();
  const parts = [`Kept ${count(kept)} of ${plural(page.texts.length, "segment", "segments")}, `
    + `${count(words)} of ${plural(total, "word", "words")} (${percent(total ? words / total : 0)})`];
  if (state.bySentence && page.sentences) {
    const all = page.sentences.flat();
    parts.push(`${count(all.filter(isOver).length)} of ${plural(all.length, "sentence", "sentences")} over the limit`);
  } else if (page.gold) {
    const { precision, recall, f } = measures(page.gold);
    const errors = page.texts.filter((_, number) => errorOf(number)).length;
    parts.push(`precision ${percent(precision)}, recall ${percent(recall)}, F ${percent(f)}`);
    parts.push(plural(errors, "error", "errors"));
  }
  if (state.other) {
    const differing = page.texts.filter((_, number) => differs(number)).length;
    parts.push(`${plural(differing, "segment", "segments")} decided differently`);
  }
  if ($("search").value) {
    parts.push(`${count(document.querySelectorAll(".segment.match").length)} found`);
  }
  $("counts").textContent = parts.join(" · ");
}

function drawHistogram() {
  const parts = histogram(50);
  const most = Math.max(1, ...parts);
  $("histogram").replaceChildren(...parts.map((words, part) => {
    const bar = make("span", colour((part + 0.5) / 50));
    bar.style.height = (words ? Math.max(8, 100 * Math.sqrt(words / most)) : 0) + "%";
    return bar;
  }));
}

function search() {
  drawRows(Infinity);
  const wanted = $("search").value.trim().toLowerCase();
  $("columns").classList.toggle("searching", wanted !== "");
  rows.forEach((row, number) => row.classList.toggle(
    "match", wanted !== "" && state.page.texts[number].toLowerCase().includes(wanted)));
  drawCounts();
}

function show(number, focus) {
  if (!rows[number]) return;
  const before = state.current;
  state.current = number;
  if (rows[before]) { rows[before].tabIndex = -1; judge(before); }
  rows[number].tabIndex = 0;
  judge(number);
  explain(number);
  if (focus) {
    rows[number].focus({ preventScroll: true });
    reach(rows[number]);
    markHere(number);
  }
}

// Rows that were never drawn have a height that is a guess: once they are drawn, all below moves
function reach(row, times = 5) {
  row.scrollIntoView({ block: "nearest" });
  if (times) requestAnimationFrame(() => reach(row, times - 1));
}

const isShown = (number) => rows[number].offsetParent !== null || state.asPage;

// To the next segment in a direction for which something holds; nowhere where there is none
function step(direction, holds = isShown) {
  jump(state.current + direction, direction, holds);
}

// The same, beginning at a segment
function jump(start, direction, holds = isShown) {
  drawRows(Infinity);
  for (let at = start; at >= 0 && at < rows.length; at += direction) {
    if (isShown(at) && holds(at)) {
      show(at, true);
      return;
    }
  }
}
