// What Readability.js takes of each page: {"id", "html"} a line in, {"id", "text"} a line out.
//
// usage: node readability.mjs FOLDER < PAGES
//
// In FOLDER, `npm install @mozilla/readability jsdom` was said. jsdom's complaints are not shown.
import {createRequire} from "node:module";
import {createInterface} from "node:readline";
import {resolve} from "node:path";

const require = createRequire(resolve(process.argv[2], "package.json"));
const {Readability} = require("@mozilla/readability");
const {JSDOM, VirtualConsole} = require("jsdom");
const BLOCKS = "address,article,aside,blockquote,br,dd,div,dl,dt,figcaption,figure,h1,h2,h3,h4,h5,h6," +
  "hr,li,ol,p,pre,section,table,td,th,tr,ul";

for await (const line of createInterface({input: process.stdin, crlfDelay: Infinity})) {
  const {id, html} = JSON.parse(line);
  let text = "";
  try {
    const {window} = new JSDOM(html, {virtualConsole: new VirtualConsole()});
    const article = new Readability(window.document, {serializer: (element) => element}).parse();
    if (article) {
      for (const block of article.content.querySelectorAll(BLOCKS)) block.before("\n");
      text = article.content.textContent;
    }
    window.close();
  } catch (error) {
    text = "";
  }
  process.stdout.write(JSON.stringify({id, text}) + "\n");
}
