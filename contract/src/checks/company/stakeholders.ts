import { formatField, nonEmptyText } from "../../record-fields.ts";
import { titleCaseCompany, titleCaseName } from "../../register-name.ts";
import type { StakeholderField, StakeholderRecord } from "./record.ts";

/** The summary line of a person or organisation behind a company. Pure. */

const presentTexts = (of: StakeholderRecord, ...names: readonly StakeholderField[]) =>
  names.map((name) => nonEmptyText(of[name])).filter((text) => text !== undefined);

/** An organisation by its name, a person first name first; a dash if the register has neither. */
export function stakeholderName(of: StakeholderRecord): string {
  const person = presentTexts(of, "firstname", "other_name", "surname").map(titleCaseName).join(" ");
  const body = titleCaseCompany(
    presentTexts(of, "corporation_name", "government_organisation_name", "foreign_organisation_name")[0] ?? "",
  );
  return (isOrganisation(of) ? body || person : person || body) || "-";
}

export function isOrganisation(of: StakeholderRecord): boolean {
  return formatField(of, { label: "", names: ["is_corporate"], kind: "yes" }) === "Yes";
}

/** The shares or the office: `60,000 ordinary shares`, `Chairman`. */
export function stakeholderRole(of: StakeholderRecord): string {
  if (of.stake === "Director")
    return formatField(of, { label: "", names: ["is_chairman"], kind: "yes" }) === "Yes" ? "Chairman" : "Director";
  if (nonEmptyText(of.num_shares_alloted) === undefined) return "Shareholder";
  const count = formatField(of, { label: "", names: ["num_shares_alloted"], kind: "count" });
  return [count, nonEmptyText(of.type_of_shares)?.toLowerCase(), count === "1" ? "share" : "shares"]
    .filter(Boolean)
    .join(" ");
}

/** The shares of one entry, a whole number; undefined if the register has none. */
const sharesOf = ({ num_shares_alloted: shares }: StakeholderRecord): bigint | undefined => {
  const digits = nonEmptyText(shares)?.replaceAll(",", "") ?? "";
  return /^\d{1,18}$/.test(digits) ? BigInt(digits) : undefined;
};

/**
 * The percentage of the listed shares that each entry has; undefined for one without shares. The register may not
 * list all shares.
 */
export function shareholdings(people: readonly StakeholderRecord[]): readonly (number | undefined)[] {
  const shares = people.map(sharesOf);
  const total = shares.reduce<bigint>((sum, each) => sum + (each ?? 0n), 0n);
  return shares.map((each) =>
    each === undefined || total === 0n ? undefined : Number((each * 10_000n) / total) / 100,
  );
}

/** `60%`, `33.3%`, `less than 0.1%`. */
export function formatPercent(percent: number): string {
  if (percent > 0 && percent < 0.1) return "less than 0.1%";
  return `${Math.round(percent * 10) / 10}%`;
}

/** `ACTIVE` as `Active`; undefined if the register has no status. */
export function statusLabel(status: string | null | undefined): string | undefined {
  return nonEmptyText(status) && formatField({ status }, { label: "", names: ["status"], kind: "words" });
}
