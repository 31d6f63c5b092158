/**
 * Draws the first screens of the application's documents ahead, as the public pages are: what a person reads is there before any
 * script is, and the script's own drawing takes its place at once. Until then nothing on it answers, so that nothing typed is lost.
 */
import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { build } from "vite";
import { prerenderedPaths } from "./documents.ts";

const web = path.join(import.meta.dirname, "..");

/** @typedef {Record<string, { file: string, css?: string[], imports?: string[] }>} Manifest of what was built, by source */

/**
 * The files that a source needs by itself, those it imports first.
 * @param {Manifest} manifest @param {string} source @returns {{ scripts: string[], styles: string[] }}
 */
function filesOf(manifest, source, seen = new Set()) {
  const made = manifest[source];
  if (!made) throw new Error(`${source} was not built`);
  if (seen.has(source)) return { scripts: [], styles: [] };
  seen.add(source);
  const below = (made.imports ?? []).map((name) => filesOf(manifest, name, seen));
  return {
    scripts: [...below.flatMap(({ scripts }) => scripts), made.file],
    styles: [...below.flatMap(({ styles }) => styles), ...(made.css ?? [])],
  };
}

/**
 * Addresses of what the dashboard needs, which is where a sign-in leads to.
 * @param {string} out
 */
async function filesAfterSignIn(out) {
  const html = await readFile(path.join(out, "app.html"), "utf8");
  return [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, name]) => name ?? "");
}

/**
 * Writes the drawn documents beside the empty ones they are made of.
 * @param {string} out the build's folder, with Vite's manifest in it, which is taken away @param {string} configFile
 * @param {{ theme: string, begin: string }} boot scripts that run first: in every document, and in its place in the drawn ones
 */
export async function drawDocuments(out, configFile, { theme, begin }) {
  const drawer = path.join(web, `.tmp/draw-${process.pid}`);
  const ssr = { ssr: "src/prerender.ts", ssrEmitAssets: false, outDir: drawer };
  // both documents in one program: what one of them fetches later stands there for the other
  await build({ configFile, logLevel: "error", build: ssr });
  // a page speaks to its other tabs, and would wait for them here for ever
  Reflect.deleteProperty(globalThis, "BroadcastChannel");
  const { prerender } = await import(path.join(drawer, "prerender.js"));
  const manifest = JSON.parse(await readFile(path.join(out, ".vite/manifest.json"), "utf8"));
  const afterSignIn = await filesAfterSignIn(out);
  for (const { path: address, file, template: of, screen, description, isIndexed } of prerenderedPaths) {
    const empty = await readFile(path.join(out, of), "utf8");
    const { title, body, preloadUrls } = await prerender(address, of);
    const { scripts, styles } = screen ? filesOf(manifest, screen) : { scripts: [], styles: [] };
    // the main script stands before what it imports
    const code = empty.match(/<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g) ?? [];
    const missing = (/** @type {string[]} */ files) =>
      files.map((name) => `/${name}`).filter((name) => !empty.includes(name));
    const head = [
      ...missing(styles).map((name) => `<link rel="stylesheet" crossorigin href="${name}">`),
      `<meta name="description" content="${description}" />`,
    ];
    const next = afterSignIn.filter((name) => !empty.includes(name)).join(" ");
    if (address === "/login") head.push(`<meta name="next-files" content="${next}" />`);
    // what has not come alive yet can neither be typed into nor pressed; its links lead on
    const still = body.replace(/<(form|button|input|select|textarea)\b/g, '<$1 inert="" aria-disabled="true"');
    const named = code.flatMap((line) => /(?:src|href)="([^"]+)"/.exec(line)?.[1] ?? []);
    const first = [
      `<meta name="code" content="${[...named, ...missing(scripts)].join(" ")}">`,
      ...(preloadUrls.length > 0 ? [`<meta name="ask-ahead" content="${preloadUrls.join(" ")}">`] : []),
      `<script src="${begin}"></script>`,
    ].join("");
    await writeFile(
      path.join(out, file),
      code
        // styles and letters first: the scripts only bring to life what stands there
        .reduce((html, line) => html.replace(line, ""), empty)
        // before the styles, which a script that comes after them would wait for
        .replace(`<script src="${theme}"></script>`, () => first)
        .replace(/<title>.*?<\/title>/, () => `<title>${title}</title>`)
        .replace(isIndexed ? /\s*<meta name="robots"[^>]*>/ : /^$/, "")
        .replace("</head>", () => `${head.map((line) => `  ${line}\n  `).join("")}</head>`)
        .replace('<div id="root"></div>', () => `<div id="root">${still}</div>`),
    );
  }
  await rm(drawer, { recursive: true });
  await rm(path.join(out, ".vite"), { recursive: true });
}
