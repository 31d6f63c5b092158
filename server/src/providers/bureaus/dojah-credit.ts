import type { SourceSettings } from "../../source-settings.ts";
import { below, type Line } from "../line.ts";
import { faultUnless, jsonOf, unusable } from "../look-up.ts";
import type { End } from "../outside.ts";
import type { Bureau, BureauFound, LookupAnswer, Source } from "../source.ts";
import { membersOf, textOf } from "../wire-json.ts";
import { bureauRecordIn, ficoScoreIn, headIn } from "./bureau-record.ts";

/** Dojah's credit look-up. Source: providers 2.4. */

const names = {
  crc: { source: "CRC", status: "crc" },
  firstCentral: { source: "FIRST_CENTRAL", status: "firstCentral" },
  creditRegistry: { source: "CREDIT_REGISTRY", status: "creditRegistry" },
} as const satisfies Record<Bureau, { readonly source: string; readonly status: string }>;

/**
 * One bureau's part of Dojah's answer. Each call answers for all three bureaus and is billed whole, so a purchase of several
 * bureaus pays Dojah once for each of them: its parts are charges of their own, each asked once and refunded alone.
 */
export function dojahCredit(
  line: Line,
  settings: NonNullable<SourceSettings["dojah"]>,
  bureau: Bureau,
): Source<string, BureauFound> {
  const headers = { AppId: settings.appId, Authorization: settings.secretKey };
  return {
    provider: line.name,
    standing: () => line.standing(),
    async ask(bvn) {
      const url = `${below(settings.baseUrl, "api/v1/credit_bureau")}?${new URLSearchParams({ bvn }).toString()}`;
      return partIn(await line.ask({ method: "GET", url, headers }, faultIn), bureau);
    },
  };
}

const entityIn = (json: unknown) => membersOf(membersOf(json)["entity"]);
const faultIn = faultUnless(({ json }) => textOf(entityIn(json)["bvn"]) !== undefined);

function partIn(end: End, bureau: Bureau): LookupAnswer<BureauFound> {
  const refused = unusable(end, [400, 404]);
  if (refused) return refused;
  if (end.kind === "answer" && end.status >= 400) {
    const said = textOf(membersOf(jsonOf(end))["error"]) ?? "";
    return /not found|no credit data/i.test(said)
      ? { kind: "not_found" }
      : { kind: "failed", why: `http_${end.status}` };
  }
  const entity = entityIn(jsonOf(end));
  const bvn = textOf(entity["bvn"]);
  if (bvn === undefined) return { kind: "failed", why: "unreadable" };
  const score = membersOf(entity["score"]);
  const status = textOf(membersOf(score["bureauStatus"])[names[bureau].status]);
  const own = ownPart(score, names[bureau].source);
  if ((status !== undefined && status.toLowerCase() !== "success") || own === undefined) return { kind: "not_found" };
  return {
    kind: "found",
    record: { bvn, bureau: bureauRecordIn(own), ficoScore: ficoScoreIn(own), basic: headIn(entity) },
  };
}

/** Every field of a score is a list of `{source, value}`; this is one source's side of it, undefined where it has none. */
function ownPart(score: Readonly<Record<string, unknown>>, source: string) {
  const fields = Object.entries(score).flatMap(([name, list]) => {
    const entries: readonly unknown[] = Array.isArray(list) ? list : [];
    const own = entries.map(membersOf).find((entry) => textOf(entry["source"])?.toUpperCase() === source);
    return own === undefined ? [] : [[name, own["value"]] as const];
  });
  return fields.length === 0 ? undefined : Object.fromEntries(fields);
}
