import { searchCacId } from "@idanimo/contract/fields";
import type { CompanyRecord } from "@idanimo/contract/checks/company/record";
import * as z from "zod/mini";
import type { SourceSettings } from "../source-settings.ts";
import { joinUrl, type ProviderClient } from "../provider-client.ts";
import { faultUnless, jsonBodyOf, unusableOutcome } from "../lookup-outcome.ts";
import type { HttpOutcome } from "../http-client.ts";
import { parseIsoDate } from "../person-records/values.ts";
import type { LookupResult, Source } from "../source.ts";
import { membersOf, wireText } from "../wire-json.ts";

/** Companies from Mono's lookup of the public register. */

type Asked = { readonly by: "rc" | "name"; readonly text: string };

const maxCompanies = 100;
const textMaxLength = 500;

export function mono(
  client: ProviderClient,
  settings: SourceSettings["mono"],
): Source<Asked, readonly CompanyRecord[]> {
  const headers = { "mono-sec-key": settings.secretKey };
  return {
    provider: client.name,
    health: () => client.health(),
    async query({ by, text }) {
      const search = by === "rc" ? normaliseRc(text) : text;
      const query = new URLSearchParams({ search, exact: by === "rc" ? "true" : "false" });
      const url = `${joinUrl(settings.baseUrl, "v3/lookup/cac")}?${query.toString()}`;
      const found = parseCompanies(await client.request({ method: "GET", url, headers }, findMonoFault));
      return by === "rc" ? onlyWithRc(search, found) : found;
    },
  };
}

/** Whether a response reports success. */
export const isMonoSuccess = (json: unknown) => wireText(membersOf(json)["status"])?.toLowerCase() === "successful";
export const findMonoFault = faultUnless(({ json }) => isMonoSuccess(json) && Array.isArray(membersOf(json)["data"]));

function parseCompanies(end: HttpOutcome): LookupResult<readonly CompanyRecord[]> {
  const rejected = unusableOutcome(end);
  if (rejected) return rejected;
  const { data } = membersOf(jsonBodyOf(end));
  if (!isMonoSuccess(jsonBodyOf(end)) || !Array.isArray(data)) return { kind: "failed", why: "unreadable" };
  if (data.length === 0) return { kind: "not_found" };
  const record = data
    .slice(0, maxCompanies)
    .map(parseCompany)
    .filter((company) => company !== undefined);
  return record.length > 0 ? { kind: "found", record } : { kind: "failed", why: "unreadable" };
}

/** Returns only companies with the requested number. A response with only others is unusable. [T-62] */
function onlyWithRc(
  rc: string,
  result: LookupResult<readonly CompanyRecord[]>,
): LookupResult<readonly CompanyRecord[]> {
  if (result.kind !== "found") return result;
  const record = result.record.filter(({ rcNumber }) => rcNumber !== null && normaliseRc(rcNumber) === rc);
  return record.length > 0 ? { kind: "found", record } : { kind: "failed", why: "wrong_company" };
}

/** A registration number without the letters and marks around it: `RC 7700123` is `7700123`. */
function normaliseRc(text: string): string {
  const plain = text.toUpperCase().replace(/[^A-Z0-9]/g, "");
  return plain.replace(/^RC(?=\d)/, "") || text;
}

/** One company; undefined without a name, or without an id to request its stakeholders by. */
function parseCompany(wire: unknown): CompanyRecord | undefined {
  const members = membersOf(wire);
  const text = (name: string) => wireText(members[name])?.slice(0, textMaxLength) ?? null;
  const id = z.safeParse(searchCacId, wireText(members["id"])).data;
  const approvedName = text("approved_name");
  if (id === undefined || approvedName === null) return undefined;
  const registered = text("registration_date");
  return {
    id,
    cacid: id,
    approvedName,
    rcNumber: text("rc_number"),
    email: text("email"),
    status: text("delisting_status") ?? yesNoText(members["registration_approved"], "APPROVED", "NOT APPROVED"),
    companyStatus: yesNoText(members["active"], "ACTIVE", "INACTIVE"),
    address: text("address") ?? text("head_office_address"),
    branchAddress: text("branch_address"),
    state: text("state"),
    lga: text("lga"),
    city: text("city"),
    postalCode: text("postcode"),
    code: text("code"),
    classificationId: text("classification_id"),
    registrationDate: parseIsoDate(registered ?? undefined) ?? registered,
  };
}

function yesNoText(value: unknown, yes: string, no: string): string | null {
  return typeof value === "boolean" ? (value ? yes : no) : null;
}
