/** The guides: pages of `docs/`, which the build turns into HTML (`tools/guides.ts`). */

type GuideModule = { readonly html: string };
export type Guide = {
  readonly path: string;
  readonly title: string;
  /** One sentence for the overview. */
  readonly about: string;
  readonly load: () => Promise<GuideModule>;
};

export const guides: readonly Guide[] = [
  {
    path: "/developers/docs/quick-start",
    title: "Quick start",
    about: "From a test key to the result of your first check.",
    load: () => import("../../../docs/quick-start.md?guide"),
  },
  {
    path: "/developers/docs/checks",
    title: "People, files and outcomes",
    about: "Checks with consent, bulk files, and what each outcome costs.",
    load: () => import("../../../docs/checks.md?guide"),
  },
  {
    path: "/developers/docs/keys",
    title: "Keys and scopes",
    about: "How programs sign in, and what each scope allows.",
    load: () => import("../../../docs/developers.md?guide"),
  },
  {
    path: "/developers/docs/errors",
    title: "Errors and retries",
    about: "What to repeat, when, and without paying twice.",
    load: () => import("../../../docs/errors-and-retries.md?guide"),
  },
  {
    path: "/developers/docs/webhooks",
    title: "Webhooks",
    about: "Events that Idanimo sends to your server.",
    load: () => import("../../../docs/webhooks.md?guide"),
  },
  {
    path: "/developers/docs/versions",
    title: "Versions",
    about: "How responses change, and for how long old ones work.",
    load: () => import("../../../docs/versions.md?guide"),
  },
  {
    path: "/developers/docs/test-mode",
    title: "Test mode",
    about: "Play money, reserved numbers and an inbox.",
    load: () => import("../../../docs/test-mode.md?guide"),
  },
  {
    path: "/developers/docs/client",
    title: "Client for JavaScript",
    about: "Typed calls with safe repetitions.",
    load: () => import("../../../docs/client.md?guide"),
  },
];
