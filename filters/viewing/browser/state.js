// What is shown: the page, its scores, the threshold. Nothing here draws.

let labels = null;       // of each page those of its segments, where they are given by hand
const sides = new Map();       // of each label whether it is clean; the first is, the last is not
const $ = (id) => document.getElementById(id);
const parse = (id) => JSON.parse($(id).textContent);
let index = parse("data-index").pages;
let given = null;        // the data of all pages, where it is not in this file
const state = {
  number: -1,        // of the page shown, -1 for the index
  page: null,        // its data
  by: null,          // name of the score that decides
  other: "",         // name of the score beside it
  threshold: 0.5,
  kept: [],          // of each segment whether it is kept
  labels: [],        // of each segment its label by hand, or what it would be
  current: -1,       // the segment that is explained
  asPage: false,     // whether the page itself is shown
  bySentence: false, // whether sentences are shown, and dropped over the limit
  limit: 5000,       // of their perplexity per token: at first that of the models of scutch
};
const BINS = 10;
const LOCALE = "en-GB";

// An element with text. All text of records goes through here, so that none of it is markup.
function make(name, className = "", text = "") {
  const found = document.createElement(name);
  if (className) found.className = className;
  if (text !== "") found.textContent = text;
  return found;
}

const count = (number) => number.toLocaleString(LOCALE);
const percent = (share) => share == null ? "–" : (100 * share).toFixed(1) + " %";
const plural = (number, one, several) => `${count(number)} ${number === 1 ? one : several}`;

function scoreOf(number, name = state.by) {
  const scores = name ? state.page.scores[name] : null;
  const score = scores ? scores[number] : null;
  return score === undefined ? null : score;
}

// The class of the colour of a score: letters a to j have ten colours, e ends at 0.5
function colour(score) {
  if (score == null) return "s-none";
  const bin = Math.ceil(Math.round(score * BINS * 1e9) / 1e9) - 1;
  return "s-" + Math.min(BINS - 1, Math.max(0, bin));
}

function letterOf(number, name) {
  const letters = state.page.letters[name];
  if (letters && letters[number]) return letters[number];
  const score = scoreOf(number, name);
  return score == null ? "–" : "abcdefghij"[colour(score).slice(2)];
}

// As --keep auto does it: hidden text needs a threshold of its own
function isKept(number, name, threshold) {
  const score = scoreOf(number, name);
  if (score == null) return true;
  if (score > threshold) return false;
  if (!state.page.hidden[number] || state.page.others.includes(name)) return true;
  const cut = state.page.hidden_cuts[name];
  return cut != null && score <= cut;
}

const sentencesOf = (number) => (state.page.sentences || [])[number] || [];
const isOver = ([begin, end, perplexity]) => perplexity > state.limit;

// Whether sentences are left of a segment, which is dropped with its last one
function hasSentences(number) {
  return !state.bySentence || !sentencesOf(number).length || !sentencesOf(number).every(isOver);
}

// The label of a segment of which no more is known than whether it is kept
const labelOf = (clean) => [...sides.keys()].at(clean ? 0 : -1);

function decide() {
  const given = labels && labels[state.number];
  state.kept = given ? given.map((name) => sides.get(name)) : state.page.texts.map(
    (_, number) => isKept(number, state.by, state.threshold) && hasSentences(number));
  state.labels = given || state.kept.map(labelOf);
}

const otherKeeps = (number) => isKept(number, state.other, state.page.cuts[state.other]);

function differs(number) {
  return state.other !== "" && scoreOf(number, state.other) != null
    && state.kept[number] !== otherKeeps(number);
}

// "missed" for clean text that is dropped, "extra" for other text that is kept, "" for neither
function errorOf(number) {
  const gold = state.page.gold;
  if (!gold || gold.clean[number] == null || gold.clean[number] === state.kept[number]) return "";
  return state.kept[number] ? "extra" : "missed";
}

function sumKept(values) {
  return values.reduce((sum, value, number) => sum + (state.kept[number] ? value : 0), 0);
}

// Words of what is kept, without those of dropped sentences
function keptWords() {
  const sum = (found) => found.filter((one) => !isOver(one)).reduce((all, one) => all + one[3], 0);
  return sumKept(state.page.words.map((words, number) =>
    state.bySentence && sentencesOf(number).length ? sum(sentencesOf(number)) : words));
}

// Precision, recall and F of words, as shares
function measures(gold) {
  const hits = sumKept(gold.kept);
  const precision = hits / (sumKept(gold.sizes) || 1);
  const recall = hits / (gold.words || 1);
  const f = hits ? 2 * precision * recall / (precision + recall) : 0;
  return { precision, recall, f };
}

// Words of the segments in each of so many parts of the scale
function histogram(parts) {
  const found = new Array(parts).fill(0);
  state.page.words.forEach((words, number) => {
    const score = scoreOf(number);
    if (score != null) found[Math.min(parts - 1, Math.floor(score * parts))] += words;
  });
  return found;
}
