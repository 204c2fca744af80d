// Sentences in the colour of their perplexity, and the limit over which each is dropped by itself, as
// scutch-prune --wordlm LIMIT --no-context does it.

const SPREAD = 0.3;      // of the scale of colours, which ten times as much perplexity takes

// The limit is where clean meets dirty
const colourOf = (perplexity) => colour(0.5 + SPREAD * Math.log10(perplexity / state.limit));
const shownPerplexity = (value) => value < 1e6 ? count(Math.round(value)) : value.toExponential(1);

function sentenceTexts(number) {
  const points = [...state.page.texts[number]];      // places count code points
  return (begin, end) => points.slice(begin, end).join("");
}

// The text of a row, each sentence an element of its own where they are shown
function drawText(number) {
  const cell = rows[number].children[1];
  const found = state.bySentence ? sentencesOf(number) : [];
  cell.textContent = state.page.texts[number];
  if (!found.length) return;
  const text = sentenceTexts(number);
  const parts = [];
  let before = 0;
  for (const [begin, end, perplexity] of found) {
    const span = make("span", "", text(begin, end));
    span.title = `perplexity ${shownPerplexity(perplexity)}`;
    parts.push(text(before, begin), span);
    before = end;
  }
  cell.replaceChildren(...parts, text(before));
  markSentences(number);
}

function markSentences(number) {
  const spans = rows[number].children[1].children;
  if (!spans.length) return;
  sentencesOf(number).forEach((sentence, at) => {
    const name = `sentence ${colourOf(sentence[2])}${isOver(sentence) ? " over" : ""}`;
    if (spans[at].className !== name) spans[at].className = name;
  });
}

function setSentences(shown) {
  if (!state.page.sentences) return;
  state.bySentence = shown;
  $("sentences").checked = shown;
  $("segments").classList.toggle("by-sentence", shown);
  rows.forEach((_, number) => drawText(number));
  judgeAgain();
}

function setLimit(value) {
  state.limit = Number(value.toPrecision(2));
  $("limit").value = Math.log10(state.limit);
  $("limit").setAttribute("aria-valuetext", `perplexity ${count(state.limit)}`);
  $("most").textContent = count(state.limit);
  rows.forEach((_, number) => markSentences(number));
  if (state.page) judgeAgain();
}
