// The software bill of materials: every locked package with version, licence and integrity, as CycloneDX. With
// --check it only reports whether docs/sbom.json is current. It contains no time and no random number, so it
// changes with the lock file alone.
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { textOf } from "./shared/json.ts";
import { type LockedPackage, lockedPackages } from "./shared/lock-file.ts";
import { readProjectFile, reportFindings, root } from "./shared/project.ts";

const sbomFile = "docs/sbom.json";

/** The bill of materials of a lock file, as text. */
export function billOfMaterials(lock: unknown): string {
  const product = textOf(lock, "name") ?? "";
  const version = textOf(lock, "version") ?? "";
  const bill = {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: { type: "application", "bom-ref": product, name: product, version } },
    components: distinctPackages(lockedPackages(lock)).map(toComponent),
  };
  return `${JSON.stringify(bill, undefined, 1)}\n`;
}

/**
 * A package that is installed in several places is one component; it is required if any of the places requires it.
 */
function distinctPackages(packages: readonly LockedPackage[]): LockedPackage[] {
  const parts = new Map<string, LockedPackage>();
  for (const one of packages) {
    const key = `${one.name}@${one.version}`;
    const known = parts.get(key);
    parts.set(key, known ? { ...one, dev: known.dev && one.dev, optional: known.optional && one.optional } : one);
  }
  return [...parts.entries()].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, part]) => part);
}

function toComponent({ name, version, license, integrity, dev, optional }: LockedPackage) {
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
  const wanted = billOfMaterials(JSON.parse(readProjectFile("package-lock.json")));
  if (!process.argv.includes("--check")) writeFileSync(join(root, sbomFile), wanted);
  const current = existsSync(join(root, sbomFile)) && readProjectFile(sbomFile) === wanted;
  reportFindings(
    current ? [] : [`${sbomFile} is not that of the lock file: run npm run format`],
    `sbom: ${sbomFile} is current`,
  );
}
