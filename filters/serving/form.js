// The form: what is pasted or dropped goes to this machine's server, which answers with the data that
// a file of scutch-view has, and with the clean text.

let dropped = null;      // a file in place of what is pasted
let asked = 0;           // of several requests the last one counts
const FLAGS = new Set(["no_context"]);
const NUMBERS = new Set(["max", "wordlm"]);
const AUTO_TIME = 300;   // ms after which a moved threshold is asked about

function chosenOptions() {
  const options = new URLSearchParams();
  for (const [name, value] of new FormData($("input"))) {
    const usual = { scope: "page", format: "text" }[name] || "";
    if (value && value !== usual) options.set(name, value);
  }
  const page = state.page;
  if (page && state.by && state.threshold !== page.cuts[state.by]) {
    options.set("max", state.threshold);
    if (state.by !== page.by) options.set("by", state.by);
  }
  if (state.bySentence && given.some((one) => one.sentences)) {
    options.set("wordlm", state.limit);
    options.set("no_context", "1");
  }
  return options;
}

const nameOf = () => dropped ? dropped.name : /<[a-z!/]/i.test($("pasted").value) ? "page.html" : "page.txt";

async function post(kind, options) {
  const query = new URLSearchParams(options);
  query.set("name", nameOf());
  const answer = await fetch(`${kind}?${query}`, {
    method: "POST", body: dropped || $("pasted").value,
    headers: { "Content-Type": "application/octet-stream" },
  });
  if (!answer.ok) throw new Error(await answer.text());
  return answer;
}

async function ask(again) {
  if (!dropped && !$("pasted").value.trim()) return;
  const mine = ++asked;
  $("state").textContent = "…";
  try {
    if (again) {
      const options = chosenOptions();
      for (const name of ["max", "by", "wordlm", "no_context"]) options.delete(name);
      const found = await (await post("view", options)).json();
      if (mine !== asked) return;
      receive(found);
    }
    const options = chosenOptions();
    const text = await (await post("clean", options)).text();
    if (mine !== asked) return;
    $("cleaned").textContent = text;
    $("output").hidden = false;
    $("state").textContent = "";
    say(options);
  } catch (error) {
    if (mine === asked) $("state").textContent = error.message;
  }
}

function receive(found) {
  index = found.rows;
  given = found.pages;
  state.by = null;
  $("viewed").hidden = false;
  draw(index.length === 1 ? 0 : -1);
}

// The lines that do the same; what is in them are words of options, and the name of a file
function say(options) {
  const quoted = (word) => /^[\w./=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
  const words = [...options].map(([name, value]) => "--" + name.replaceAll("_", "-")
    + (FLAGS.has(name) ? "" : ` ${quoted(value)}`));
  $("shell").textContent = ["scutch-clean", ...words, quoted(nameOf())].join(" ");
  const settings = [...options].map(([name, value]) => name + "="
    + (FLAGS.has(name) ? "True" : NUMBERS.has(name) ? value : JSON.stringify(value)));
  const name = JSON.stringify(nameOf());
  $("python").textContent = index.length === 1 && given[0].page
    ? `scutch.clean(${[`open(${name}, "rb").read()`, ...settings].join(", ")})`
    : `b"".join(scutch.pipe((page for _, page in read_pages([${name}])), `
      + `${JSON.stringify(["clean", ...options.has("format") ? [] : ["--format text"], ...words].join(" "))}))`;
  $("reader").hidden = !$("python").textContent.includes("read_pages");
}

function take(file) {
  dropped = file;
  $("pasted").value = "";
  $("pasted").placeholder = `${file.name}, ${count(file.size)} bytes`;
  ask(true);
}

$("input").addEventListener("submit", (event) => {
  event.preventDefault();
  ask(true);
});
$("input").addEventListener("change", (event) => {
  if (event.target.name) ask(event.target.name !== "format");
});
$("pasted").addEventListener("input", () => {
  dropped = null;
  $("pasted").placeholder = "";
});
$("chosen").addEventListener("change", (event) => {
  if (event.target.files.length) take(event.target.files[0]);
});
document.addEventListener("dragover", (event) => {
  event.preventDefault();
  $("input").classList.add("over");
});
document.addEventListener("dragleave", () => $("input").classList.remove("over"));
document.addEventListener("drop", (event) => {
  event.preventDefault();
  $("input").classList.remove("over");
  if (event.dataTransfer.files.length) take(event.dataTransfer.files[0]);
});
$("copy").addEventListener("click", async () => {
  await navigator.clipboard.writeText($("cleaned").textContent);
  $("copy").textContent = "Copied";
  setTimeout(() => { $("copy").textContent = "Copy"; }, 1500);
});
let waiting = 0;
const MOVED = { threshold: "input", limit: "input", sentences: "change", score: "change", auto: "click" };
for (const [id, name] of Object.entries(MOVED)) {
  $(id).addEventListener(name, () => {
    clearTimeout(waiting);
    waiting = setTimeout(ask, AUTO_TIME, false);
  });
}
$("viewed").hidden = $("whole").hidden = true;
