// Why a segment is kept or dropped, beside the text.

const NAMES = { role: "role", kind: "kind", class: "class by archive", text_class: "class by shallow",
  label: "label", tag: "element" };
const DEEPEST = 12;      // elements that are shown around a segment
const KINDS = { p: "paragraph", h: "heading", l: "list item", t: "table row", c: "code" };

function explain(number) {
  const page = state.page;
  const heading = make("h2", "", `Segment ${number + 1} of ${page.texts.length}: ${verdict(number)}`);
  const parts = [heading];
  const names = [...page.scorers, ...page.others];
  if (names.length) parts.push(scoresTable(number, names));
  const facts = make("dl");
  const fact = (name, value) => {
    if (value === "" || value == null) return;
    facts.append(make("dt", "", name), make("dd", "", String(value)));
  };
  for (const [name, values] of Object.entries(page.facts)) {
    const value = values[number];
    fact(NAMES[name], name === "kind" ? KINDS[value] || value : value);
  }
  fact("words", count(page.words[number]));
  if (page.link_density[number] != null) fact("link density", page.link_density[number].toFixed(2));
  if (page.hidden[number]) fact("hidden", "browsers do not show it");
  if (page.gold) {
    fact("in the gold", `${page.gold.kept[number]} of ${page.gold.sizes[number]} words`);
  }
  const path = container(page.owners[number]);
  if (path.length) {
    const list = make("dd");
    list.append(...path.map((one) => make("div", "", one)));
    facts.append(make("dt", "", "inside"), list);
  }
  parts.push(facts);
  if (sentencesOf(number).length) parts.push(sentences(number));
  $("details").replaceChildren(...parts);
}

function verdict(number) {
  const error = errorOf(number);
  return (state.kept[number] ? "kept" : "dropped") + (error ? ` (${error})` : "");
}

function scoresTable(number, names) {
  const table = make("table");
  const head = make("tr");
  for (const name of ["score", "letter", "value", "raw", "threshold"]) {
    const cell = make("th", "", name);
    cell.scope = "col";
    head.append(cell);
  }
  const thead = make("thead");
  thead.append(head);
  const body = make("tbody");
  for (const name of names) {
    const score = scoreOf(number, name);
    const row = make("tr");
    const head = make("th", "", name);
    head.scope = "row";
    const letter = make("td");
    letter.append(make("span", "letter " + colour(score), letterOf(number, name)));
    const raw = (state.page.raw[name] || [])[number];
    row.append(head, letter, make("td", "", score == null ? "–" : String(score)),
      make("td", "", raw == null ? "" : String(raw)),
      make("td", "", String(name === state.by ? state.threshold : state.page.cuts[name])));
    body.append(row);
  }
  table.append(thead, body);
  return table;
}

// The perplexity of each sentence: high is dirty
function sentences(number) {
  const text = sentenceTexts(number);
  const table = make("table");
  table.append(make("caption", "", "Perplexity of its sentences"));
  const body = make("tbody");
  for (const [begin, end, perplexity] of sentencesOf(number)) {
    const row = make("tr");
    const head = make("th", "", shownPerplexity(perplexity));
    head.scope = "row";
    row.append(head, make("td", "", text(begin, end)));
    body.append(row);
  }
  table.append(body);
  return table;
}

// The elements around a segment, its own first
function container(element) {
  const { elements, parents } = state.page;
  const path = [];
  for (let at = element; at >= 0; at = parents[at]) {
    if (path.length === DEEPEST) return [...path, "…"];
    const [name, words] = elements[at];
    path.push(words ? `${name}.${words.split(" ").join(".")}` : name);
  }
  return path;
}
