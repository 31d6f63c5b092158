/**
 * Builds everything a browser gets into `build/`: the application and the sign-in document, the public pages drawn from React,
 * the list of documents for the server (`documents.json`), and a compressed copy of each file. `DESIGN=1` adds the living page; `BUILD_DIR` names another
 * folder.
 */
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { build } from "vite";
import { publicPaths, signInPaths, staticPaths } from "./documents.ts";

const web = path.join(import.meta.dirname, "..");
const out = path.resolve(web, process.env["BUILD_DIR"] ?? "build");
const renderer = path.join(web, `.tmp/render-${process.pid}`);
const configFile = path.join(web, "vite.config.ts");

process.env["NODE_ENV"] = "production";
await build({ configFile, logLevel: "warn", build: { outDir: out } });
await build({ configFile, logLevel: "warn", build: { ssr: "src/public-pages/render.tsx", outDir: renderer } });

/**
 * A script that stands alone, with all it needs inside, so that a page asks for one file.
 * @param {string} entry @returns {Promise<string>} its address
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

const rendererAssets = await readdir(path.join(renderer, "assets"));
const assets = {
  styles: rendererAssets.filter((name) => name.endsWith(".css")).map((name) => `/assets/${name}`),
  script,
  theme,
  font: `/assets/${rendererAssets.find((name) => name.startsWith("inter-latin"))}`,
};
for (const name of rendererAssets) await rename(path.join(renderer, "assets", name), path.join(out, "assets", name));

// the letters travel with their licence
await copyFile(path.join(web, "src/styles/fonts/OFL.txt"), path.join(out, "assets/inter-OFL.txt"));

const { renderPage } = await import(path.join(renderer, "render.js"));
for (const { path: page, file } of publicPaths) {
  const html = renderPage(page, assets);
  if (!html) throw new Error(`no public page for ${page}`);
  await mkdir(path.dirname(path.join(out, file)), { recursive: true });
  await writeFile(path.join(out, file), html);
}
await rm(renderer, { recursive: true });

const withDesign = process.env["DESIGN"] === "1";
for (const file of ["app.html", "sign-in.html", ...(withDesign ? ["design.html"] : [])]) {
  const html = await readFile(path.join(out, file), "utf8");
  const head = `<link rel="preload" href="${assets.font}" as="font" type="font/woff2" crossorigin />\n    <script src="${theme}"></script>`;
  await writeFile(path.join(out, file), html.replace(/<!-- first paint.*?-->/, head));
}

const documents = {
  documents: [...publicPaths, ...staticPaths, ...(withDesign ? [{ path: "/design", file: "design.html" }] : [])],
  signIn: { file: "sign-in.html", paths: signInPaths },
  app: { file: "app.html" },
  // every script is a file of its own, so the policy needs no exception
  inlineScriptHashes: [],
};
await writeFile(path.join(out, "documents.json"), JSON.stringify(documents, null, 2));

const files = await readdir(out, { recursive: true, withFileTypes: true });
for (const file of files.filter((entry) => entry.isFile() && /\.(html|js|css|svg|json|txt)$/.test(entry.name))) {
  const name = path.join(file.parentPath, file.name);
  const content = await readFile(name);
  if (/<script(?![^>]*\ssrc=)/.test(file.name.endsWith(".html") ? content.toString() : ""))
    throw new Error(`${name} has a script inside`);
  const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  await writeFile(`${name}.br`, await promisify(brotliCompress)(content, { params: quality }));
  await writeFile(`${name}.gz`, await promisify(gzip)(content, { level: 9 }));
}
