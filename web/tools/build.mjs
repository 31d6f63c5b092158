/**
 * Builds everything that browsers load into `build/`: the application, the sign-in document, the public pages
 * rendered from React, the server's list of documents (`documents.json`), and compressed copies. `DESIGN=1` adds
 * the design page; `BUILD_DIR` sets another folder.
 */
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { build } from "vite";
import {
  prerenderedPaths,
  crawlerFilePaths,
  documentationPaths,
  offlinePath,
  originPlaceholder,
  publicPaths,
  renderRobotsTxt,
  signInPaths,
  renderSitemap,
  staticPaths,
} from "./documents.ts";
import { drawDocuments } from "./prerender.mjs";
import { manifest } from "./manifest.ts";
import { writeServiceWorkers } from "./service-worker.mjs";

const web = path.join(import.meta.dirname, "..");
const out = path.resolve(web, process.env["BUILD_DIR"] ?? "build");
const renderer = path.join(web, `.tmp/render-${process.pid}`);
const configFile = path.join(web, "vite.config.ts");

process.env["NODE_ENV"] = "production";
await build({ configFile, logLevel: "warn", build: { outDir: out, manifest: true } });
await build({ configFile, logLevel: "warn", build: { ssr: "src/public-pages/render.tsx", outDir: renderer } });

// a folder of its own: the server of the customers' address does not serve it
await build({
  configFile: path.join(web, "vite.console.config.ts"),
  logLevel: "warn",
  build: { outDir: path.join(out, "console") },
});

/**
 * Builds a script with all its imports inlined, so that a page requests one file.
 * @param {string} entry @returns {Promise<string>} its URL
 */
async function standalone(entry) {
  const name = path.basename(entry, ".ts");
  const built = await build({
    configFile: false,
    root: web,
    logLevel: "warn",
    build: {
      outDir: out,
      emptyOutDir: false,
      copyPublicDir: false,
      reportCompressedSize: false,
      target: "es2022",
      rolldownOptions: {
        input: { [name]: path.join(web, entry) },
        output: { format: "iife", entryFileNames: "assets/[name]-[hash].js" },
      },
    },
  });
  if (!("output" in built)) throw new Error(`${entry} was not built`);
  return `/${built.output[0].fileName}`;
}
const theme = await standalone("src/boot/theme.ts");
const script = await standalone("src/public-pages/script.ts");
const offlineScript = await standalone("src/boot/offline.ts");

const rendererAssets = await readdir(path.join(renderer, "assets"));
const assets = {
  styles: rendererAssets.filter((name) => name.endsWith(".css")).map((name) => `/assets/${name}`),
  script,
  theme,
  font: `/assets/${rendererAssets.find((name) => name.startsWith("inter-latin"))}`,
  origin: originPlaceholder,
};
for (const name of rendererAssets) await rename(path.join(renderer, "assets", name), path.join(out, "assets", name));

// the fonts ship with their licence
await copyFile(path.join(web, "src/styles/fonts/OFL.txt"), path.join(out, "assets/inter-OFL.txt"));
// the style sheet of the server's pages names them without a hash
await mkdir(path.join(out, "fonts"));
for (const name of ["inter-latin", "inter-naira", "inter-tones"])
  await copyFile(path.join(web, `src/styles/fonts/${name}.woff2`), path.join(out, `fonts/${name}.woff2`));

const { indexedPages, renderHead, renderOffline, renderPage } = await import(path.join(renderer, "render.js"));
for (const { path: page, file } of publicPaths) {
  const html = renderPage(page, assets);
  if (!html) throw new Error(`no public page for ${page}`);
  await mkdir(path.dirname(path.join(out, file)), { recursive: true });
  await writeFile(path.join(out, file), html);
}
await rm(renderer, { recursive: true });
await writeFile(path.join(out, offlinePath.file), renderOffline(assets, offlineScript));
await writeFile(path.join(out, "robots.txt"), renderRobotsTxt(originPlaceholder));
const sitemapText = renderSitemap(originPlaceholder, indexedPages);
await writeFile(path.join(out, "sitemap.xml"), sitemapText);
await writeFile(path.join(out, "manifest.webmanifest"), JSON.stringify(manifest));
await writeServiceWorkers(out);

