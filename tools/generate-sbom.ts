// Writes docs/sbom.json, the CycloneDX list of every locked package, with `npm sbom`. With --check only reports whether
// the file is current. Leaves out what differs between two runs, two checkout folders or two versions of npm.
import { execFileSync } from "node:child_process";

import { updateGeneratedPage } from "./shared/generated-page.ts";
import { textOf } from "./shared/json.ts";
import { readProjectFile, root } from "./shared/project.ts";

const npmArgs = ["sbom", "--sbom-format=cyclonedx", "--package-lock-only"];
const productName = textOf(JSON.parse(readProjectFile("package.json")), "name");

/** For `JSON.parse`: removes a field by returning undefined. */
function withoutVaryingParts(key: string, value: unknown): unknown {
  if (key === "serialNumber" || key === "timestamp" || key === "tools") return undefined;
  if (key === "component") return Object.assign({}, value, { name: productName }); // npm takes the folder's name
  if (key === "properties" && Array.isArray(value))
    return value.filter((property) => textOf(property, "name") !== "cdx:npm:package:path"); // only npm 10 writes it
  if ((key === "components" || key === "dependencies") && Array.isArray(value)) {
    const distinct = new Set(value.map((part) => JSON.stringify(part))); // npm 10 repeats some, in another order
    return [...distinct].sort().map((part): unknown => JSON.parse(part));
  }
  return value;
}

const sbom = execFileSync("npm", npmArgs, { cwd: root, encoding: "utf8", maxBuffer: 64_000_000 });
updateGeneratedPage("docs/sbom.json", () => `${JSON.stringify(JSON.parse(sbom, withoutVaryingParts), undefined, 1)}\n`);
