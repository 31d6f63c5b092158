import { expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.ts";
import { requiredSourceSettings } from "./source-settings.ts";
import { productionSettings } from "../testing/production-settings.ts";

function configError(env: Readonly<Record<string, string>>): string | undefined {
  try {
    readConfig({ ...productionSettings, ...env });
    return undefined;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message;
  }
}
const dojah = { DOJAH_BASE_URL: "https://api.dojah.io", DOJAH_APP_ID: "ap-71", DOJAH_SECRET_KEY: "prod_sk_71" };

test("a demonstration uses the sandbox, without internal types and live face", () => {
  const { sources } = readConfig({ SANDBOX_PORT: "9100" });
  expect(sources).toMatchObject({
    personSources: ["prembly"],
    bureauSources: ["smartcomply"],
    dojah: { baseUrl: "http://127.0.0.1:9100/dojah" },
    mono: { baseUrl: "http://127.0.0.1:9100/mono" },
    stolen: undefined,
    match: undefined,
    liveFace: undefined,
    internalMode: false,
    bulkRecordsMost: 1000,
  });
});

test.each(requiredSourceSettings)("a production requires %s", (name) =>
  expect(configError({ [name]: "" })).toContain(`${name} must be set`),
);

test("the order of sources is configurable, and a second source requires its keys", () => {
  expect(
    readConfig({ ...productionSettings, ...dojah, PERSON_SOURCES: "dojah, prembly" }).sources.personSources,
  ).toEqual(["dojah", "prembly"]);
  expect(configError({ PERSON_SOURCES: "prembly,dojah" })).toMatch(/DOJAH_BASE_URL/);
  for (const wrong of ["prembly,prembly", "nimc"])
    expect(configError({ PERSON_SOURCES: wrong })).toMatch(/PERSON_SOURCES/);
});

test.each<Readonly<Record<string, string>>>([
  { DOJAH_BASE_URL: dojah.DOJAH_BASE_URL },
  { STOLEN_KEY: "st-71" },
  { MATCH_BASE_URL: "https://match.example.ng" },
  { LIVE_FACE_BASE_URL: "https://face.example.ng" },
])("rejects an incomplete pair of keys by name: %o", (half) => {
  expect(configError(half)).toMatch(/belong together/);
});

test("the maximum rows of a bulk file can be set from 1 to 100,000", () => {
  expect(readConfig({ BULK_RECORDS_MOST: "100000" }).sources.bulkRecordsMost).toBe(100_000);
  for (const wrong of ["0", "100001", "many"])
    expect(configError({ BULK_RECORDS_MOST: wrong })).toMatch(/BULK_RECORDS_MOST/);
});
