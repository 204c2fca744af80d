// What a tool in JavaScript takes of each page: {"id", "html"} a line in, {"id", "text"} a line out.
//
// usage: node extractors.mjs FOLDER TOOL < PAGES
//
// In FOLDER, `npm install @mozilla/readability jsdom` was said for readability.js, `npm install
// defuddle` for defuddle, which brings linkedom. What they complain of is not shown. A page on which
// a tool fails has empty text; stderr tells how many these are.
import {createRequire} from "node:module";
import {createInterface} from "node:readline";
import {join, resolve} from "node:path";
import {pathToFileURL} from "node:url";

const [folder, tool] = process.argv.slice(2);
const require = createRequire(resolve(folder, "package.json"));
const BLOCKS = "address,article,aside,blockquote,br,dd,div,dl,dt,figcaption,figure,h1,h2,h3,h4,h5,h6," +
  "hr,li,ol,p,pre,section,table,td,th,tr,ul";

function textOf(element) {
  for (const block of element.querySelectorAll(BLOCKS)) block.before("\n");
  return element.textContent;
}

async function readability() {
  const {Readability} = require("@mozilla/readability");
  const {JSDOM, VirtualConsole} = require("jsdom");
  return (html) => {
    const {window} = new JSDOM(html, {virtualConsole: new VirtualConsole()});
    const article = new Readability(window.document, {serializer: (element) => element}).parse();
    const text = article ? textOf(article.content) : "";
    window.close();
    return text;
  };
}

async function defuddle(markdown) {
  const {parseHTML} = require("linkedom");
  const place = join(folder, "node_modules", "defuddle", "dist", "node.js");
  const {Defuddle} = await import(pathToFileURL(resolve(place)));
  return async (html) => {
    const {document} = parseHTML(html);
    // Asks no other host
    const {content} = await Defuddle(document, undefined, {useAsync: false, markdown});
    if (markdown) return content;
    return textOf(parseHTML(`<!DOCTYPE html><html><body>${content}</body></html>`).document.body);
  };
}

const extract = await {"readability.js": readability, "defuddle": defuddle,
                       "defuddle-markdown": () => defuddle(true)}[tool]();
for (const name of ["log", "info", "debug", "warn", "error"]) console[name] = () => {};
let failed = 0;
for await (const line of createInterface({input: process.stdin, crlfDelay: Infinity})) {
  const {id, html} = JSON.parse(line);
  let text = "";
  try {
    text = await extract(html);
  } catch (error) {
    failed += 1;
  }
  process.stdout.write(JSON.stringify({id, text}) + "\n");
}
if (failed) process.stderr.write(`${tool} failed on ${failed} pages\n`);
