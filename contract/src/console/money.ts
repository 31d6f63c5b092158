import * as z from "zod/mini";
import { cursor, publicId } from "../fields.ts";
import { amountOut, currencies } from "../money.ts";
import { isDay } from "../statement-days.ts";
import * as texts from "../texts.ts";
import { paymentStates } from "../verification-states.ts";
import { moneyField } from "./fields.ts";
import type { ConsoleOperation } from "./operation.ts";

/** Which card payments a list shows. `differs`: received, but not as requested. */
export const paymentViews = ["all", "waiting", "paid", "failed", "differs"] as const;
export type PaymentView = (typeof paymentViews)[number];

const payment = z.object({
  id: publicId,
  reference: z.string(),
  ownerId: publicId,
  purpose: z.enum(["TOPUP", "VERIFICATION"]),
  amount: moneyField,
  state: z.enum(paymentStates),
  /** Received, but not as requested: in its case. Minor units, because the currency may be another one. */
  quarantinedMinor: z.nullable(amountOut),
  createdAt: z.string(),
  settledAt: z.nullable(z.string()),
});
export type PaymentRow = z.output<typeof payment>;

export const listPayments = {
  method: "GET",
  path: "/payments",
  access: "signed_in",
  operatorRight: "read_money",
  summary: "Returns a page of card payments, newest first.",
  input: z.strictObject({ view: z._default(z.enum(paymentViews), "all"), after: cursor }),
  output: z.object({ rows: z.array(payment), next: z.nullable(z.string()) }),
  problems: [],
} as const satisfies ConsoleOperation;

const refund = z.object({
  requestId: publicId,
  ownerId: publicId,
  amount: moneyField,
  reason: z.string(),
  requestedBy: z.string(),
  requestedAt: z.string(),
  confirmedBy: z.nullable(z.string()),
  confirmedAt: z.nullable(z.string()),
});
export type RefundRow = z.output<typeof refund>;

export const listRefunds = {
  method: "GET",
  path: "/refunds",
  access: "signed_in",
  operatorRight: "read_money",
  summary: "Returns a page of refunds by operators, newest first.",
  input: z.strictObject({ after: cursor }),
  output: z.object({ rows: z.array(refund), next: z.nullable(z.string()) }),
  problems: [],
} as const satisfies ConsoleOperation;

const comparedDay = z.object({
  day: z.string(),
  currency: z.string(),
  provider: z.object({ count: z.number(), minor: amountOut }),
  ledger: z.object({ count: z.number(), minor: amountOut }),
  differences: z.number(),
  comparedAt: z.string(),
});
export type ComparedDayRow = z.output<typeof comparedDay>;

const day = z.string().check(z.refine(isDay, texts.dayInvalid));

/** Days without movements are left out. */
export const listComparedDays = {
  method: "GET",
  path: "/reconciliation/days",
  access: "signed_in",
  operatorRight: "read_money",
  summary: "Returns 25 days of the comparison with the card provider's list, newest first.",
  input: z.strictObject({ before: z.optional(day) }),
  output: z.object({ rows: z.array(comparedDay), next: z.nullable(z.string()) }),
  problems: [],
} as const satisfies ConsoleOperation;

const side = z.nullable(z.object({ currency: z.string(), minor: amountOut }));
const difference = z.object({
  /** Also the object of its case. */
  id: publicId,
  kind: z.string(),
  day: z.string(),
  reference: z.nullable(z.string()),
  providerId: z.nullable(z.string()),
  provider: side,
  ledger: side,
  foundAt: z.string(),
  caseId: z.nullable(publicId),
});
export type DifferenceRow = z.output<typeof difference>;

export const listDifferences = {
  method: "GET",
  path: "/reconciliation/differences",
  access: "signed_in",
  operatorRight: "read_money",
  summary: "Returns a page of open differences from the card provider's list, oldest first.",
  input: z.strictObject({ after: cursor }),
  output: z.object({ rows: z.array(difference), next: z.nullable(z.string()) }),
  problems: [],
} as const satisfies ConsoleOperation;

/** An amount that may be below zero. */
const signedAmount = z.codec(z.number(), z.bigint(), {
  decode: (wire) => {
    const minor = z.decode(amountOut, Math.abs(wire));
    return wire < 0 ? -minor : minor;
  },
  encode: (minor) => (minor < 0n ? -1 : 1) * z.encode(amountOut, minor < 0n ? -minor : minor),
});

const movedMoney = z.object({ what: z.string(), currency: z.string(), times: z.number(), minor: signedAmount });

/** First and last day in Lagos, both included. */
export const reportDays = { from: day, to: day };

export const viewAccountsReport = {
  method: "GET",
  path: "/accounts-report",
  access: "signed_in",
  operatorRight: "read_money",
  summary: "Returns the accounts of a period: opening, in, out, closing, and what moved.",
  input: z.strictObject(reportDays),
  output: z.object({
    /** The report ends today if later days are still to come. */
    to: z.string(),
    accounts: z.array(
      z.object({
        name: z.string(),
        currency: z.enum(currencies),
        opening: signedAmount,
        cameIn: signedAmount,
        wentOut: signedAmount,
        closing: signedAmount,
      }),
    ),
    movements: z.array(movedMoney),
    offLedger: z.array(movedMoney),
    /** What does not balance; empty if everything does. */
    imbalances: z.array(z.string()),
    readAt: z.string(),
  }),
  problems: [],
} as const satisfies ConsoleOperation;
export type AccountsReport = z.output<(typeof viewAccountsReport)["output"]>;

/** The same report as files: the PDF, its amounts as CSV, and a line for each account. */
export const accountsReportFiles = {
  pdf: { path: "/accounts-report.pdf", name: "books.pdf", label: "PDF" },
  accounts: { path: "/accounts-report/accounts.csv", name: "accounts.csv", label: "Accounts as CSV" },
  movements: { path: "/accounts-report/movements.csv", name: "movements.csv", label: "Movements as CSV" },
  details: { path: "/accounts-report/every-account.csv", name: "every-account.csv", label: "Every account as CSV" },
} as const;
export type AccountsReportFile = keyof typeof accountsReportFiles;
