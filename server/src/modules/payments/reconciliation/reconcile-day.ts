import type { Tx } from "../../../database/database.ts";
import type { UnreadableRow } from "../../../providers/card-payments/port.ts";
import { findCaseAbout, openCase, writeAudit } from "../../audit/index.ts";
import type { PaymentDeps } from "../deps.ts";
import { settlePayment } from "../use-cases/settle-payment.ts";
import {
  type LedgerPayment,
  describeDifference,
  classifyDifference,
  type DifferenceKind,
  ledgerAmountMinor,
  differenceIdentity,
  storableReference,
  type ProviderTransaction,
} from "./rules.ts";
import {
  type DayClaim,
  claimDay,
  closeUnseenDifferences,
  type DayTotals,
  deleteVanishedRows,
  type FoundDifference,
  renewClaim,
  recordDifference,
  storeDayTotals,
  storeProviderPage,
  releaseDay,
  findProviderTransactions,
  findProviderRefunds,
  findUnlistedPayments,
} from "./store.ts";

/**
 * Compares one day of the provider's list with the ledger. Settles payments that the provider received and we had
 * no webhook for; every other difference becomes a case for an operator. Idempotent.
 */

export type ReconciliationDeps = Pick<PaymentDeps, "db" | "ids" | "events" | "cardPayments" | "meters">;

export type ReconciliationReport = {
  readonly day: string;
  /** Transactions on the list in any state. */
  readonly transactionCount: number;
  /** Open differences, how many of them are new, and payments settled by this run. */
  readonly openDifferences: number;
  readonly newDifferences: number;
  readonly lateSettlements: number;
  readonly byCurrency: ReadonlyMap<string, Readonly<DayTotals>>;
  readonly newDifferencesByKind: ReadonlyMap<DifferenceKind, number>;
};

/** Rows compared per page, to limit memory and statement time. */
const batchSize = 1_000;
/** Maximum number of payments per day that are queried singly before they count as a difference. */
const maxProviderQueries = 1_000;
/**
 * Attempts at a day after which a payment the provider does not report counts as a difference, without another
 * retry.
 */
const maxAttempts = 5;

/** The provider did not return a state that is needed; the day is retried. */
export class ProviderUnreachableError extends Error {}

/**
 * Compares one day.
 * @param day Lagos day that has ended, `2026-11-20`
 * @param since skips a day that was compared since then
 * @returns undefined while another process compares this day, or if it was compared since `since`
 * @throws if the provider does not respond; the day then counts as not compared
 */
export async function reconcileDay(
  deps: ReconciliationDeps,
  day: string,
  since?: Date,
): Promise<ReconciliationReport | undefined> {
  const provider = deps.cardPayments.name;
  const claim = await deps.db.transaction("system", (tx) => claimDay(tx, provider, day, since));
  if (!claim) return undefined;
  try {
    const unreadable = new Map<string, UnreadableRow>(); // a list that changes during paging may show a row twice
    for await (const page of deps.cardPayments.listTransactions(day)) {
      for (const row of page.unreadable ?? []) unreadable.set(`${row.what} ${row.providerId}`, row);
      await deps.db.transaction("system", async (tx) => {
        await storeProviderPage(tx, provider, page);
        await renewClaim(tx, provider, day);
      });
    }
    await deps.db.transaction("system", (tx) => deleteVanishedRows(tx, provider, day, claim.began));
    const report = await new DayComparison(deps, day, claim).run([...unreadable.values()]);
    await deps.db.transaction("system", (tx) => releaseDay(tx, provider, day, true));
    return report;
  } catch (error) {
    await deps.db.transaction("system", async (tx) => {
      if (!(await releaseDay(tx, provider, day, false))) return;
      const detail = `the provider's list of ${day} could not be read for more than a day`;
      await openCase(tx, deps.ids, {
        kind: "reconciliation_stalled",
        objectId: null,
        detail,
        quietSeconds: 86_400,
      });
    });
    throw error;
  }
}

type DifferenceAmounts = Pick<FoundDifference, "theirs" | "ours">;

