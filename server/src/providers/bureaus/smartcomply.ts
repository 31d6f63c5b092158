import type { SourceSettings } from "../../source-settings.ts";
import { below, type Line } from "../line.ts";
import { faultUnless, jsonOf, unusable } from "../look-up.ts";
import type { Answer, End } from "../outside.ts";
import type { Bureau, BureauFound, LookupAnswer, Source } from "../source.ts";
import { membersOf, textOf } from "../wire-json.ts";
import { bureauRecordIn, ficoScoreIn, headIn } from "./bureau-record.ts";

/** SmartComply's credit look-ups, a call for each table and each score. Source: providers 2.4. */

/**
 * Below the base, the slash at the end included. First Central's full path is by analogy: its documentation names none. Its score
 * call exists too and is billed, but says no FICO score, only that bureau's own consumer score, which the product does not show.
 */
const paths = {
  crc: { full: "crc_full", score: "credit_scores_crc" },
  firstCentral: { full: "first_central_full", score: undefined },
  creditRegistry: { full: "credit_registry_full", score: undefined },
} as const satisfies Record<Bureau, { readonly full: string; readonly score: string | undefined }>;

/** One bureau's record of a BVN: its tables, and its score where it gives one, which is a second billed call. */
export function smartcomply(
  line: Line,
  settings: SourceSettings["smartcomply"],
  bureau: Bureau,
): Source<string, BureauFound> {
  const headers = { "x-access-token": settings.accessToken };
  const ask = (path: string, bvn: string) => {
    const url = `${below(settings.baseUrl, `api/onboarding/individual/${path}`)}/`;
    return line.ask({ method: "POST", url, headers, body: { bvn } }, faultIn);
  };
  return {
    provider: line.name,
    standing: () => line.standing(),
    async ask(bvn) {
      const full = dataIn(await ask(paths[bureau].full, bvn));
      const { score: scorePath } = paths[bureau];
      if (full.kind !== "found" || scorePath === undefined) return recordOf(full, null);
      const scored = dataIn(await ask(scorePath, bvn));
      if (scored.kind === "not_found") return recordOf(full, null); // too few loans for a score
      if (scored.kind === "found") return recordOf(full, scored.record);
      return { kind: "failed", why: scored.why }; // the first call was taken, so nothing may be asked again
    },
  };
}

type Data = Readonly<Record<string, unknown>>;

function recordOf(full: LookupAnswer<Data>, scored: Data | null): LookupAnswer<BureauFound> {
  if (full.kind !== "found") return full;
  const data = full.record;
  const bvn = textOf(data["bvn"]);
  if (bvn === undefined) return { kind: "failed", why: "unreadable" };
  const scoredBvn = textOf(scored?.["bvn"]);
  if (scoredBvn !== undefined && scoredBvn !== bvn) return { kind: "failed", why: "wrong_person" };
  const ficoScore = ficoScoreIn(scored?.["score"]) ?? ficoScoreIn(data["score"]);
  return {
    kind: "found",
    record: { bvn, bureau: bureauRecordIn(data["score"]), ficoScore, basic: headIn(data) },
  };
}

/** `{status, data, message}` or, from older calls, `{success, statusCode, message, response_code, data}`. */
function isGood(body: Data): boolean {
  return body["success"] === true || textOf(body["status"])?.toLowerCase() === "success";
}

function hasEnvelope(body: Data): boolean {
  return typeof body["success"] === "boolean" || textOf(body["status"]) !== undefined;
}

const faultIn = faultUnless(({ json }: Answer) => hasEnvelope(membersOf(json)));

function dataIn(end: End): LookupAnswer<Data> {
  const refused = unusable(end, [400, 404]);
  if (refused) return refused;
  const body = membersOf(jsonOf(end));
  if (end.kind === "answer" && end.status >= 400) return noRecordIn(end.status, body);
  if (isGood(body) && textOf(membersOf(body["data"])["bvn"]) !== undefined)
    return { kind: "found", record: membersOf(body["data"]) };
  return saysNoRecord(body) ? { kind: "not_found" } : { kind: "failed", why: "unreadable" };
}

/** A 404 in their envelope is about the BVN; any other is about the address we asked, which must not pass for "no record". */
function noRecordIn(status: number, body: Data): LookupAnswer<never> {
  if (saysNoRecord(body) || (status === 404 && hasEnvelope(body))) return { kind: "not_found" };
  return { kind: "failed", why: `http_${status}` };
}

function saysNoRecord(body: Data): boolean {
  return /no credit data available/i.test(textOf(body["message"]) ?? "");
}
