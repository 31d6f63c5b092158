import { type Answer, type VehicleField, comparedVehicleFields } from "@idanimo/contract/answers";

/** A vehicle as one source reports it. */
export type ReportedVehicle = {
  /** Name of the source. */
  readonly source: string;
  readonly fields: { readonly [Field in VehicleField]?: string | null | undefined };
};

/** `agree` is null unless both sources reported the field. `sources` names those that did. */
export type FieldAgreement = {
  readonly field: VehicleField;
  readonly agree: boolean | null;
  readonly sources: readonly string[];
};
export type VehicleComparison = { readonly answer: Answer; readonly fields: readonly FieldAgreement[] };

const wordsOf = (text: string | null | undefined): readonly string[] =>
  (text ?? "")
    .toLowerCase()
    .replace(/\bgrey\b/g, "gray")
    .split(/[^a-z0-9]+/)
    .filter(Boolean);

/** Whether all words of one text are in the other: `Accord` and `ACCORD EX` name one model. */
function agreeOn(left: readonly string[], right: readonly string[]): boolean {
  const [shorter, longer] = left.length <= right.length ? [left, right] : [right, left];
  return shorter.every((word) => longer.includes(word)) || left.join("") === right.join("");
}

/**
 * Compares two records of a vehicle field by field. `no`: make or model differ, or nothing agrees. `near`: only year
 * or colour differ. `unknown`: the sources have neither make nor model in common. [AO-12]
 */
export function compareVehicles(one: ReportedVehicle, other: ReportedVehicle): VehicleComparison {
  const fields = comparedVehicleFields.map((field): FieldAgreement => {
    const [left, right] = [wordsOf(one.fields[field]), wordsOf(other.fields[field])];
    const sources = [...(left.length > 0 ? [one.source] : []), ...(right.length > 0 ? [other.source] : [])];
    return { field, agree: sources.length === 2 ? agreeOn(left, right) : null, sources };
  });
  const agreeing = (names: readonly VehicleField[]) =>
    fields.flatMap(({ field, agree }) => (names.includes(field) && agree !== null ? [agree] : []));
  const kind = agreeing(["make", "model"]);
  if (kind.length === 0) return { answer: "unknown", fields };
  if (kind.includes(false)) return { answer: "no", fields };
  return { answer: agreeing(["year", "colour"]).includes(false) ? "near" : "yes", fields };
}
