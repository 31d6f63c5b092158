import * as z from "zod/mini";

const names = z.optional(z.record(z.string(), z.string()));
const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.optional(z.string()),
      link: z.optional(z.boolean()),
      resolved: z.optional(z.string()),
      dependencies: names,
      optionalDependencies: names,
    }),
  ),
});

/** Places above one in which a package is looked for, the nearest first. */
function* above(place: string): Generator<string> {
  for (let at = place; at !== ""; at = at.slice(0, Math.max(0, at.lastIndexOf("/"))))
    if (!at.endsWith("node_modules")) yield `${at}/node_modules`;
  yield "node_modules";
}

/**
 * What a workspace needs while it runs, by what `package-lock.json` says: `<place>@<version>`, in a fixed order. What only builds or
 * tests it is not among it.
 */
export function runTimePackages(lock: string, workspace: string): readonly string[] {
  const { packages } = lockFile.parse(JSON.parse(lock));
  const found = new Set<string>();
  const open = [workspace];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const one = packages[place];
    if (!one || found.has(place)) continue;
    found.add(place);
    if (one.link) open.push(one.resolved ?? "");
    for (const name of Object.keys({ ...one.dependencies, ...one.optionalDependencies }))
      for (const folder of above(place))
        if (packages[`${folder}/${name}`]) {
          open.push(`${folder}/${name}`);
          break;
        }
  }
  return [...found]
    .sort((one, other) => (one < other ? -1 : 1))
    .map((place) => `${place}@${packages[place]?.version ?? ""}`);
}
