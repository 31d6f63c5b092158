import * as z from "zod/mini";
import type { Currency } from "./money.ts";
import { apiBase } from "./operation.ts";

/** Paths of the downloads, and of the page that verifies a report. */

const downloadPath = (path: string, query: Readonly<Record<string, string | undefined>> = {}) => {
  const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const text = new URLSearchParams(given).toString();
  return `${apiBase}${path}${text === "" ? "" : `?${text}`}`;
};

/** Every download of a signed-in user. No path contains a search value. */
export const downloads = {
  /** The report of one result, PDF; available as long as the result. */
  report: (requestId: string) => downloadPath(`/results/${encodeURIComponent(requestId)}/report.pdf`),
  /** The provider's own report of a VIN, PDF; available as long as the result. */
  sourceReport: (requestId: string) => downloadPath(`/results/${encodeURIComponent(requestId)}/source.pdf`),
  /** @param transactionID of a purchase or a top-up */
  receipt: (transactionID: string) => downloadPath(`/user/receipts/${encodeURIComponent(transactionID)}.pdf`),
  /** @param filters of the history; a file has every row that they match */
  historyCsv: (
    filters: Readonly<
      Partial<Record<"organisation" | "type" | "status" | "memberId" | "from" | "to", string | undefined>>
    > = {},
  ) => downloadPath("/user/history.csv", filters),
  /** All data of the account, for ten minutes after reauthentication. */
  myDataJson: () => downloadPath("/user/export"),
  /** The same as a PDF: counts, and the newest rows of each list. */
  myDataPdf: () => downloadPath("/user/export.pdf"),
  transactionsCsv: () => downloadPath("/user/transactions.csv"),
  /** @param from first and last day in Lagos, `2026-11-21`; both included */
  statement: (currency: Currency, from: string, to: string) =>
    downloadPath("/user/statement.pdf", { currency, from, to }),
  /** The activity of an organisation's members. @param filters of its page */
  organisationAuditCsv: (
    filters: Readonly<Partial<Record<"organisation" | "memberId" | "action" | "from" | "to", string | undefined>>> = {},
  ) => downloadPath("/organisation/audit.csv", filters),
} as const;

/** Printed on each report: four groups of five unambiguous letters and digits. */
export const reportCode = z.string().check(z.regex(/^[2-9A-HJKMNP-TV-Z]{5}(-[2-9A-HJKMNP-TV-Z]{5}){3}$/));

/** Where anyone can check whether a report is genuine and still valid. The page shows no data. */
export const verifyPath = (code: string) => `/verify/${code}`;

/** How long that page can verify a report. */
export const reportVerifiableMonths = 12;
