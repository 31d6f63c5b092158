import { type StakeholderField, stakeholderFields, type StakeholderRecord } from "@idanimo/contract/records";
import type { SourceSettings } from "../../source-settings.ts";
import { below, type Line } from "../line.ts";
import { jsonOf, unusable } from "../look-up.ts";
import type { End } from "../outside.ts";
import { isoDate } from "../person-records/values.ts";
import type { LookupAnswer, Source } from "../source.ts";
import { membersOf, textOf } from "../wire-json.ts";
import { faultIn, isGood } from "./mono.ts";

/** The persons and bodies behind a company, by Mono's two lists of the public register. Source: providers 2.3. */

type Stake = StakeholderRecord["stake"];

const paths: Readonly<Record<Stake, string>> = { Shareholder: "", Director: "/directors" };
/** Of one list. Who paid for all of them is not given a part: a longer list counts as one that cannot be read, and the money goes back. */
const mostPeople = 5_000;
const longestText = 500;

/**
 * One of the two lists, asked with the register's own id of the company. An answer does not say which company it is about. A company
 * without anybody is found, with an empty list.
 */
export function monoPeople(
  line: Line,
  settings: SourceSettings["mono"],
  list: Stake,
): Source<string, readonly StakeholderRecord[]> {
  const headers = { "mono-sec-key": settings.secretKey };
  return {
    provider: line.name,
    standing: () => line.standing(),
    async ask(cacId) {
      const url = below(settings.baseUrl, `v3/lookup/cac/company/${encodeURIComponent(cacId)}${paths[list]}`);
      return peopleIn(await line.ask({ method: "GET", url, headers }, faultIn), list);
    },
  };
}

function peopleIn(end: End, list: Stake): LookupAnswer<readonly StakeholderRecord[]> {
  if (isWithoutCompany(end)) return { kind: "not_found" };
  const refused = unusable(end);
  if (refused) return refused;
  const { data } = membersOf(jsonOf(end));
  if (!isGood(jsonOf(end)) || !Array.isArray(data) || data.length > mostPeople)
    return { kind: "failed", why: "unreadable" };
  const people = data.map((wire: unknown) => membersOf(wire));
  // rows of which not one says anything are another shape than the agreed one, and no empty list
  if (data.length > 0 && !people.some((wire) => Object.keys(valuesIn(wire)).length > 0))
    return { kind: "failed", why: "unreadable" };
  return { kind: "found", record: people.flatMap((wire) => personIn(wire, list) ?? []) };
}

/** Their own word for a company that is not there; a page that is not there says nothing about one. */
function isWithoutCompany(end: End): boolean {
  if (end.kind !== "answer" || end.status !== 404) return false;
  return textOf(membersOf(end.json)["status"])?.toLowerCase() === "failed";
}

type Wire = Readonly<Record<string, unknown>>;

/** One person or body; undefined where the register names another part in the company, or says nothing about them. */
function personIn(wire: Wire, list: Stake): StakeholderRecord | undefined {
  const stake = stakeOf(textOf(membersOf(wire["affiliate_type_fk"])["name"]), list);
  const values = valuesIn(wire);
  return stake && Object.keys(values).length > 0 ? { stake, ...values } : undefined;
}

function valuesIn(wire: Wire): { readonly [Name in StakeholderField]?: string } {
  const known = stakeholderFields.flatMap((name) => {
    const text = valueOf(wire, name);
    return text === undefined ? [] : [[name, text.slice(0, longestText)] as const];
  });
  return Object.fromEntries(known);
}

/**
 * What somebody is to the company. The lists are not clean: what the register calls them decides where it is one of the two, and the
 * list where it says nothing or both. A secretary, and who only has significant control, is neither.
 */
function stakeOf(role: string | undefined, list: Stake): Stake | undefined {
  const words = (role ?? "").toUpperCase().replace(/[^A-Z]+/g, " ");
  if (/\b(SECRETARY|PSC|SIGNIFICANT CONTROL)\b/.test(words)) return undefined;
  const [owns, directs] = [words.includes("SHAREHOLDER"), words.includes("DIRECTOR")];
  if (owns === directs) return list;
  return owns ? "Shareholder" : "Director";
}

/** A value as text; an age of 0 is one that nobody knows, and a date loses its time. */
function valueOf(wire: Wire, name: StakeholderField): string | undefined {
  const value = wire[name];
  if (typeof value === "boolean") return String(value);
  const text = textOf(value) ?? (name === "email" ? textOf(wire["business_email"]) : undefined);
  if (name === "age" && text === "0") return undefined;
  return name.startsWith("date_of_") ? (isoDate(text) ?? text) : text;
}
