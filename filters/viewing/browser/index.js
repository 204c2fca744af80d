// The table of all pages.

const COLUMNS = [
  ["page", (row) => row.title || row.id || ""], ["segments", (row) => row.segments],
  ["words", (row) => row.words], ["kept", (row) => row.words ? row.kept / row.words : null],
  ["score", (row) => row.score], ["disagreement", (row) => row.disagreement],
  ["predicted F", (row) => row.f], ["F", (row) => row.gold_f],
];
const SHARES = new Set(["kept", "disagreement", "predicted F", "F"]);
const sorting = { column: 0, down: false, touched: false };

function drawIndex() {
  const columns = COLUMNS.filter(([name, value], place) => place < 4
    || index.some((row) => value(row) != null));
  const head = make("tr");
  const number = make("th", "", "#");
  number.scope = "col";
  head.append(number);
  columns.forEach(([name]) => {
    const cell = make("th");
    cell.scope = "col";
    const place = COLUMNS.findIndex((one) => one[0] === name);
    const sorted = sorting.touched && place === sorting.column;
    if (sorted) cell.setAttribute("aria-sort", sorting.down ? "descending" : "ascending");
    const button = make("button", "", name + (sorted ? (sorting.down ? " ↓" : " ↑") : ""));
    button.type = "button";
    button.addEventListener("click", () => sortBy(place));
    cell.append(button);
    head.append(cell);
  });
  const thead = make("thead");
  thead.append(head);
  const body = make("tbody");
  $("index").replaceChildren(thead, body);
  const wanted = $("search").value.trim().toLowerCase();
  const order = sorted().filter((at) => !wanted
    || `${index[at].title || ""} ${index[at].id || ""}`.toLowerCase().includes(wanted));
  const more = (from) => {
    if (!body.isConnected) return;
    body.append(...order.slice(from, from + PORTION).map((at) => indexRow(at, columns)));
    if (from + PORTION < order.length) setTimeout(more, 0, from + PORTION);
  };
  more(0);
  const words = index.reduce((sum, row) => sum + (row.words || 0), 0);
  $("counts").textContent = `${plural(index.length, "page", "pages")}, ${count(words)} words`
    + (wanted ? ` · ${count(order.length)} found` : "");
}

function indexRow(at, columns) {
  const row = index[at];
  const line = make("tr");
  line.append(make("td", "", String(at + 1)));
  if (row.error) {
    const cell = make("td", "error", `${row.title || row.id || "?"}: ${row.error}`);
    cell.colSpan = columns.length;
    line.append(cell);
    return line;
  }
  columns.forEach(([name, value], place) => {
    const found = value(row);
    const cell = make("td", "", place ? shownValue(name, found) : "");
    if (!place) {
      const link = make("a", "", found || `page ${at + 1}`);
      link.href = `#${at + 1}`;
      cell.append(link);
    }
    line.append(cell);
  });
  return line;
}

function shownValue(name, value) {
  if (value == null) return "–";
  if (SHARES.has(name)) return percent(value);
  return name === "score" ? value.toFixed(3) : count(value);
}

function sorted() {
  const value = COLUMNS[sorting.column][1];
  const order = index.map((_, at) => at);
  if (!sorting.touched) return order;
  return order.sort((a, b) => {
    const [x, y] = [value(index[a]), value(index[b])];
    if (x == null || y == null) return (x == null) - (y == null);
    const by = typeof x === "string" ? x.localeCompare(y) : x - y;
    return (sorting.down ? -by : by) || a - b;
  });
}

function sortBy(place) {
  // numbers begin with the greatest
  sorting.down = sorting.touched && sorting.column === place ? !sorting.down : place > 0;
  sorting.column = place;
  sorting.touched = true;
  drawIndex();
  $("index").querySelector("[aria-sort] button").focus();
}
