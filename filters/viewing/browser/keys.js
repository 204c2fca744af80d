// Keys; in a field they are letters.

const SMALL = 0.01;
const KEYS = [
  ["↓ ↑, j k", "next, previous segment", { ArrowDown: () => step(1), j: () => step(1),
    ArrowUp: () => step(-1), k: () => step(-1) }],
  ["Home End", "first, last segment", { Home: () => jump(0, 1),
    End: () => jump(state.page.texts.length - 1, -1) }],
  ["e E", "next, previous error against the gold", { e: () => step(1, errorOf),
    E: () => step(-1, errorOf) }],
  ["d D", "next, previous segment decided differently", { d: () => step(1, differs),
    D: () => step(-1, differs) }],
  ["] [", "raise, lower the threshold", { "]": () => setThreshold(state.threshold + SMALL),
    "[": () => setThreshold(state.threshold - SMALL) }],
  ["a", "the threshold of the scorer", { a: () => setThreshold(state.page.cuts[state.by]) }],
  ["s", "sentences by perplexity", { s: () => setSentences(!state.bySentence) }],
  ["v", "text or page", { v: () => setView(!state.asPage) }],
  ["n p", "next, previous page", { n: () => go(state.number + 1), p: () => go(state.number - 1) }],
  ["i", "all pages", { i: () => go(-1) }],
  ["/", "search", { "/": () => $("search").focus() }],
  ["?", "these keys", { "?": () => $("keys").showModal() }],
];
const ALWAYS = new Set(["n", "p", "/", "?"]);        // on the index, too
const ACTIONS = Object.assign({}, ...KEYS.map((one) => one[2]));

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || $("keys").open) return;
  const target = event.target;
  const inField = target.matches && target.matches("input, select, textarea");
  if (inField) {
    if (event.key === "Escape" && target.id === "search") {
      target.value = "";
      target.blur();
      onSearch();
    }
    return;
  }
  const action = ACTIONS[event.key];
  if (!action || !(state.page || ALWAYS.has(event.key))) return;
  event.preventDefault();
  action();
}

function drawKeys() {
  $("key-list").replaceChildren(...KEYS.flatMap(([keys, meaning]) => {
    const name = make("dt");
    name.append(make("kbd", "", keys));
    return [name, make("dd", "", meaning)];
  }));
}
