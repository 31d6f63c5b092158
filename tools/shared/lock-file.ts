import { entriesOf, fieldOf, textOf } from "./json.ts";

/** One package of the lock file. */
export type LockedPackage = {
  /** Where it is installed, such as `node_modules/zod`. */
  readonly place: string;
  readonly name: string;
  readonly version: string;
  readonly license: string | undefined;
  /** Hash of its content, `sha512-` and base64. */
  readonly integrity: string | undefined;
  /** Address it was fetched from; our lock file has none. */
  readonly resolved: string | undefined;
  readonly hasInstallScript: boolean;
  readonly dev: boolean;
  readonly optional: boolean;
};

/** The packages of an untrusted lock file, without our own workspaces and the links to them. */
export function lockedPackages(lock: unknown): LockedPackage[] {
  return entriesOf(fieldOf(lock, "packages"))
    .filter(([place, entry]) => place.includes("node_modules/") && fieldOf(entry, "link") !== true)
    .map(([place, entry]) => ({
      place,
      name: textOf(entry, "name") ?? place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length),
      version: textOf(entry, "version") ?? "",
      license: textOf(entry, "license"),
      integrity: textOf(entry, "integrity"),
      resolved: textOf(entry, "resolved"),
      hasInstallScript: fieldOf(entry, "hasInstallScript") === true,
      dev: fieldOf(entry, "dev") === true,
      optional: fieldOf(entry, "optional") === true,
    }));
}
