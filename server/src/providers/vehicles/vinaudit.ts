import type { SourceSettings } from "../../source-settings.ts";
import { below, type Line } from "../line.ts";
import { faultUnless, jsonOf, unusable } from "../look-up.ts";
import type { End } from "../outside.ts";
import type { LookupAnswer, Source, VehicleId, VehicleReport } from "../source.ts";
import { membersOf, textOf } from "../wire-json.ts";
import { tablesIn, textsIn } from "../wire-rows.ts";
import type { NamedTexts } from "@idanimo/contract/records";

/** VinAudit's vehicle history. Whether a call went well is said by its `success` and `error` alone. Source: providers 3.1. */

type Settings = SourceSettings["vinaudit"];

/** The first call: what the VIN says, and the id of its report. */
export function vehicleId(line: Line, settings: Settings): Source<string, VehicleId> {
  return {
    provider: line.name,
    standing: () => line.standing(),
    async ask(vin) {
      const body = bodyIn(await post(line, below(settings.baseUrl, "query"), { ...secrets(settings), vin }));
      if (body.kind !== "found") return body;
      const { vin: about, id } = body.record;
      const [aboutText, reportId] = [textOf(about), textOf(id)];
      if (aboutText === undefined || reportId === undefined) return { kind: "failed", why: "unreadable" };
      return {
        kind: "found",
        record: { vin: aboutText.toUpperCase(), reportId, attributes: textsIn(body.record["attributes"]) },
      };
    },
  };
}

/**
 * The second call: the report behind an id. A report is billed at most once however often it is read, so whatever left us
 * without one, a silence included, may be asked again.
 */
export function vehicleReport(
  line: Line,
  settings: Settings,
): Source<{ readonly vin: string; readonly reportId: string }, VehicleReport> {
  return {
    provider: line.name,
    standing: () => line.standing(),
    async ask({ vin, reportId }) {
      const form = { ...secrets(settings), vin, id: reportId };
      const end = await post(line, below(settings.baseUrl, "pullreport"), form);
      if (end.kind === "timeout" || end.kind === "broken") return { kind: "not_taken", why: end.why };
      if (end.kind === "answer" && end.status >= 500) return { kind: "not_taken", why: "server_error" };
      if (end.kind === "answer" && end.status < 300 && end.json === undefined)
        return { kind: "not_taken", why: "unreadable" };
      const body = bodyIn(end);
      if (body.kind !== "found") return body;
      return reportIn(body.record, reportId);
    },
  };
}

/** Trim, list price and whatever else the maker says of a VIN. */
export function vehicleSpecs(line: Line, settings: Settings): Source<string, NamedTexts> {
  return {
    provider: line.name,
    standing: () => line.standing(),
    async ask(vin) {
      const body = bodyIn(await post(line, settings.specsUrl, { key: settings.key, vin }));
      if (body.kind !== "found") return body;
      const attributes = textsIn(body.record["attributes"]);
      const about = textOf(body.record["vin"]) ?? attributes["vin"];
      if (about !== undefined && about.toUpperCase() !== vin) return { kind: "failed", why: "wrong_vehicle" };
      return Object.keys(attributes).length > 0 ? { kind: "found", record: attributes } : { kind: "not_found" };
    },
  };
}

export const secrets = ({ key, user, password }: Settings) => ({ key, user, pass: password });

/** Posted as a form: key and password stay out of addresses, which servers and proxies write down. */
function post(line: Line, url: string, form: Readonly<Record<string, string>>): Promise<End> {
  const bytes = Buffer.from(new URLSearchParams({ ...form, format: "json" }).toString());
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  return line.ask({ method: "POST", url, headers, bytes }, faultIn);
}

type Body = Readonly<Record<string, unknown>>;

const isYes = (value: unknown) => value === true || value === "true" || value === "1";
const faultOfBody = faultUnless(({ json }) => membersOf(json)["success"] !== undefined);
const faultIn: typeof faultOfBody = (answer) =>
  faultOfBody(answer) ?? (meaningOf(membersOf(answer.json)) === "auth" ? "auth" : undefined);

/** What each `error` means; one that is not here may have been billed. */
const meanings: Readonly<Record<string, "no_vehicle" | "not_ready" | "auth">> = {
  invalid_vin: "no_vehicle",
  incomplete_report: "not_ready",
  unauthorized_request: "auth",
};
const meaningOf = (body: Body) => meanings[textOf(body["error"]) ?? ""];

function bodyIn(end: End): LookupAnswer<Body> {
  const refused = unusable(end);
  if (refused) return refused;
  const body = membersOf(jsonOf(end));
  if (isYes(body["success"])) return { kind: "found", record: body };
  if (body["success"] === undefined) return { kind: "failed", why: "unreadable" };
  const meaning = meaningOf(body);
  if (meaning === "no_vehicle") return { kind: "not_found" };
  if (meaning === "not_ready") return { kind: "not_taken", why: "incomplete_report" };
  return { kind: "failed", why: meaning ?? "refused" };
}

function reportIn(body: Body, reportId: string): LookupAnswer<VehicleReport> {
  const vin = textOf(body["vin"]);
  const { thefts, canada_thefts: canadianThefts, attributes, ...others } = body;
  // a report that does not tell of thefts must not read as "not stolen"
  if (vin === undefined || !Array.isArray(thefts)) return { kind: "failed", why: "unreadable" };
  if (textOf(body["id"]) !== reportId) return { kind: "failed", why: "wrong_report" };
  return {
    kind: "found",
    record: {
      vin: vin.toUpperCase(),
      attributes: textsIn(attributes),
      stolen: thefts.length > 0 || (Array.isArray(canadianThefts) && canadianThefts.length > 0),
      tables: tablesIn({ thefts, canada_thefts: canadianThefts, ...others }),
    },
  };
}
