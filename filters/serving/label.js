// Labels by hand: what is shown as kept is what is labelled clean. At first that is what the score
// keeps; with the first label the page is saved.

const undone = [];       // [page, labels before] of each change, the last one last
let chosen = null;       // the class that a click gives, if not the next one

async function save(number) {
  const answer = await fetch("labels", {
    method: "POST", headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ page: number, labels: labels[number] }),
  });
  const done = labels.filter(Boolean).length;
  $("state").textContent = answer.ok ? `Saved; ${count(done)} of ${plural(labels.length, "page", "pages")}.`
    : await answer.text();
}

function change(number, given) {
  undone.push([number, labels[number]]);
  labels[number] = given;
  if (number === state.number) judgeAgain();
  if (state.current >= 0) explain(state.current);
  return save(number);
}

function label(at, name) {
  if (at >= 0) change(state.number, state.labels.map((given, place) => place === at ? name : given));
}

function next(name) {
  const names = [...sides.keys()];
  return names[(names.indexOf(name) + 1) % names.length];
}

const keyed = (name) => () => {
  label(state.current, name());
  step(1);
};
Object.assign(ACTIONS, {
  c: keyed(() => labelOf(true)), x: keyed(() => labelOf(false)),
  y: () => change(state.number, [...state.labels]),
  u: () => {
    const [number, before] = undone.pop() || [];
    if (number === undefined) return;
    if (number !== state.number) go(number);
    // a page that is saved stays so: before its first label it was as the score has it
    labels[number] = before || state.page.texts.map(
      (_, at) => labelOf(isKept(at, state.by, state.threshold)));
    judgeAgain();
    save(number);
  },
});
$("segments").addEventListener("click", (event) => {
  const row = event.target.closest(".segment");
  if (!row) return;
  const at = Number(row.dataset.number);
  label(at, chosen ?? next(state.labels[at]));
});

function choose(name) {
  chosen = chosen === name ? null : name;
  for (const button of $("classes").children) {
    button.setAttribute("aria-pressed", String(button.value === chosen));
  }
}

// A button and a digit for each class, where there are more than clean and dirty
function drawClasses() {
  $("classes").hidden = false;
  [...sides.keys()].forEach((name, at) => {
    const button = make("button", "", `${at + 1} ${name}`);
    button.type = "button";
    button.value = name;
    button.addEventListener("click", () => choose(name));
    button.setAttribute("aria-pressed", "false");
    $("classes").append(button, " ");
    ACTIONS[at + 1] = keyed(() => name);
  });
}

async function begin() {
  const found = await (await fetch("labels")).json();
  index = found.rows;
  given = found.pages;
  labels = found.labels;
  for (const [name, clean] of found.classes) sides.set(name, clean);
  if (sides.size > 2) drawClasses();
  const first = labels.findIndex((one) => !one);
  draw(first < 0 ? 0 : first);
}
begin();
