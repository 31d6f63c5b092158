import type { listComparedDays, listDifferences, listPayments, listRefunds } from "@idanimo/contract/console/money";
import { money } from "@idanimo/contract/money";
import { ok } from "@idanimo/contract/problems";
import { decodeCursor } from "../kernel/cursor.ts";
import {
  findDifferencePage,
  findPaymentPage,
  findReconciledDaysBefore,
  findRefundPage,
} from "../modules/payments/index.ts";
import { pageSize } from "./accounts.ts";
import type { ConsoleDeps } from "./deps.ts";
import type { ConsoleHandler } from "./mount.ts";

/** Lists of money, by ids and references; a customer's account opens with a reason only. */

/** Days on a page: at most two currencies each. */
const daysPerPage = pageSize / 2;

const firstOf = <Row extends { readonly cursor: string }>(page: readonly Row[]) => {
  const shown = page.slice(0, pageSize);
  return { shown, next: page.length > pageSize ? (shown.at(-1)?.cursor ?? null) : null };
};
const pageFrom = (after: string | undefined) => ({ after: decodeCursor(after), limit: pageSize + 1 });

export function createListPayments({ db }: ConsoleDeps): ConsoleHandler<typeof listPayments> {
  return ({ view, after }) =>
    db.transaction("system", async (tx) => {
      const { shown, next } = firstOf(await findPaymentPage(tx, view, pageFrom(after)));
      const rows = shown.map(({ currency, minor, createdAt, settledAt, cursor: _cursor, ...row }) => ({
        ...row,
        amount: money(currency, minor),
        createdAt: createdAt.toISOString(),
        settledAt: settledAt?.toISOString() ?? null,
      }));
      return ok({ rows, next });
    });
}

export function createListRefunds({ db }: ConsoleDeps): ConsoleHandler<typeof listRefunds> {
  return ({ after }) =>
    db.transaction("system", async (tx) => {
      const { shown, next } = firstOf(await findRefundPage(tx, pageFrom(after)));
      const rows = shown.map((row) => ({
        requestId: row.itemId,
        ownerId: row.ownerId,
        amount: money(row.currency, row.minor),
        reason: row.reason,
        requestedBy: row.askedBy,
        requestedAt: row.askedAt.toISOString(),
        confirmedBy: row.confirmedBy,
        confirmedAt: row.confirmedAt?.toISOString() ?? null,
      }));
      return ok({ rows, next });
    });
}

export function createListComparedDays({ db }: ConsoleDeps): ConsoleHandler<typeof listComparedDays> {
  return ({ before }) =>
    db.transaction("system", async (tx) => {
      const page = await findReconciledDaysBefore(tx, before, daysPerPage);
      const rows = page.rows.map((row) => ({
        day: row.day,
        currency: row.currency,
        provider: { count: Number(row.theirs_count), minor: row.theirs_minor },
        ledger: { count: Number(row.ours_count), minor: row.ours_minor },
        differences: Number(row.differences),
        comparedAt: row.asked_at.toISOString(),
      }));
      return ok({ rows, next: page.next ?? null });
    });
}

const sideOf = (currency: string | null, minor: bigint | null) =>
  minor === null ? null : { currency: currency ?? "", minor };

export function createListDifferences({ db }: ConsoleDeps): ConsoleHandler<typeof listDifferences> {
  return ({ after }) =>
    db.transaction("system", async (tx) => {
      const { shown, next } = firstOf(await findDifferencePage(tx, pageFrom(after)));
      const rows = shown.map((row) => ({
        id: row.id,
        kind: row.kind,
        day: row.day,
        reference: row.reference,
        providerId: row.their_id,
        provider: sideOf(row.their_currency, row.their_minor),
        ledger: sideOf(row.our_currency, row.our_minor),
        foundAt: row.found_at.toISOString(),
        caseId: row.case_id,
      }));
      return ok({ rows, next });
    });
}
