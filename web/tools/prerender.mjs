/**
 * Prerenders the first screens of the application's documents: a user can read before the script has loaded, and
 * the live page then replaces the prerendered one. Until then its controls are inert, so that no input is lost.
 */
import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { build } from "vite";
import { prerenderedPaths } from "./documents.ts";

const web = path.join(import.meta.dirname, "..");

/**
 * @typedef {Record<string, { file: string, css?: string[], imports?: string[] }>} Manifest Vite's manifest: built
 * files by source
 */

/**
 * The files that a source needs at load, its imports first.
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
 * URLs of the files that the dashboard needs, which opens after sign-in.
 * @param {string} out
 */
async function filesAfterSignIn(out) {
  const html = await readFile(path.join(out, "app.html"), "utf8");
  return [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, name]) => name ?? "");
}

/**
 * Writes the prerendered documents beside the empty ones that they are made from.
 * @param {string} out the build's folder, with Vite's manifest, which is deleted @param {string} configFile
 * @param {{ theme: string, begin: string }} boot scripts that run first: `theme` in every document, `begin` instead
 * of it in the prerendered ones
 */
export async function drawDocuments(out, configFile, { theme, begin }) {
  const drawer = path.join(web, `.tmp/draw-${process.pid}`);
  const ssr = { ssr: "src/prerender.ts", ssrEmitAssets: false, outDir: drawer };
  // both documents in one bundle, in which lazy chunks of one are static for the other
  await build({ configFile, logLevel: "error", build: ssr });
  // open channels of the pages would prevent this process from exiting
  Reflect.deleteProperty(globalThis, "BroadcastChannel");
  const { prerender } = await import(path.join(drawer, "prerender.js"));
  const manifest = JSON.parse(await readFile(path.join(out, ".vite/manifest.json"), "utf8"));
  const afterSignIn = await filesAfterSignIn(out);
  for (const { path: address, file, template: of, screen, description, isIndexed } of prerenderedPaths) {
    const empty = await readFile(path.join(out, of), "utf8");
    const { title, body, preloadUrls } = await prerender(address, of);
    const { scripts, styles } = screen ? filesOf(manifest, screen) : { scripts: [], styles: [] };
    // the main script comes before its imports
    const code = empty.match(/<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g) ?? [];
    const missing = (/** @type {string[]} */ files) =>
      files.map((name) => `/${name}`).filter((name) => !empty.includes(name));
    const head = [
      ...missing(styles).map((name) => `<link rel="stylesheet" crossorigin href="${name}">`),
      `<meta name="description" content="${description}" />`,
    ];
    const next = afterSignIn.filter((name) => !empty.includes(name)).join(" ");
    if (address === "/login") head.push(`<meta name="next-files" content="${next}" />`);
    // controls are inert until the page is live; links work
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
        // styles and fonts first: the scripts only make the page live
        .reduce((html, line) => html.replace(line, ""), empty)
        // before the styles, because a script after them waits for them
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
