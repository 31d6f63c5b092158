import * as z from "zod/mini";
import type { Currency } from "./money.ts";
import { apiBase } from "./operation.ts";

/** Addresses of what can be kept of the product, and of the page that says whether a report is genuine. Source: design 3. */

const downloadPath = (path: string, query: Readonly<Record<string, string | undefined>> = {}) => {
  const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const text = new URLSearchParams(given).toString();
  return `${apiBase}${path}${text === "" ? "" : `?${text}`}`;
};

/** Every download of a signed-in person. None holds a value that was searched for. */
export const downloads = {
  /** The report of one result, PDF; only while the result may be seen. */
  report: (requestId: string) => downloadPath(`/results/${encodeURIComponent(requestId)}/report.pdf`),
  /** The source's own report of a VIN, PDF, as long as the result may be seen. */
  sourceReport: (requestId: string) => downloadPath(`/results/${encodeURIComponent(requestId)}/source.pdf`),
  /** @param transactionID of a purchase or a top-up */
  receipt: (transactionID: string) => downloadPath(`/user/receipts/${encodeURIComponent(transactionID)}.pdf`),
  /** @param type one of the history's filters */
  historyCsv: (type?: string) => downloadPath("/user/history.csv", { type }),
  /** Everything that is known of the account, for ten minutes after its owner proved who they are. */
  myDataJson: () => downloadPath("/user/export"),
  /** The same as a paper: counts, and the newest rows of each list. */
  myDataPdf: () => downloadPath("/user/export.pdf"),
  transactionsCsv: () => downloadPath("/user/transactions.csv"),
  /** @param from first and last day in Lagos, `2026-11-21`; both included */
  statement: (currency: Currency, from: string, to: string) =>
    downloadPath("/user/statement.pdf", { currency, from, to }),
} as const;

/** Printed on each report: four groups of five letters and digits that cannot be taken for one another. */
export const reportCode = z.string().check(z.regex(/^[2-9A-HJKMNP-TV-Z]{5}(-[2-9A-HJKMNP-TV-Z]{5}){3}$/));

/** Where anybody can see whether a report is genuine and still stands. No data is shown there. */
export const verifyPath = (code: string) => `/verify/${code}`;

/** How long that page knows a report. */
export const reportVerifiableMonths = 12;
