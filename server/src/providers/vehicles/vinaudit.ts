import type { SourceSettings } from "../source-settings.ts";
import { joinUrl, type ProviderClient } from "../provider-client.ts";
import { faultUnless, jsonBodyOf, unusableOutcome } from "../lookup-outcome.ts";
import type { HttpOutcome } from "../http-client.ts";
import type { LookupResult, Source, VehicleId, VehicleReport } from "../source.ts";
import { membersOf, wireText } from "../wire-json.ts";
import { parseTables, parseTexts } from "../wire-rows.ts";
import type { NamedTexts } from "@idanimo/contract/named-texts";

/** VinAudit's vehicle history. Only its `success` and `error` say whether a call succeeded. */

type Settings = SourceSettings["vinaudit"];

/** The first call: the VIN's attributes, and the id of its report. */
export function vehicleId(client: ProviderClient, settings: Settings): Source<string, VehicleId> {
  return {
    provider: client.name,
    health: () => client.health(),
    async query(vin) {
      const body = parseBody(
        await post(client, joinUrl(settings.baseUrl, "query"), { ...credentialFields(settings), vin }),
      );
      if (body.kind !== "found") return body;
      const { vin: about, id } = body.record;
      const [aboutText, reportId] = [wireText(about), wireText(id)];
      if (aboutText === undefined || reportId === undefined) return { kind: "failed", why: "unreadable" };
      return {
        kind: "found",
        record: { vin: aboutText.toUpperCase(), reportId, attributes: parseTexts(body.record["attributes"]) },
      };
    },
  };
}

/**
 * The second call: the report of an id. A report is billed at most once however often it is read, so a call without
 * a response may be repeated.
 */
export function vehicleReport(
  client: ProviderClient,
  settings: Settings,
): Source<{ readonly vin: string; readonly reportId: string }, VehicleReport> {
  return {
    provider: client.name,
    health: () => client.health(),
    async query({ vin, reportId }) {
      const form = { ...credentialFields(settings), vin, id: reportId };
      const end = await post(client, joinUrl(settings.baseUrl, "pullreport"), form);
      if (end.kind === "timeout" || end.kind === "broken") return { kind: "not_accepted", why: end.why };
      if (end.kind === "response" && end.status >= 500) return { kind: "not_accepted", why: "server_error" };
      if (end.kind === "response" && end.status < 300 && end.json === undefined)
        return { kind: "not_accepted", why: "unreadable" };
      const body = parseBody(end);
      if (body.kind !== "found") return body;
      return parseReport(body.record, reportId);
    },
  };
}

/** Trim, list price and other data of the manufacturer for a VIN. */
export function vehicleSpecs(client: ProviderClient, settings: Settings): Source<string, NamedTexts> {
  return {
    provider: client.name,
    health: () => client.health(),
    async query(vin) {
      const body = parseBody(await post(client, settings.specsUrl, { key: settings.key, vin }));
      if (body.kind !== "found") return body;
      const attributes = parseTexts(body.record["attributes"]);
      const about = wireText(body.record["vin"]) ?? attributes["vin"];
      if (about !== undefined && about.toUpperCase() !== vin) return { kind: "failed", why: "wrong_vehicle" };
      return Object.keys(attributes).length > 0 ? { kind: "found", record: attributes } : { kind: "not_found" };
    },
  };
}

export const credentialFields = ({ key, user, password }: Settings) => ({ key, user, pass: password });

/** Posts a form: key and password stay out of URLs, which servers and proxies log. */
function post(client: ProviderClient, url: string, form: Readonly<Record<string, string>>): Promise<HttpOutcome> {
  const bytes = Buffer.from(new URLSearchParams({ ...form, format: "json" }).toString());
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  return client.request({ method: "POST", url, headers, bytes }, findFault);
}

type Body = Readonly<Record<string, unknown>>;

const isTrueText = (value: unknown) => value === true || value === "true" || value === "1";
const findBodyFault = faultUnless(({ json }) => membersOf(json)["success"] !== undefined);
const findFault: typeof findBodyFault = (response) =>
  findBodyFault(response) ?? (meaningOf(membersOf(response.json)) === "auth" ? "auth" : undefined);

/** What each `error` means; an unknown one may have been billed. */
const meanings: Readonly<Record<string, "no_vehicle" | "not_ready" | "auth">> = {
  invalid_vin: "no_vehicle",
  incomplete_report: "not_ready",
  unauthorized_request: "auth",
};
const meaningOf = (body: Body) => meanings[wireText(body["error"]) ?? ""];

function parseBody(end: HttpOutcome): LookupResult<Body> {
  const rejected = unusableOutcome(end);
  if (rejected) return rejected;
  const body = membersOf(jsonBodyOf(end));
  if (isTrueText(body["success"])) return { kind: "found", record: body };
  if (body["success"] === undefined) return { kind: "failed", why: "unreadable" };
  const meaning = meaningOf(body);
  if (meaning === "no_vehicle") return { kind: "not_found" };
  if (meaning === "not_ready") return { kind: "not_accepted", why: "incomplete_report" };
  return { kind: "failed", why: meaning ?? "refused" };
}

function parseReport(body: Body, reportId: string): LookupResult<VehicleReport> {
  const vin = wireText(body["vin"]);
  const { thefts, canada_thefts: canadianThefts, attributes, ...others } = body;
  // a report without information about thefts must not mean "not stolen"
  if (vin === undefined || !Array.isArray(thefts)) return { kind: "failed", why: "unreadable" };
  if (wireText(body["id"]) !== reportId) return { kind: "failed", why: "wrong_report" };
  return {
    kind: "found",
    record: {
      vin: vin.toUpperCase(),
      attributes: parseTexts(attributes),
      stolen: thefts.length > 0 || (Array.isArray(canadianThefts) && canadianThefts.length > 0),
      tables: parseTables({ thefts, canada_thefts: canadianThefts, ...others }),
    },
  };
}
