// Labels by hand: what is shown as kept is what is labelled clean. At first that is what the score
// keeps; with the first label the page is saved.

const undone = [];       // [page, labels before] of each change, the last one last

async function save(number) {
  const answer = await fetch("labels", {
    method: "POST", headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ page: number, clean: labels[number] }),
  });
  const done = labels.filter(Boolean).length;
  $("state").textContent = answer.ok ? `Saved; ${count(done)} of ${plural(labels.length, "page", "pages")}.`
    : await answer.text();
}

function change(number, clean) {
  undone.push([number, labels[number]]);
  labels[number] = clean;
  if (number === state.number) judgeAgain();
  if (state.current >= 0) explain(state.current);
  return save(number);
}

function label(at, isClean) {
  if (at < 0) return;
  const clean = [...state.kept];
  clean[at] = isClean;
  change(state.number, clean);
}

const keyed = (isClean) => () => {
  label(state.current, isClean);
  step(1);
};
Object.assign(ACTIONS, {
  c: keyed(true), x: keyed(false), y: () => change(state.number, [...state.kept]),
  u: () => {
    const [number, before] = undone.pop() || [];
    if (number === undefined) return;
    if (number !== state.number) go(number);
    // a page that is saved stays so: before its first label it was as the score has it
    labels[number] = before || state.page.texts.map((_, at) => isKept(at, state.by, state.threshold));
    judgeAgain();
    save(number);
  },
});
$("segments").addEventListener("click", (event) => {
  const row = event.target.closest(".segment");
  if (row) label(Number(row.dataset.number), !state.kept[Number(row.dataset.number)]);
});

async function begin() {
  const found = await (await fetch("labels")).json();
  index = found.rows;
  given = found.pages;
  labels = found.labels;
  const first = labels.findIndex((one) => !one);
  draw(first < 0 ? 0 : first);
}
begin();
