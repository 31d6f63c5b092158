import { searchCacId } from "@idanimo/contract/fields";
import type { CompanyRecord } from "@idanimo/contract/records";
import * as z from "zod/mini";
import type { SourceSettings } from "../../source-settings.ts";
import { below, type Line } from "../line.ts";
import { faultUnless, jsonOf, unusable } from "../look-up.ts";
import type { End } from "../outside.ts";
import { isoDate } from "../person-records/values.ts";
import type { LookupAnswer, Source } from "../source.ts";
import { membersOf, textOf } from "../wire-json.ts";

/** Companies by Mono's look-up of the public register. Source: providers 2.3. */

type Asked = { readonly by: "rc" | "name"; readonly text: string };

const mostCompanies = 100;
const longestText = 500;

export function mono(line: Line, settings: SourceSettings["mono"]): Source<Asked, readonly CompanyRecord[]> {
  const headers = { "mono-sec-key": settings.secretKey };
  return {
    provider: line.name,
    standing: () => line.standing(),
    async ask({ by, text }) {
      const search = by === "rc" ? plainRc(text) : text;
      const query = new URLSearchParams({ search, exact: by === "rc" ? "true" : "false" });
      const url = `${below(settings.baseUrl, "v3/lookup/cac")}?${query.toString()}`;
      const found = companiesIn(await line.ask({ method: "GET", url, headers }, faultIn));
      return by === "rc" ? onlyOf(search, found) : found;
    },
  };
}

/** Whether an answer says that it is one. */
export const isGood = (json: unknown) => textOf(membersOf(json)["status"])?.toLowerCase() === "successful";
export const faultIn = faultUnless(({ json }) => isGood(json) && Array.isArray(membersOf(json)["data"]));

function companiesIn(end: End): LookupAnswer<readonly CompanyRecord[]> {
  const refused = unusable(end);
  if (refused) return refused;
  const { data } = membersOf(jsonOf(end));
  if (!isGood(jsonOf(end)) || !Array.isArray(data)) return { kind: "failed", why: "unreadable" };
  if (data.length === 0) return { kind: "not_found" };
  const record = data
    .slice(0, mostCompanies)
    .map(companyIn)
    .filter((company) => company !== undefined);
  return record.length > 0 ? { kind: "found", record } : { kind: "failed", why: "unreadable" };
}

/** Companies of the asked number only. An answer about others alone says nothing about it, and is no answer (T-62). */
function onlyOf(rc: string, answer: LookupAnswer<readonly CompanyRecord[]>): LookupAnswer<readonly CompanyRecord[]> {
  if (answer.kind !== "found") return answer;
  const record = answer.record.filter(({ rcNumber }) => rcNumber !== null && plainRc(rcNumber) === rc);
  return record.length > 0 ? { kind: "found", record } : { kind: "failed", why: "wrong_company" };
}

/** A registration number without the letters and marks people write around it: `RC 7700123` is `7700123`. */
function plainRc(text: string): string {
  const plain = text.toUpperCase().replace(/[^A-Z0-9]/g, "");
  return plain.replace(/^RC(?=\d)/, "") || text;
}

/** One company; undefined where it has no name, or no id by which its stakeholders could be asked for. */
function companyIn(wire: unknown): CompanyRecord | undefined {
  const members = membersOf(wire);
  const text = (name: string) => textOf(members[name])?.slice(0, longestText) ?? null;
  const id = z.safeParse(searchCacId, textOf(members["id"])).data;
  const approvedName = text("approved_name");
  if (id === undefined || approvedName === null) return undefined;
  const registered = text("registration_date");
  return {
    id,
    cacid: id,
    approvedName,
    rcNumber: text("rc_number"),
    email: text("email"),
    status: text("delisting_status") ?? wordFor(members["registration_approved"], "APPROVED", "NOT APPROVED"),
    companyStatus: wordFor(members["active"], "ACTIVE", "INACTIVE"),
    address: text("address") ?? text("head_office_address"),
    branchAddress: text("branch_address"),
    state: text("state"),
    lga: text("lga"),
    city: text("city"),
    postalCode: text("postcode"),
    code: text("code"),
    classificationId: text("classification_id"),
    registrationDate: isoDate(registered ?? undefined) ?? registered,
  };
}

function wordFor(value: unknown, yes: string, no: string): string | null {
  return typeof value === "boolean" ? (value ? yes : no) : null;
}
