/**
 * Puts the service worker together. A scope has one worker, so that for notices and that for the missing connection are one script; its
 * first line names what this build lets it keep, and with it a browser sees that there is another one.
 */
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { offlinePath } from "./documents.ts";

const sources = path.join(import.meta.dirname, "../src/service-worker");
const read = (/** @type {string} */ name) => readFile(path.join(sources, name), "utf8");

/**
 * Writes it, and the one that takes its place where the operator switches the kept page off.
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
