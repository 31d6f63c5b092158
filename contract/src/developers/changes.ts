import { type ApiVersion, endOfVersion } from "./versions.ts";

/** What changed for programs that call the API: the page, its feed and the end of versions are made from this list [DP-16]. */

type Change = {
  /** Unique for ever: it identifies the entry in the feed. */
  readonly id: string;
  readonly day: string;
  /** `changed`: a new version. `added` needs nothing from anyone. */
  readonly kind: "added" | "changed";
  readonly title: string;
  /** Plain text, one paragraph each. */
  readonly text: readonly string[];
  /** Of a new version. */
  readonly version?: ApiVersion;
};

const oldChannel = "mail";

/** Newest first. */
const written: readonly Change[] = [
  {
    id: "lower-case-values",
    day: "2026-11-28",
    kind: "changed",
    version: "2026-11-28",
    title: "Values of consent and channel are lower-case words",
    text: [
      'In the responses of checkConsent, history and searchHistory, consent is "no_data_found" where it was "No data found".',
      `In the responses of checkConsent and testInbox, channel is "email" where it was "${oldChannel}".`,
    ],
  },
  {
    id: "platform",
    day: "2026-11-27",
    kind: "added",
    version: "2026-11-27",
    title: "The first version",
    text: ["API keys with scopes, webhooks, test mode and the client for JavaScript."],
  },
];

export type ApiChange = Omit<Change, "kind"> & {
  readonly kind: Change["kind"] | "deprecated";
  /** Of a deprecation: when the version ends. */
  readonly endsAt?: Date;
};

/** A new version deprecates the one before on the same day. */
function deprecationBy(version: ApiVersion | undefined, before: ApiVersion | undefined): readonly ApiChange[] {
  const end = before && version && endOfVersion(before);
  if (!end) return [];
  return [
    {
      id: `end-of-${before}`,
      day: version,
      kind: "deprecated",
      version: before,
      title: `Version ${before} is deprecated`,
      text: [`Change to version ${version} before the end. Until then nothing changes for calls with ${before}.`],
      endsAt: end.endsAt,
    },
  ];
}

/** All changes with the deprecations that follow from new versions, newest first. */
export const apiChanges: readonly ApiChange[] = written.flatMap((change, place) => {
  const before = written.slice(place + 1).find(({ version }) => version !== undefined)?.version;
  return [change, ...deprecationBy(change.version, before)];
});

/** Addresses of the page and its feeds. */
export const changesPath = "/developers/changes";
export const changesFeeds = {
  atom: { path: "/developers/changes.atom", type: "application/atom+xml" },
  json: { path: "/developers/changes.json", type: "application/feed+json" },
} as const;
