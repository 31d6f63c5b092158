/**
 * Prints what each document loads before any interaction, gzipped, and its ratio to React and ReactDOM alone, built
 * in the same run. The goals are such ratios [G-F1 G-F2 G-F3]. Build first; `--check` fails above a limit.
 */
import { readdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "vite";

const web = path.join(import.meta.dirname, "..");
const out = path.resolve(web, process.env["BUILD_DIR"] ?? "build");
const bare = path.join(web, ".tmp/bare-react");
const kB = (/** @type {number} */ bytes) => (bytes / 1000).toFixed(1).padStart(6);
const weigh = async (/** @type {string} */ file) => gzipSync(await readFile(file), { level: 9 }).length;

/** A bundle that only renders with React. */
async function weighReact() {
  const id = "virtual:bare";
  await build({
    configFile: false,
    root: web,
    logLevel: "warn",
    plugins: [
      {
        name: "bare",
        resolveId: (name) => (name === id ? id : undefined),
        load: (name) =>
          name === id
            ? 'import { createElement } from "react"; import { createRoot } from "react-dom/client"; createRoot(document.body).render(createElement("p"));'
            : undefined,
      },
    ],
    build: {
      outDir: bare,
      copyPublicDir: false,
      target: "es2022",
      reportCompressedSize: false,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: id },
    },
  });
  const files = (await readdir(path.join(bare, "assets"))).filter((name) => name.endsWith(".js"));
  const sizes = await Promise.all(files.map((name) => weigh(path.join(bare, "assets", name))));
  await rm(bare, { recursive: true });
  return sizes.reduce((sum, size) => sum + size, 0);
}

/**
 * The chunks that a script imports at load, with their imports.
 * @param {string} name @param {Set<string>} seen
 */
async function withImports(name, seen) {
  if (seen.has(name)) return;
  seen.add(name);
  const code = await readFile(path.join(out, "assets", name), "utf8");
  for (const [, next] of code.matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g)) {
    if (next) await withImports(next, seen);
  }
}

/** @param {string} file a document @param {string[]} more chunks that a screen of it needs as well */
async function weighDocument(file, more = []) {
  const html = await readFile(path.join(out, file), "utf8");
  const names = (/** @type {RegExp} */ pattern) => [...html.matchAll(pattern)].map(([, name]) => name ?? "");
  /** @type {Set<string>} */
  const scripts = new Set();
  const named = names(/(?:src|href)="\/assets\/([^"]+\.js)"/g);
  for (const name of [...named, ...more]) await withImports(name, scripts);
  const styles = names(/href="\/assets\/([^"]+\.css)"/g);
  const sum = async (/** @type {Iterable<string>} */ list) =>
    (await Promise.all([...list].map((name) => weigh(path.join(out, "assets", name))))).reduce((a, b) => a + b, 0);
  return { html: gzipSync(html, { level: 9 }).length, script: await sum(scripts), style: await sum(styles) };
}

const floor = await weighReact();
const all = await readdir(path.join(out, "assets"));
/** Chunks of a screen by its file name. @param {string} screen */
const chunk = (screen) => all.filter((name) => new RegExp(`^${screen}-[^.]+\\.js$`).test(name));

const rows = [
  { name: "landing", file: "index.html", limit: 0.05 },
  { name: "questions", file: "faq/index.html", limit: 0.05 },
  { name: "sign-in, log in", file: "sign-in.html", limit: 1.6 },
  { name: "application, dashboard", file: "app.html", limit: 2.3 },
  // the chunks of a result page; the sponsors below a record load after it
  ...["Person", "Extension", "Credit", "Vehicle", "Plate", "LegitCar", "Business", "Labelled"].map((kind) => ({
    name: `result: ${kind}`,
    file: "app.html",
    more: chunk(`${kind}ResultScreen`),
    limit: 2.5,
  })),
];
let broken = false;
console.log(`react + react-dom: ${kB(floor)} kB gzip\n`);
console.log("document                  html kB  style kB  script kB  screen kB  ratio  limit");
for (const row of rows) {
  if (row.more?.length === 0) continue;
  const size = await weighDocument(row.file, row.more);
  // the screen's own part, without what its document needs on any screen
  const own = row.more ? kB(size.script - (await weighDocument(row.file)).script) : "     -";
  const ratio = size.script / floor;
  broken ||= ratio > row.limit;
  console.log(
    `${row.name.padEnd(24)}  ${kB(size.html)}   ${kB(size.style)}     ${kB(size.script)}     ${own}  ${ratio.toFixed(2).padStart(5)}  ${row.limit.toFixed(2).padStart(5)}${ratio > row.limit ? "  too heavy" : ""}`,
  );
}
if (broken && process.argv.includes("--check")) process.exitCode = 1;
