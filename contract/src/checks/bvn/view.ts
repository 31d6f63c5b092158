import { formatMoney, money, parseMinor } from "../../money.ts";
import type { RecordField } from "../../record-fields.ts";
import { bureaus } from "./bureaus.ts";
import { type BureauFigure, type BureauRecord, bureauFigures, type CreditRecord } from "./record.ts";

/** The header of a credit record [RESULT-CREDIT-04]. */
export const creditHeaderFields: readonly RecordField[] = [
  { label: "Name", names: ["name"] },
  { label: "Date of birth", names: ["dateOfBirth"], kind: "date" },
  { label: "Gender", names: ["gender"], kind: "gender" },
  { label: "Phone", names: ["phone"], kind: "phone" },
  { label: "BVN", names: ["bvn"], kind: "digits" },
  { label: "Address", names: ["address"], long: true },
  { label: "Email", names: ["email"], long: true },
];

const figureLabels = {
  highestLoanAmount: "Highest loan",
  totalNoOfInstitutions: "Institutions",
  totalOverdue: "Overdue",
  totalBorrowed: "Borrowed",
  totalOutstanding: "Outstanding",
  totalNoOfLoans: "Loans",
  totalNoOfActiveLoans: "Active loans",
  totalNoOfDelinquentFacilities: "Delinquent loans",
  maxNoOfDays: "Most days late",
  totalNoOfClosedLoans: "Closed loans",
} as const satisfies Record<BureauFigure, string>;

const nairaFigures: readonly BureauFigure[] = [
  "highestLoanAmount",
  "totalOverdue",
  "totalBorrowed",
  "totalOutstanding",
];

/**
 * The ten values of a bureau with their labels; money has its sign and separators [RESULT-CREDIT-10
 * RESULT-CREDIT-11].
 */
export function bureauFigureRows(
  summary: BureauRecord["summary"] | undefined,
): readonly { figure: BureauFigure; label: string; value: string }[] {
  return bureauFigures.map((figure) => ({
    figure,
    label: figureLabels[figure],
    value: formatFigure(summary?.[figure] ?? null, nairaFigures.includes(figure)),
  }));
}

function formatFigure(value: string | null, isMoney: boolean): string {
  const text = value?.trim() ?? "";
  if (text === "" || text.toLowerCase() === "null") return "-";
  const minor = isMoney ? parseMinor(text) : undefined;
  return minor === undefined ? text : formatMoney(money("NGN", minor));
}

/** Whether a credit record is empty [RESULT-COMMON-07]. */
export function isEmptyCreditRecord(record: CreditRecord): boolean {
  return (
    record["basic-data"].length === 0 &&
    record["FICO-Score"].ficoScore === null &&
    bureaus.every(({ member }) => record[member] === null)
  );
}