const withDesign = process.env["DESIGN"] === "1";
for (const file of ["app.html", "sign-in.html", "documentation.html", ...(withDesign ? ["design.html"] : [])]) {
  const html = await readFile(path.join(out, file), "utf8");
  const head = `<link rel="preload" href="${assets.font}" as="font" type="font/woff2" crossorigin />\n    <script src="${theme}"></script>`;
  const marks = renderHead(originPlaceholder);
  await writeFile(
    path.join(out, file),
    html.replace(/<!-- marks and preview -->/, marks).replace(/<!-- first paint.*?-->/, head),
  );
}

const consoleDocument = path.join(out, "console/console.html");
const consoleTheme = path.join("console", theme);
await copyFile(path.join(out, theme), path.join(out, consoleTheme));
await copyFile(path.join(web, "public/favicon.svg"), path.join(out, "console/favicon.svg"));
await writeFile(
  consoleDocument,
  (await readFile(consoleDocument, "utf8")).replace("<!-- first paint: theme -->", `<script src="${theme}"></script>`),
);

await drawDocuments(out, configFile, { theme, begin: await standalone("src/boot/prerendered.ts") });
for (const { path: address, file, description } of prerenderedPaths.filter(({ isIndexed }) => isIndexed)) {
  const html = await readFile(path.join(out, file), "utf8");
  const title = /<title>(.*?)<\/title>/.exec(html)?.[1] ?? "";
  const own = renderHead(originPlaceholder, { title, description, path: address });
  await writeFile(
    path.join(out, file),
    html.replace(renderHead(originPlaceholder), () => own),
  );
}

const drawn = (/** @type {string} */ of) =>
  prerenderedPaths.filter((known) => known.template === of).map(({ path, file }) => ({ path, file }));
const files = await readdir(out, { recursive: true, withFileTypes: true });
const texts = files.filter(
  (entry) => entry.isFile() && /\.(html|js|css|svg|json|txt|webmanifest|xml)$/.test(entry.name),
);
/** @type {string[]} */
const filled = [];
for (const file of texts) {
  const name = path.join(file.parentPath, file.name);
  const content = await readFile(name);
  const text = content.toString();
  // browsers do not execute data blocks
  if (file.name.endsWith(".html") && /<script(?![^>]*\ssrc=)(?! type="application\/ld\+json">)/.test(text))
    throw new Error(`${name} has an inline script`);
  if (text.includes(originPlaceholder)) filled.push(path.relative(out, name));
  else await compress(name, content);
}

/** @param {string} name @param {Buffer} content */
async function compress(name, content) {
  const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  await writeFile(`${name}.br`, await promisify(brotliCompress)(content, { params: quality }));
  await writeFile(`${name}.gz`, await promisify(gzip)(content, { level: 9 }));
}

const documents = {
  documents: [
    ...publicPaths,
    ...drawn("app.html"),
    ...drawn("documentation.html"),
    ...documentationPaths.map((page) => ({ path: page, file: "documentation.html" })),
    offlinePath,
    ...staticPaths,
    ...crawlerFilePaths,
    ...(withDesign ? [{ path: "/design", file: "design.html" }] : []),
  ],
  // everything else has noindex
  found: [...publicPaths, ...prerenderedPaths]
    .filter(({ path: page }) => sitemapText.includes(`<loc>${originPlaceholder}${page}</loc>`))
    .map(({ file }) => file),
  // the server fills in the product's origin
  fill: { origin: originPlaceholder, files: filled },
  worker: { path: "/service-worker.js", file: "service-worker.js", retired: "service-worker-retired.js" },
  signIn: { file: "sign-in.html", paths: signInPaths, drawn: drawn("sign-in.html") },
  app: { file: "app.html" },
  // every script is a separate file, so the CSP needs no hashes
  inlineScriptHashes: [],
};
await writeFile(path.join(out, "documents.json"), JSON.stringify(documents, null, 2));