class DayComparison {
  readonly #deps: ReconciliationDeps;
  readonly #day: string;
  readonly #claim: DayClaim;
  readonly #provider: string;
  readonly #totals = new Map<string, DayTotals>();
  readonly #newDifferencesByKind = new Map<DifferenceKind, number>();
  #transactionCount = 0;
  #openDifferences = 0;
  #newDifferences = 0;
  #lateSettlements = 0;
  #providerQueries = 0;

  constructor(deps: ReconciliationDeps, day: string, claim: DayClaim) {
    this.#deps = deps;
    this.#day = day;
    this.#claim = claim;
    this.#provider = deps.cardPayments.name;
  }

  async run(unreadable: readonly UnreadableRow[]): Promise<ReconciliationReport> {
    await this.#compareProviderList();
    await this.#compareLedger();
    await this.#recordProviderRefunds();
    for (const { what, providerId, reference } of unreadable) {
      const theirId = what === "refund" ? `refund ${providerId}` : providerId; // the provider numbers them separately
      const about = { reference: storableReference(reference), theirId, paymentId: null };
      await this.#recordDifference("unreadable", about, { theirs: null, ours: null });
    }
    await this.#transaction(async (tx) => {
      for (const id of await closeUnseenDifferences(tx, this.#provider, this.#day, this.#claim.began))
        await this.#auditDifference(tx, id, "difference_gone", `compared ${this.#day} again: no longer differs`);
      await storeDayTotals(tx, this.#provider, this.#day, this.#totals);
    });
    return {
      day: this.#day,
      transactionCount: this.#transactionCount,
      openDifferences: this.#openDifferences,
      newDifferences: this.#newDifferences,
      lateSettlements: this.#lateSettlements,
      byCurrency: this.#totals,
      newDifferencesByKind: this.#newDifferencesByKind,
    };
  }

  /** Compares each row of the list with our payment. */
  async #compareProviderList(): Promise<void> {
    const read = (after: string, most: number) =>
      this.#transaction(async (tx) => {
        await renewClaim(tx, this.#provider, this.#day);
        return findProviderTransactions(tx, this.#provider, this.#day, after, most);
      });
    for (let after = ""; ;) {
      let rows = await read(after, batchSize);
      const unheard = rows.filter((row) => classifyDifference(row) === "not_counted");
      for (const row of unheard) await this.#settleUncounted(row);
      if (unheard.length > 0) rows = await read(after, batchSize); // read again with the new state
      for (const row of rows) await this.#compareTransaction(row);
      const last = rows.at(-1);
      if (!last || rows.length < batchSize) return;
      after = last.theirId;
    }
  }

