import type { Route } from "../lib/match-route.ts";
import { guides } from "./guides.ts";

/** The routes of the documentation, for everybody. `tools/documents.ts` repeats the paths for the server. */
export const routes: readonly Route[] = [
  {
    path: "/developers/docs",
    title: "Documentation",
    load: async () => (await import("./OverviewPage.tsx")).OverviewPage,
  },
  {
    path: "/developers/changes",
    title: "Changes of the API",
    load: async () => (await import("./ChangesPage.tsx")).ChangesPage,
  },
  {
    path: "/developers/docs/calls/:call",
    title: "API reference",
    load: async () => (await import("./CallPage.tsx")).CallPage,
  },
  ...guides.map(({ path, title, load }) => ({
    path,
    title,
    load: async () => {
      const [{ guidePage }, { html }] = await Promise.all([import("./GuidePage.tsx"), load()]);
      return guidePage(path, html);
    },
  })),
];
