import { searchTypes } from "@idanimo/contract/catalogue";
import { Registry } from "prom-client";
import { afterAll, expect, test } from "vitest";
import { readConfig } from "../../../config.ts";
import { openProviders, type Providers } from "../../../providers/index.ts";
import { createLookupPlans } from "./index.ts";

const opened: Providers[] = [];
afterAll(() => {
  for (const providers of opened) providers.close();
});

/** What is offered with some settings. */
function offered(settings: Readonly<Record<string, string>>): readonly string[] {
  const config = readConfig(settings);
  const providers = openProviders(config, { registry: new Registry() });
  opened.push(providers);
  const { internalMode } = config.sources;
  return Object.keys(createLookupPlans(providers.sources, { internalMode, liveFace: providers.liveFace })).toSorted();
}

const usual = ["bulk_nin", "business_name", "bvn", "license_number", "nin", "phone", "rc", "stakeholders", "vin"];
const own = { STOLEN_BASE_URL: "http://127.0.0.1:9/stolen", MATCH_BASE_URL: "http://127.0.0.1:9/match" };
const face = { LIVE_FACE_BASE_URL: "http://127.0.0.1:9/live-face" };

test.each([
  ["as it comes", {}, usual],
  ["WIZARD-12 WIZARD-17 internal mode without its sources adds nothing", { INTERNAL_MODE: "yes" }, usual],
  ["WIZARD-12 WIZARD-17 nor do its sources without the mode", own, usual],
  [
    "WIZARD-12 WIZARD-17 both together add demographics, fingerprint and the basic stolen check",
    { ...own, INTERNAL_MODE: "yes" },
    [...usual, "demographics", "fingerprint", "legitcar"],
  ],
  ["WIZARD-11 a face is offered where somebody captures it", face, [...usual, "nin_face"]],
  [
    "a second source alone leaves out what it does not know: faces, and the bank behind a phone",
    { ...face, PERSON_SOURCES: "dojah" },
    usual.filter((kind) => kind !== "phone"),
  ],
  ["every kind of the catalogue can be offered", { ...own, ...face, INTERNAL_MODE: "yes" }, [...searchTypes]],
] as const)("%s", (_what, settings, kinds) => expect(offered(settings)).toEqual([...kinds].toSorted()));
