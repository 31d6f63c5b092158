/**
 * Versions of the responses to API keys, oldest first, each named after its day [DP-16]. The first one is also what
 * the web application gets. `version-changes.ts` has what each later one changes.
 */
export const apiVersions = ["2026-11-27", "2026-11-28"] as const;
export type ApiVersion = (typeof apiVersions)[number];
export const newestVersion = "2026-11-28" satisfies ApiVersion;

/** Chooses the version of a call with an API key, and names that of its response. */
export const versionHeader = "Idanimo-Version";

/** How long a version works after a newer one replaced it. */
export const versionMonths = 12;

export const isApiVersion = (text: string): text is ApiVersion => apiVersions.some((version) => version === text);

/** When a newer version replaced this one, and when it ends; undefined for the newest. */
export function endOfVersion(version: ApiVersion): { readonly replacedAt: Date; readonly endsAt: Date } | undefined {
  const next = apiVersions[apiVersions.indexOf(version) + 1];
  if (next === undefined) return undefined;
  const replacedAt = new Date(`${next}T00:00:00Z`);
  const endsAt = new Date(replacedAt);
  endsAt.setUTCMonth(endsAt.getUTCMonth() + versionMonths);
  return { replacedAt, endsAt };
}

/** The versions that work at a time, oldest first. */
export function workingVersions(now: Date): readonly ApiVersion[] {
  return apiVersions.filter((version) => {
    const end = endOfVersion(version);
    return end === undefined || now < end.endsAt;
  });
}
