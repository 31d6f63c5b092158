import { bulkRecordsMax, bulkRecordsDefault } from "@idanimo/contract/limits";
import * as z from "zod/mini";
import type { SourceSettings } from "../providers/source-settings.ts";
import { demonstrationValues } from "./demonstration-values.ts";

/** Settings of the lookup sources. In a demonstration the sandbox replaces every required one. */

const text = z.optional(z.string().check(z.minLength(1)));
const address = z.optional(z.url({ protocol: /^https?$/ }));
const order = (names: readonly [string, ...string[]]) =>
  z._default(
    z.string().check(
      z.refine(
        (list) => {
          const parts = splitList(list);
          return (
            parts.length > 0 && new Set(parts).size === parts.length && parts.every((part) => names.includes(part))
          );
        },
        `write one or more of ${names.join(", ")}, with commas between`,
      ),
    ),
    names[0],
  );

const splitList = (list: string) =>
  list
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);

export const personSources = ["prembly", "dojah"] as const;
export const bureauSources = ["smartcomply", "dojah"] as const;

export const sourceShape = {
  /** Sources of persons and of bureaus; the first one that is available is used. */
  PERSON_SOURCES: order(personSources),
  BUREAU_SOURCES: order(bureauSources),
  DOJAH_BASE_URL: address,
  DOJAH_APP_ID: text,
  DOJAH_SECRET_KEY: text,
  SMARTCOMPLY_BASE_URL: address,
  SMARTCOMPLY_ACCESS_TOKEN: text,
  MONO_BASE_URL: address,
  MONO_SECRET_KEY: text,
  VINAUDIT_BASE_URL: address,
  VINAUDIT_SPECS_URL: address,
  VINAUDIT_KEY: text,
  VINAUDIT_USER: text,
  VINAUDIT_PASSWORD: text,
  /** Nigeria's register of stolen vehicles; off unless set. */
  STOLEN_BASE_URL: address,
  STOLEN_KEY: text,
  /** Fingerprint and demographics; off unless set. */
  MATCH_BASE_URL: address,
  MATCH_KEY: text,
  /** The live face page; NIN + Face is off unless set. */
  LIVE_FACE_BASE_URL: address,
  LIVE_FACE_KEY: text,
  /** Offers demographics, fingerprint and the basic stolen check. [O-49] */
  INTERNAL_MODE: z._default(z.enum(["yes", "no"]), "no"),
  BULK_RECORDS_MOST: z._default(
    z.coerce.number().check(z.int(), z.minimum(1), z.maximum(bulkRecordsMax)),
    bulkRecordsDefault,
  ),
};
const settingsSchema = z.object(sourceShape);
type Settings = z.output<typeof settingsSchema>;

/** Required in every production. */
export const requiredSourceSettings = [
  "SMARTCOMPLY_BASE_URL",
  "SMARTCOMPLY_ACCESS_TOKEN",
  "MONO_BASE_URL",
  "MONO_SECRET_KEY",
  "VINAUDIT_BASE_URL",
  "VINAUDIT_SPECS_URL",
  "VINAUDIT_KEY",
  "VINAUDIT_USER",
  "VINAUDIT_PASSWORD",
] as const satisfies readonly (keyof Settings)[];

/** Set together or not at all. */
const settingGroups = [
  ["DOJAH_BASE_URL", "DOJAH_APP_ID", "DOJAH_SECRET_KEY"],
  ["STOLEN_BASE_URL", "STOLEN_KEY"],
  ["MATCH_BASE_URL", "MATCH_KEY"],
  ["LIVE_FACE_BASE_URL", "LIVE_FACE_KEY"],
] as const satisfies readonly (readonly (keyof Settings)[])[];

/** Why a production must not start, as one sentence; undefined if it may. */
export function findSourceFault(raw: Settings): string | undefined {
  for (const group of settingGroups) {
    const missing = group.filter((name) => raw[name] === undefined);
    if (missing.length > 0 && missing.length < group.length)
      return `${group.join(", ")} belong together: ${missing.join(", ")} must be set too.`;
  }
  const names = [...splitList(raw.PERSON_SOURCES), ...splitList(raw.BUREAU_SOURCES)];
  if (names.includes("dojah") && raw.DOJAH_BASE_URL === undefined)
    return "dojah is a source: DOJAH_BASE_URL, DOJAH_APP_ID, DOJAH_SECRET_KEY must be set too.";
  return undefined;
}

/** @param sandbox the sandbox's origin; undefined in a production */
export function readSourceSettings(raw: Settings, sandbox: string | undefined): SourceSettings {
  const at = (path: string) => `${sandbox ?? ""}${path}`;
  const own = (baseUrl: string | undefined, key: string | undefined, word: string) =>
    baseUrl === undefined ? undefined : { baseUrl, key: key ?? word };
  return {
    personSources: splitList(raw.PERSON_SOURCES),
    bureauSources: splitList(raw.BUREAU_SOURCES),
    dojah:
      sandbox === undefined && raw.DOJAH_BASE_URL === undefined
        ? undefined
        : {
            baseUrl: raw.DOJAH_BASE_URL ?? at("/dojah"),
            appId: raw.DOJAH_APP_ID ?? demonstrationValues.DOJAH_APP_ID,
            secretKey: raw.DOJAH_SECRET_KEY ?? demonstrationValues.DOJAH_SECRET_KEY,
          },
    smartcomply: {
      baseUrl: raw.SMARTCOMPLY_BASE_URL ?? at("/smartcomply"),
      accessToken: raw.SMARTCOMPLY_ACCESS_TOKEN ?? demonstrationValues.SMARTCOMPLY_ACCESS_TOKEN,
    },
    mono: {
      baseUrl: raw.MONO_BASE_URL ?? at("/mono"),
      secretKey: raw.MONO_SECRET_KEY ?? demonstrationValues.MONO_SECRET_KEY,
    },
    vinaudit: {
      baseUrl: raw.VINAUDIT_BASE_URL ?? at("/vinaudit/v2"),
      specsUrl: raw.VINAUDIT_SPECS_URL ?? at("/vinaudit/v3/specifications"),
      key: raw.VINAUDIT_KEY ?? demonstrationValues.VINAUDIT_KEY,
      user: raw.VINAUDIT_USER ?? demonstrationValues.VINAUDIT_USER,
      password: raw.VINAUDIT_PASSWORD ?? demonstrationValues.VINAUDIT_PASSWORD,
    },
    stolen: own(raw.STOLEN_BASE_URL, raw.STOLEN_KEY, demonstrationValues.STOLEN_KEY),
    match: own(raw.MATCH_BASE_URL, raw.MATCH_KEY, demonstrationValues.MATCH_KEY),
    liveFace: own(raw.LIVE_FACE_BASE_URL, raw.LIVE_FACE_KEY, demonstrationValues.LIVE_FACE_KEY),
    internalMode: raw.INTERNAL_MODE === "yes",
    bulkRecordsMost: raw.BULK_RECORDS_MOST,
  };
}
