import { type SearchType, searchTypes } from "@idanimo/contract/catalogue";
import { Registry } from "prom-client";
import { afterAll, expect, test } from "vitest";
import { readConfig } from "../../../config/config.ts";
import { openProviders, type Providers } from "../../../providers/index.ts";
import { createLookupPlans } from "./index.ts";

const opened: Providers[] = [];
afterAll(() => {
  for (const providers of opened) providers.close();
});

/** Search types offered with these settings. */
function offered(settings: Readonly<Record<string, string>>): readonly string[] {
  const config = readConfig(settings);
  const providers = openProviders(config, { registry: new Registry() });
  opened.push(providers);
  const { internalMode } = config.sources;
  return Object.keys(createLookupPlans(providers.sources, { internalMode, liveFace: providers.liveFace })).toSorted();
}

/** The types that need a setting. Every other type of the catalogue is offered by default. */
const withSettings: readonly SearchType[] = ["demographics", "fingerprint", "legitcar", "nin_face"];
const usual = searchTypes.filter((type) => !withSettings.includes(type));
const own = { STOLEN_BASE_URL: "http://127.0.0.1:9/stolen", MATCH_BASE_URL: "http://127.0.0.1:9/match" };
const face = { LIVE_FACE_BASE_URL: "http://127.0.0.1:9/live-face" };

test.each([
  ["the usual types by default", {}, usual],
  ["nothing more in internal mode without sources [WIZARD-12 WIZARD-17]", { INTERNAL_MODE: "yes" }, usual],
  ["nothing more with these sources outside internal mode [WIZARD-12 WIZARD-17]", own, usual],
  [
    "demographics, fingerprint and stolen check with both [WIZARD-12 WIZARD-17]",
    { ...own, INTERNAL_MODE: "yes" },
    [...usual, "demographics", "fingerprint", "legitcar"],
  ],
  ["a face search with a capture provider [WIZARD-11]", face, [...usual, "nin_face"]],
  [
    "no face or phone search with the second source alone",
    { ...face, PERSON_SOURCES: "dojah" },
    usual.filter((kind) => kind !== "phone"),
  ],
  ["every type of the catalogue with all sources", { ...own, ...face, INTERNAL_MODE: "yes" }, [...searchTypes]],
] as const)("createLookupPlans offers %s", (_what, settings, kinds) =>
  expect(offered(settings)).toEqual([...kinds].toSorted()),
);
