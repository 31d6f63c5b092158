import {
  type ApiVersion,
  isApiVersion,
  newestVersion,
  versionHeader,
  workingVersions,
} from "@idanimo/contract/developers/versions";
import { fail, ok, type Result } from "@idanimo/contract/problems";

/**
 * The version of a call: that of its header, else of its key, else of its organisation, else the newest. [DP-16]
 * @param wanted as sent and stored; a stored version may since have been removed from the list
 */
export function chooseVersion(
  wanted: { readonly header: string | undefined; readonly key: string | null; readonly organisation: string | null },
  now: Date,
): Result<ApiVersion, "unknown_version" | "version_ended"> {
  const version = wanted.header ?? wanted.key ?? wanted.organisation ?? newestVersion;
  const working = workingVersions(now);
  if (isApiVersion(version) && working.includes(version)) return ok(version);
  const facts = { header: versionHeader, versions: working.join(", ") };
  return wanted.header !== undefined && !isApiVersion(version)
    ? fail("unknown_version", facts, { details: facts })
    : fail("version_ended", { version, ...facts }, { details: { version, ...facts } });
}
