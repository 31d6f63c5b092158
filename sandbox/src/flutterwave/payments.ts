import { randomBytes } from "node:crypto";
import type { Clock } from "../kernel/clock.ts";
import { type Database, intOf, type Row, textOf, optionalTextOf } from "../kernel/database.ts";
import { type Fields, fieldsOf } from "../kernel/fields.ts";
import { isPaymentOutcome, type PaymentOutcomeName, paymentOutcomes, chargedMinor } from "./payment-outcomes.ts";

/** One hosted link: a payment that a merchant requested. */
export type Payment = {
  readonly code: string;
  readonly txRef: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly redirectUrl: string;
  /** The merchant's complete request, for values that are only shown or echoed. */
  readonly request: Fields;
  readonly createdAt: number;
  /** When the page stops accepting payments; undefined for never. */
  readonly expiresAt: number | undefined;
};

/** One attempt to pay a link. A link may have failed attempts and then a successful one. */
export type Transaction = {
  readonly id: number;
  readonly paymentCode: string;
  readonly outcome: PaymentOutcomeName;
  readonly amountMinor: number;
  readonly finalStatus: "successful" | "failed";
  readonly settlesAt: number;
  readonly createdAt: number;
};

export type TransactionStatus = "successful" | "failed" | "pending";

export type Refund = {
  readonly id: number;
  readonly amountMinor: number;
  readonly comments: string;
  readonly createdAt: number;
};

/** A range of time in milliseconds, without its end, and a page of what was created in it. */
type TimeRangePage = { readonly from: number; readonly to: number; readonly limit: number; readonly offset: number };

export type Payments = ReturnType<typeof createPayments>;

export function statusAt(transaction: Transaction, now: number): TransactionStatus {
  return now >= transaction.settlesAt ? transaction.finalStatus : "pending";
}

export function createPayments(database: Database, clock: Clock) {
  const byReference = (txRef: string) => paymentFromRow(database.one("select * from payments where tx_ref = ?", txRef));
  const byCode = (code: string) => paymentFromRow(database.one("select * from payments where code = ?", code));

  function latestOf(code: string): Transaction | undefined {
    const sql = "select * from transactions where payment_code = ? and hidden = 0 order by id desc limit 1";
    return transactionFromRow(database.one(sql, code));
  }

  return {
    byReference,
    byCode,
    latestOf,

    /** Creates the link of a reference, or returns the existing one. Idempotent. */
    openLink(asked: Omit<Payment, "code" | "createdAt">): Payment {
      const known = byReference(asked.txRef);
      if (known) return known;
      const made: Payment = { ...asked, code: randomBytes(12).toString("hex"), createdAt: clock.now() };
      database.insert("payments", {
        code: made.code,
        tx_ref: made.txRef,
        amount_minor: made.amountMinor,
        currency: made.currency,
        redirect_url: made.redirectUrl,
        request: JSON.stringify(made.request),
        created_at: made.createdAt,
        expires_at: made.expiresAt ?? null,
      });
      return made;
    },

    /**
     * Records an attempt. Undefined for `cancel`, and after an unfinished or successful attempt: two clicks take no
     * money twice.
     */
    recordAttempt(of: Payment, outcome: PaymentOutcomeName): Transaction | undefined {
      const { ends, settlesAfterMs } = paymentOutcomes[outcome];
      if (!ends) return undefined;
      return database.transaction(() => {
        const earlier = latestOf(of.code);
        if (earlier && earlier.finalStatus !== "failed") return undefined;
        const now = clock.now();
        const amountMinor = chargedMinor(outcome, of.amountMinor);
        const settlesAt = now + settlesAfterMs;
        const id = database.insert("transactions", {
          payment_code: of.code,
          outcome,
          amount_minor: amountMinor,
          final_status: ends,
          settles_at: settlesAt,
          created_at: now,
        });
        return { id, paymentCode: of.code, outcome, amountMinor, finalStatus: ends, settlesAt, createdAt: now };
      });
    },

    byId: (id: number) =>
      transactionFromRow(database.one("select * from transactions where id = ? and hidden = 0", id)),

    /** Transactions created in a range of time, newest first, and their total; filtered if a filter is given. */
    list({
      from,
      to,
      limit,
      offset,
      status,
      txRef,
    }: TimeRangePage & { status: string | undefined; txRef: string | undefined }) {
      const where = `created_at >= ? and created_at < ? and hidden = 0
        and ? in ('', case when settles_at > ? then 'pending' else final_status end)
        and ? in ('', (select tx_ref from payments where code = payment_code))`;
      const values = [from, to, status ?? "", clock.now(), txRef ?? ""];
      const newest = `select * from transactions where ${where} order by id desc limit ? offset ?`;
      const rows = database.all(newest, ...values, limit, offset);
      const total = intOf(
        database.one(`select count(*) as total from transactions where ${where}`, ...values),
        "total",
      );
      return { total, transactions: rows.flatMap((row) => transactionFromRow(row) ?? []) };
    },

    /**
     * Refunds created in a range of time, newest first, and their total; only those of one transaction if it is
     * given.
     */
    refunds({ from, to, limit, offset, transactionId }: TimeRangePage & { transactionId: number | undefined }) {
      const where = "created_at >= ? and created_at < ? and ? in (0, transaction_id)";
      const values = [from, to, transactionId ?? 0];
      const newest = `select * from refunds where ${where} order by id desc limit ? offset ?`;
      const total = intOf(database.one(`select count(*) as total from refunds where ${where}`, ...values), "total");
      const refunds = database.all(newest, ...values, limit, offset).map((row) => ({
        id: intOf(row, "id"),
        transactionId: intOf(row, "transaction_id"),
        amountMinor: intOf(row, "amount_minor"),
        comments: textOf(row, "comments"),
        createdAt: intOf(row, "created_at"),
      }));
      return { total, refunds };
    },

    refundedMinor(id: number): number {
      const sql = "select coalesce(sum(amount_minor), 0) as total from refunds where transaction_id = ?";
      return intOf(database.one(sql, id), "total");
    },

    refund(id: number, amountMinor: number, comments: string | undefined): Refund {
      const createdAt = clock.now();
      const row = { transaction_id: id, amount_minor: amountMinor, comments: comments ?? null, created_at: createdAt };
      return { id: database.insert("refunds", row), amountMinor, comments: comments ?? "", createdAt };
    },
  };
}

function paymentFromRow(row: Row | undefined): Payment | undefined {
  if (!row) return undefined;
  return {
    code: textOf(row, "code"),
    txRef: textOf(row, "tx_ref"),
    amountMinor: intOf(row, "amount_minor"),
    currency: textOf(row, "currency"),
    redirectUrl: textOf(row, "redirect_url"),
    request: fieldsOf(JSON.parse(textOf(row, "request"))),
    createdAt: intOf(row, "created_at"),
    expiresAt: row["expires_at"] === null ? undefined : intOf(row, "expires_at"),
  };
}

function transactionFromRow(row: Row | undefined): Transaction | undefined {
  const outcome = optionalTextOf(row, "outcome");
  if (!row || !isPaymentOutcome(outcome)) return undefined;
  return {
    id: intOf(row, "id"),
    paymentCode: textOf(row, "payment_code"),
    outcome,
    amountMinor: intOf(row, "amount_minor"),
    finalStatus: textOf(row, "final_status") === "failed" ? "failed" : "successful",
    settlesAt: intOf(row, "settles_at"),
    createdAt: intOf(row, "created_at"),
  };
}
