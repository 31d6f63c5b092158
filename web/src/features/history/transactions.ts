import { formatMoney, money } from "@idanimo/contract/money";
import type { OutputOf } from "@idanimo/contract/operation";
import { paymentHistory, searchTransactions, type TransactionType } from "@idanimo/contract/wallet";
import { keepPreviousData } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";
import { pagedQuery } from "../../lib/paged-query.ts";

export type Transaction = OutputOf<typeof paymentHistory>["transactions"][number];

/** Formats an amount with a minus for a debit and a plus for a credit; without a sign if no money moved. */
export function signedAmount(row: Pick<Transaction, "amount" | "currency" | "transactionType" | "successful">): string {
  const amount = formatMoney(money(row.currency, row.amount));
  if (!row.successful) return amount;
  if (row.transactionType === "VERIFICATION") return `−${amount}`;
  return Object.hasOwn(transactionLabels, row.transactionType) ? `+${amount}` : amount;
}

const transactionLabels = {
  VERIFICATION: "Verification",
  REFUND: "Refund",
  TOPUP: "Top-up",
} as const satisfies Record<TransactionType, string>;

/** The label of a transaction; an unknown type of a newer server stays unchanged. */
export function transactionLabel(type: TransactionType): string {
  const names: Readonly<Record<string, string>> = transactionLabels;
  return names[type] ?? type;
}

const transactionsPageSize = 20;

/** What narrows the log. Days are in Lagos; both included. */
export type TransactionFilters = {
  readonly type: TransactionType | undefined;
  /** A member of the active organisation. */
  readonly memberId: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
};
export const noTransactionFilters: TransactionFilters = {
  type: undefined,
  memberId: undefined,
  from: undefined,
  to: undefined,
};

/** What a transaction was for: the checks, or the wallet. */
export function transactionSubject({ what, transactionType }: Pick<Transaction, "what" | "transactionType">): string {
  const checks = what.join(", ");
  return checks === ""
    ? transactionLabel(transactionType)
    : transactionType === "REFUND"
      ? `Refund: ${checks}`
      : checks;
}

/**
 * The transaction log, also with keyset pagination. @param q a transaction's number or words of a label
 */
export function transactionsQuery({ type, memberId, from, to }: TransactionFilters, q: string) {
  const filters = { ...(type && { type }), ...(memberId && { memberId }), ...(from && { from }), ...(to && { to }) };
  const query = pagedQuery([paymentHistory.path, { size: transactionsPageSize, ...filters, q }], (after, options) => {
    const input = { size: transactionsPageSize, ...filters, ...after };
    return q ? call(searchTransactions, { ...input, q }, options) : call(paymentHistory, input, options);
  });
  return {
    ...query,
    placeholderData: keepPreviousData,
    staleTime: 0,
  };
}
