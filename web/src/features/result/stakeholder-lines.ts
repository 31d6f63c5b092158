import { shownValue, textOf } from "@idanimo/contract/record-fields";
import type { StakeholderField, StakeholderRecord } from "@idanimo/contract/records";

/** What stands in the line of a person or body behind a company, before it is opened. Pure. */

/** How many of a panel are drawn before the next are asked for. */
export const peopleAtOnce = 50;

const held = (of: StakeholderRecord, ...names: readonly StakeholderField[]) =>
  names.map((name) => textOf(of[name])).filter((text) => text !== undefined);

/** A body by its own name, a person surname first; a dash where the register names neither. */
export function nameOf(of: StakeholderRecord): string {
  const person = held(of, "surname", "firstname", "other_name").join(" ");
  const body = held(of, "corporation_name", "government_organisation_name", "foreign_organisation_name")[0] ?? "";
  return (isBody(of) ? body || person : person || body) || "-";
}

export function isBody(of: StakeholderRecord): boolean {
  return shownValue(of, { label: "", names: ["is_corporate"], kind: "yes" }) === "Yes";
}

/** Their shares or their office: `60,000 ordinary shares`, `Chairman`. */
export function partOf(of: StakeholderRecord): string {
  if (of.stake === "Director")
    return shownValue(of, { label: "", names: ["is_chairman"], kind: "yes" }) === "Yes" ? "Chairman" : "Director";
  if (textOf(of.num_shares_alloted) === undefined) return "Shareholder";
  const count = shownValue(of, { label: "", names: ["num_shares_alloted"], kind: "count" });
  return [count, textOf(of.type_of_shares)?.toLowerCase(), count === "1" ? "share" : "shares"]
    .filter(Boolean)
    .join(" ");
}

/** `ACTIVE` as `Active`; undefined where the register is silent. */
export function statusWords(status: string | null | undefined): string | undefined {
  return textOf(status) && shownValue({ status }, { label: "", names: ["status"], kind: "words" });
}

export type Panel = { readonly title: string; readonly none: string; readonly people: readonly StakeholderRecord[] };

/** The two panels; somebody who is both stands in both. Source: RESULT-BUSINESS-09. */
export function panelsOf(found: readonly StakeholderRecord[]): readonly Panel[] {
  const of = (stake: StakeholderRecord["stake"]) => found.filter((one) => one.stake === stake);
  return [
    { title: "Shareholders", none: "The register names no shareholders.", people: of("Shareholder") },
    { title: "Directors", none: "The register names no directors.", people: of("Director") },
  ];
}
