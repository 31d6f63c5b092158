import { formatCount } from "./date-format.ts";
import { currencies, type Currency, formatMoney, money, parseMinor } from "./money.ts";
import type { NamedTexts } from "./named-texts.ts";
import { formatRegisterDay, nonEmptyText } from "./record-fields.ts";

/** Tables of a record, whose columns and rows come from the source. */

/** Columns that a table does not show [RESULT-CREDIT-13]. */
const hiddenColumns: readonly string[] = ["insertionDate", "lastUpdatedAt"];

/** The columns of a table in the order in which its rows first name them [RESULT-CREDIT-12 RESULT-CREDIT-13]. */
export function visibleColumns(rows: readonly NamedTexts[]): readonly string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) => !hiddenColumns.includes(name));
}

const amountNames = /amount|balance|instal|overdue|outstanding|arrears/i;
/** Columns that count, date or describe amounts. */
const nonAmountNames = /\b(numbers?|counts?|no of|days|dates?|status|types?|frequency)\b/i;

/** Whether a column of a table has amounts, which are right-aligned. */
export const isAmountColumn = (column: string): boolean =>
  amountNames.test(column) && !nonAmountNames.test(humanizeFieldName(column));

/**
 * Formats a value in a table of a record: days in long US form, amounts with separators; a dash for none [CONST-17
 * O-23].
 */
export function formatCell(column: string, value: string | undefined): string {
  const text = nonEmptyText(value);
  if (text === undefined) return "-";
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return formatRegisterDay(text);
  const amount = isAmountColumn(column) ? /^(\d{1,15})(\.\d{1,2})?$/.exec(text) : null;
  return amount ? `${formatCount(BigInt(amount[1] ?? 0))}${amount[2] ?? ""}` : text;
}

/** The currency of a bureau's row: naira, unless it names another; undefined for one that is not known here. */
export function currencyOfRow(row: NamedTexts): Currency | undefined {
  const named = Object.keys(row).find((name) => /^currency/i.test(name));
  const code = nonEmptyText(named && row[named])?.toUpperCase() ?? "NGN";
  return code === "NAIRA" ? "NGN" : currencies.find((known) => known === code);
}

/**
 * The same in a bureau's table, with the currency sign: naira, unless the row names another currency
 * [RESULT-CREDIT-11].
 */
export function formatBureauCell(column: string, row: NamedTexts): string {
  const currency = currencyOfRow(row);
  const digits = nonEmptyText(row[column])?.replace(/^0+(?=\d)|,(?=\d{3}\b)/g, "") ?? "";
  const minor = isAmountColumn(column) ? parseMinor(digits) : undefined;
  return currency && minor !== undefined ? formatMoney(money(currency, minor)) : formatCell(column, row[column]);
}

/** `totalNoOfLoans`, `loan_type` and `Loan type` as `Total no of loans`, `Loan type`. */
export function humanizeFieldName(name: string): string {
  const words = name
    .replace(/[_-]+/g, " ")
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/([A-Za-z])(\d)/g, "$1 $2")
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