  /** Settles a success that we had no webhook for. */
  async #settleUncounted(row: ProviderTransaction): Promise<void> {
    const what = await settlePayment(this.#deps, row.reference);
    if (what === "unreachable" && this.#claim.tries <= maxAttempts)
      throw new ProviderUnreachableError("the payment provider did not report the state of a payment of this day");
    if (what !== "settled" && what !== "quarantined") return;
    this.#lateSettlements += 1;
    await this.#recordDifference("not_counted", row, { theirs: row, ours: null }, true);
  }

  async #compareTransaction(row: ProviderTransaction): Promise<void> {
    this.#transactionCount += 1;
    const { payment } = row;
    if (row.state === "successful") {
      const of = this.#totalsOf(row.currency);
      of.theirsCount += 1n;
      of.theirsMinor += row.minor;
      if (payment && row.chosenId === row.theirId) this.#addLedgerPayment(payment);
    }
    const kind = classifyDifference(row);
    if (kind === undefined) return;
    if (kind === "other_state" && payment && (await this.#isConfirmedByProvider(payment))) return;
    const ours = payment && kind !== "twice" ? ledgerAmount(payment) : null;
    await this.#recordDifference(kind, row, { theirs: row, ours });
  }

  /** Compares our counted payments with the list. */
  async #compareLedger(): Promise<void> {
    for (let after = ""; ;) {
      const rows = await this.#transaction((tx) =>
        findUnlistedPayments(tx, this.#provider, this.#day, after, batchSize),
      );
      for (const payment of rows) {
        this.#addLedgerPayment(payment);
        if (await this.#isConfirmedByProvider(payment)) continue;
        const about = { reference: payment.reference, theirId: null, payment };
        await this.#recordDifference("missing_there", about, { theirs: null, ours: ledgerAmount(payment) });
      }
      const last = rows.at(-1);
      if (!last || rows.length < batchSize) return;
      after = last.reference;
    }
  }

  async #recordProviderRefunds(): Promise<void> {
    const rows = await this.#transaction((tx) => findProviderRefunds(tx, this.#provider, this.#day));
    for (const row of rows) {
      const theirs = { currency: row.currency ?? "", minor: row.minor };
      const about = { reference: row.reference ?? "", theirId: row.their_id, paymentId: row.payment_id };
      await this.#recordDifference("refunded_there", about, { theirs, ours: null });
    }
  }

  /** Queries the provider about one payment, because the list may lag behind. */
  async #isConfirmedByProvider(payment: LedgerPayment): Promise<boolean> {
    if (this.#providerQueries >= maxProviderQueries) return false;
    this.#providerQueries += 1;
    const word = await this.#deps.cardPayments.queryPayment(payment.reference);
    if (this.#providerQueries % 20 === 0) await this.#transaction((tx) => renewClaim(tx, this.#provider, this.#day));
    if (word.kind === "unreachable" && this.#claim.tries <= maxAttempts)
      throw new ProviderUnreachableError("the payment provider did not report the state of a payment of this day");
    return (
      word.kind === "successful" &&
      word.paid.currency === payment.currency &&
      word.paid.minor === ledgerAmountMinor(payment)
    );
  }

  async #recordDifference(
    kind: DifferenceKind,
    about: { readonly reference: string; readonly theirId: string | null } & (
      | { readonly payment: LedgerPayment | null }
      | { readonly paymentId: string | null }
    ),
    { theirs, ours }: DifferenceAmounts,
    isSettled = false,
  ): Promise<void> {
    const { reference, theirId } = about;
    const found: FoundDifference = {
      kind,
      identity: differenceIdentity(kind, theirId, reference),
      reference,
      theirId,
      paymentId: "paymentId" in about ? about.paymentId : (about.payment?.id ?? null),
      theirs: theirs && { currency: theirs.currency, minor: theirs.minor },
      ours,
    };
    const { ids } = this.#deps;
    await this.#transaction(async (tx) => {
      const { id, is } = await recordDifference(tx, ids, this.#provider, this.#day, found, isSettled);
      if (is === "new" && !isSettled) {
        await openCase(tx, ids, { kind: "reconciliation", objectId: id, detail: describeDifference(found) });
        this.#newDifferences += 1;
        this.#newDifferencesByKind.set(kind, (this.#newDifferencesByKind.get(kind) ?? 0) + 1);
      }
      if (is === "settled_now") await this.#auditDifference(tx, id, "difference_resolved", "settled normally");
      if (is === "again")
        await this.#auditDifference(tx, id, "difference_found_again", `compared ${this.#day} again: differs again`);
    });
    if (isSettled) return;
    this.#openDifferences += 1;
    this.#totalsOf(theirs?.currency || (ours?.currency ?? "-")).differences += 1n;
  }

  /** Adds a note to the case of a difference. */
  async #auditDifference(tx: Tx, differenceId: string, action: string, reason: string): Promise<void> {
    const objectId = (await findCaseAbout(tx, "reconciliation", differenceId))?.id;
    if (objectId !== undefined) await writeAudit(tx, this.#deps.ids, { actorKind: "system", action, objectId, reason });
  }

  #addLedgerPayment(payment: LedgerPayment): void {
    const of = this.#totalsOf(payment.currency);
    of.oursCount += 1n;
    of.oursMinor += ledgerAmountMinor(payment);
  }

  #totalsOf(currency: string): DayTotals {
    const known = this.#totals.get(currency);
    if (known) return known;
    const made = { theirsCount: 0n, theirsMinor: 0n, oursCount: 0n, oursMinor: 0n, differences: 0n };
    this.#totals.set(currency, made);
    return made;
  }

  #transaction<Value>(work: (tx: Tx) => Promise<Value>): Promise<Value> {
    return this.#deps.db.transaction("system", work);
  }
}

const ledgerAmount = (payment: LedgerPayment) => ({ currency: payment.currency, minor: ledgerAmountMinor(payment) });
