// The list of parts: every locked package with version, licence and content mark, as CycloneDX. With --check it only
// says whether docs/sbom.json is current. It holds no time and no random number, so that it changes with the lock alone.
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { textOf } from "./shared/json.ts";
import { type Locked, lockedPackages } from "./shared/locked.ts";
import { read, report, root } from "./shared/project.ts";

const file = "docs/sbom.json";

/** The list of parts of a lock file, as text. */
export function billOfMaterials(lock: unknown): string {
  const product = textOf(lock, "name") ?? "";
  const version = textOf(lock, "version") ?? "";
  const bill = {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: { type: "application", "bom-ref": product, name: product, version } },
    components: distinct(lockedPackages(lock)).map(component),
  };
  return `${JSON.stringify(bill, undefined, 1)}\n`;
}

/** A package that is installed in several places is one part; it is needed when any of the places needs it. */
function distinct(packages: readonly Locked[]): Locked[] {
  const parts = new Map<string, Locked>();
  for (const one of packages) {
    const key = `${one.name}@${one.version}`;
    const known = parts.get(key);
    parts.set(key, known ? { ...one, dev: known.dev && one.dev, optional: known.optional && one.optional } : one);
  }
  return [...parts.entries()].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, part]) => part);
}

function component({ name, version, license, integrity, dev, optional }: Locked) {
  const reference = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  return {
    type: "library",
    "bom-ref": reference,
    name,
    version,
    scope: dev ? "excluded" : optional ? "optional" : "required",
    ...(integrity && {
      hashes: [{ alg: "SHA-512", content: Buffer.from(integrity.replace("sha512-", ""), "base64").toString("hex") }],
    }),
    ...(license && { licenses: [{ expression: license }] }),
    purl: reference,
  };
}

if (import.meta.main) {
  const wanted = billOfMaterials(JSON.parse(read("package-lock.json")));
  if (!process.argv.includes("--check")) writeFileSync(join(root, file), wanted);
  const current = existsSync(join(root, file)) && read(file) === wanted;
  report(current ? [] : [`${file} is not that of the lock file: run npm run format`], `sbom: ${file} is current`);
}
