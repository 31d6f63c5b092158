import {
  type StakeholderField,
  stakeholderFields,
  type StakeholderRecord,
} from "@idanimo/contract/checks/company/record";
import type { SourceSettings } from "../source-settings.ts";
import { joinUrl, type ProviderClient } from "../provider-client.ts";
import { jsonBodyOf, unusableOutcome } from "../lookup-outcome.ts";
import type { HttpOutcome } from "../http-client.ts";
import { parseIsoDate } from "../person-records/values.ts";
import type { LookupResult, Source } from "../source.ts";
import { membersOf, wireText } from "../wire-json.ts";
import { findMonoFault, isMonoSuccess } from "./mono.ts";

/** The persons and bodies behind a company, from Mono's two lists of the public register. */

type Stake = StakeholderRecord["stake"];

const paths: Readonly<Record<Stake, string>> = { Shareholder: "", Director: "/directors" };
/** A longer list counts as unreadable and is refunded, because the buyer pays for a complete list. */
const maxStakeholders = 5_000;
const textMaxLength = 500;

/**
 * One of the two lists, requested by the register's own id of the company. A response does not say which company it
 * is about. A company without stakeholders is found, with an empty list.
 */
export function monoStakeholders(
  client: ProviderClient,
  settings: SourceSettings["mono"],
  list: Stake,
): Source<string, readonly StakeholderRecord[]> {
  const headers = { "mono-sec-key": settings.secretKey };
  return {
    provider: client.name,
    health: () => client.health(),
    async query(cacId) {
      const url = joinUrl(settings.baseUrl, `v3/lookup/cac/company/${encodeURIComponent(cacId)}${paths[list]}`);
      return parseStakeholders(await client.request({ method: "GET", url, headers }, findMonoFault), list);
    },
  };
}

function parseStakeholders(end: HttpOutcome, list: Stake): LookupResult<readonly StakeholderRecord[]> {
  if (isCompanyNotFound(end)) return { kind: "not_found" };
  const rejected = unusableOutcome(end);
  if (rejected) return rejected;
  const { data } = membersOf(jsonBodyOf(end));
  if (!isMonoSuccess(jsonBodyOf(end)) || !Array.isArray(data) || data.length > maxStakeholders)
    return { kind: "failed", why: "unreadable" };
  const people = data.map((wire: unknown) => membersOf(wire));
  // if no row has a value, the shape differs from the agreed one: not an empty list
  if (data.length > 0 && !people.some((wire) => Object.keys(parseValues(wire)).length > 0))
    return { kind: "failed", why: "unreadable" };
  return { kind: "found", record: people.flatMap((wire) => parseStakeholder(wire, list) ?? []) };
}

/** Their own message for an unknown company; a missing page says nothing about one. */
function isCompanyNotFound(end: HttpOutcome): boolean {
  if (end.kind !== "response" || end.status !== 404) return false;
  return wireText(membersOf(end.json)["status"])?.toLowerCase() === "failed";
}

type Wire = Readonly<Record<string, unknown>>;

/** One person or body; undefined if the register gives them another role in the company, or no values. */
function parseStakeholder(wire: Wire, list: Stake): StakeholderRecord | undefined {
  const stake = parseStake(wireText(membersOf(wire["affiliate_type_fk"])["name"]), list);
  const values = parseValues(wire);
  return stake && Object.keys(values).length > 0 ? { stake, ...values } : undefined;
}

function parseValues(wire: Wire): { readonly [Name in StakeholderField]?: string } {
  const known = stakeholderFields.flatMap((name) => {
    const text = parseValue(wire, name);
    return text === undefined ? [] : [[name, text.slice(0, textMaxLength)] as const];
  });
  return Object.fromEntries(known);
}

/**
 * What a person is to the company. The lists are not clean: the register's role decides if it is one of the two,
 * and the list if there is no role or both. A secretary, or a person with only significant control, is neither.
 */
function parseStake(role: string | undefined, list: Stake): Stake | undefined {
  const words = (role ?? "").toUpperCase().replace(/[^A-Z]+/g, " ");
  if (/\b(SECRETARY|PSC|SIGNIFICANT CONTROL)\b/.test(words)) return undefined;
  const [owns, directs] = [words.includes("SHAREHOLDER"), words.includes("DIRECTOR")];
  if (owns === directs) return list;
  return owns ? "Shareholder" : "Director";
}

/** A value as text; an age of 0 means unknown, and a date loses its time. */
function parseValue(wire: Wire, name: StakeholderField): string | undefined {
  const value = wire[name];
  if (typeof value === "boolean") return String(value);
  const text = wireText(value) ?? (name === "email" ? wireText(wire["business_email"]) : undefined);
  if (name === "age" && text === "0") return undefined;
  return name.startsWith("date_of_") ? (parseIsoDate(text) ?? text) : text;
}
