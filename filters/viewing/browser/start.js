// From one page to another, and what the controls do.

function go(number) {
  if (number >= index.length || number < -1 || (number === -1 && index.length === 1)) return;
  if (number >= 0 && index[number].error) {
    return go(number + (number > state.number ? 1 : -1));      // it has no page
  }
  const hash = number < 0 ? "" : `#${number + 1}`;
  if (location.hash !== hash) history.pushState(null, "", hash || "#");
  draw(number);
}

function draw(number) {
  const isIndex = number < 0;
  state.number = number;
  state.page = isIndex ? null : given ? given[number] : parse(`data-${number}`);
  state.current = -1;
  $("whole").hidden = !isIndex;
  $("columns").hidden = isIndex;
  $("controls").hidden = isIndex;
  $("only").parentElement.hidden = isIndex;
  $("pages").hidden = index.length === 1;
  $("all").disabled = isIndex;
  $("previous").disabled = number <= 0;
  $("next").disabled = number >= index.length - 1;
  $("place").textContent = isIndex ? "" : `${number + 1} of ${index.length}`;
  $("search").value = "";
  if (isIndex) drawWhole();
  else drawPage();
  $("legend").hidden = isIndex || !state.by;
  window.scrollTo(0, 0);
}

function drawWhole() {
  $("title").textContent = "All pages";
  document.title = "scutch";
  $("about").textContent = "";
  drawIndex();
}

function drawPage() {
  const page = state.page;
  const names = [...page.scorers, ...page.others];
  if (!names.includes(state.by)) state.by = page.by || page.others[0] || null;
  if (!names.includes(state.other) || state.other === state.by) {
    state.other = page.others.find((name) => name !== state.by) || "";
  }
  state.asPage = state.asPage && Boolean(page.page);
  $("title").textContent = page.title || page.id || `page ${state.number + 1}`;
  document.title = `${page.title || page.id || "page"} – scutch`;
  const f = index[state.number].f;
  $("about").textContent = [page.title ? page.id : "", page.url === page.id ? "" : page.url,
    page.lang, f == null ? "" : `predicted F ${percent(f)}`].filter(Boolean).join(" · ");
  $("score").replaceChildren(...names.map((name) => new Option(name, name)));
  $("other").replaceChildren(new Option("none", ""), ...names.map((name) => new Option(name, name)));
  $("score").value = state.by || "";
  $("other").value = state.other;
  for (const id of ["score", "other", "threshold", "auto"]) $(id).disabled = !state.by;
  $("views").hidden = !page.page;
  $("limits").hidden = !page.sentences;
  $("details").replaceChildren(make("p", "hint",
    "Point at a segment, or move with the arrow keys: here is why."));
  setThreshold(state.by ? page.cuts[state.by] : 1);
  drawHistogram();
  drawSegments();
  drawCounts();
  pressed();
  drawFrame();
}

function setThreshold(value) {
  state.threshold = Math.min(1, Math.max(0, Math.round(value * 1e4) / 1e4));
  $("threshold").value = state.threshold;
  $("value").textContent = state.threshold;
  judgeAgain();
  if (state.current >= 0) explain(state.current);
}

function setScores(by, other) {
  state.by = by;
  state.other = other === by ? "" : other;
  $("other").value = state.other;
  setThreshold(state.page.cuts[by]);
  rows.forEach((_, number) => dress(number));
  drawHistogram();
}

function setView(asPage) {
  if (!state.page.page) return;
  state.asPage = asPage;
  pressed();
  drawFrame();
}

function pressed() {
  $("as-text").setAttribute("aria-pressed", String(!state.asPage));
  $("as-page").setAttribute("aria-pressed", String(state.asPage));
}

function onSearch() {
  if (state.page) search();
  else drawIndex();
}

// What sticks below the header needs its height, where the header sticks, too
function measureHeader() {
  const header = document.querySelector("header");
  const height = getComputedStyle(header).position === "sticky" ? header.offsetHeight : 0;
  document.documentElement.style.setProperty("--below", `${height + 8}px`);
}

function fromHash() {
  const number = parseInt(location.hash.slice(1), 10) - 1;
  const isPage = number >= 0 && number < index.length && !index[number].error;
  draw(isPage ? number : index.length === 1 && !index[0].error ? 0 : -1);
}

const on = (id, name, action) => $(id).addEventListener(name, action);
on("score", "change", (event) => setScores(event.target.value, state.other));
on("other", "change", (event) => {
  state.other = event.target.value === state.by ? "" : event.target.value;
  event.target.value = state.other;
  rows.forEach((_, number) => dress(number));
  drawCounts();
});
on("threshold", "input", (event) => setThreshold(Number(event.target.value)));
on("sentences", "change", (event) => setSentences(event.target.checked));
on("limit", "input", (event) => setLimit(10 ** event.target.value));
on("auto", "click", () => setThreshold(state.page.cuts[state.by]));
on("search", "input", onSearch);
on("only", "change", (event) => $("columns").classList.toggle("only", event.target.checked));
on("as-text", "click", () => setView(false));
on("as-page", "click", () => setView(true));
on("all", "click", () => go(-1));
on("previous", "click", () => go(state.number - 1));
on("next", "click", () => go(state.number + 1));
on("help", "click", () => $("keys").showModal());
on("segments", "mouseover", (event) => {
  const row = event.target.closest(".segment");
  if (row) show(Number(row.dataset.number), false);
});
on("segments", "focusin", (event) => {
  const row = event.target.closest(".segment");
  if (row && Number(row.dataset.number) !== state.current) show(Number(row.dataset.number), false);
});
document.addEventListener("keydown", onKey);
window.addEventListener("popstate", fromHash);
new ResizeObserver(measureHeader).observe(document.querySelector("header"));
$("legend").replaceChildren("clean ", ...[..."abcdefghij"].map(
  (letter, bin) => make("i", `s-${bin}`, letter)), " dirty; what is dropped is pale");
drawKeys();
setLimit(state.limit);
fromHash();
