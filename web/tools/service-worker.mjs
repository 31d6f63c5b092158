/**
 * Assembles the service worker. A scope has only one worker, so push notices and the offline page share a script;
 * its first line lists the files to cache in this build, so that browsers notice an update.
 */
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { offlinePath } from "./documents.ts";

const sources = path.join(import.meta.dirname, "../src/service-worker");
const read = (/** @type {string} */ name) => readFile(path.join(sources, name), "utf8");

/**
 * Writes the worker, and the version that replaces it when the operator switches the offline page off.
 * @param {string} out the build's folder
 */
export async function writeServiceWorkers(out) {
  const page = await readFile(path.join(out, offlinePath.file), "utf8");
  const files = [...page.matchAll(/(?:src|href)="(\/(?:assets\/|favicon\.svg)[^"]*)"/g)].map(([, address]) => address);
  const version = createHash("sha256").update(page).digest("hex").slice(0, 16);
  const kept = { version, page: offlinePath.path, files: [...new Set(files)] };
  const [push, offline, retired] = await Promise.all([read("push.js"), read("offline.js"), read("retired.js")]);
  await writeFile(path.join(out, "service-worker.js"), `const kept = ${JSON.stringify(kept)};\n${offline}${push}`);
  await writeFile(path.join(out, "service-worker-retired.js"), retired + push);
}
