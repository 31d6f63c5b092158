import type { Tx } from "../../../database/database.ts";
import type { UnreadableRow } from "../../../providers/card-payments/port.ts";
import { openCase, writeAudit } from "../../audit/index.ts";
import type { PaymentDeps } from "../deps.ts";
import { askAndSettle } from "../use-cases/settle-payment.ts";
import {
  type Counted,
  detailOf,
  differenceOf,
  type DifferenceKind,
  heldOf,
  identityOf,
  keptReference,
  type Listed,
} from "./rules.ts";
import {
  caseOf,
  type Claim,
  claimDay,
  endUnseen,
  type Figures,
  forgetVanished,
  type Found,
  keepClaim,
  keepDifference,
  keepFigures,
  keepPage,
  leaveDay,
  listedOf,
  returnedOf,
  unlistedOf,
} from "./store.ts";

/**
 * One day of the provider's own list beside the ledger. A payment that they took and we never heard of is settled as any other is; what
 * still differs is a case for an operator. Repeating it changes nothing. Source: R-05.
 */

export type ReconcileDeps = Pick<PaymentDeps, "db" | "ids" | "events" | "cardPayments" | "meters">;

export type DayReport = {
  readonly day: string;
  /** Transactions on their list, whatever became of them. */
  readonly listed: number;
  /** Differences that stand, those of them that are new, and payments that were settled only now. */
  readonly standing: number;
  readonly fresh: number;
  readonly mended: number;
  readonly byCurrency: ReadonlyMap<string, Readonly<Figures>>;
  readonly newKinds: ReadonlyMap<DifferenceKind, number>;
};

/** Rows that are compared at a time: memory stays flat, and no statement takes long. */
const batch = 1_000;
/** Payments of a day about which the provider is asked one by one, where its list says something that costs somebody money. */
const askMost = 1_000;
/** Tries of a day after which a payment the provider says nothing about is a difference, and no reason to try the day again. */
const triesMost = 5;

/** The provider did not say what is needed; the day is asked about again. */
export class DayUnanswered extends Error {}

/**
 * Asks about one day and compares. Throws where the provider does not answer; then the day counts as not asked.
 * @param day in Lagos, `2026-11-20`; it has ended
 * @param since a day that was asked about since then is left as it is
 * @returns undefined while another process asks about the same day, and where it was asked about
 */
export async function reconcileDay(deps: ReconcileDeps, day: string, since?: Date): Promise<DayReport | undefined> {
  const provider = deps.cardPayments.name;
  const claim = await deps.db.transaction("system", (tx) => claimDay(tx, provider, day, since));
  if (!claim) return undefined;
  try {
    const unreadable = new Map<string, UnreadableRow>(); // a list that moves while it is read may show one twice
    for await (const page of deps.cardPayments.transactionsOf(day)) {
      for (const row of page.unreadable ?? []) unreadable.set(`${row.what} ${row.providerId}`, row);
      await deps.db.transaction("system", async (tx) => {
        await keepPage(tx, provider, page);
        await keepClaim(tx, provider, day);
      });
    }
    await deps.db.transaction("system", (tx) => forgetVanished(tx, provider, day, claim.began));
    const report = await new Comparison(deps, day, claim).run([...unreadable.values()]);
    await deps.db.transaction("system", (tx) => leaveDay(tx, provider, day, true));
    return report;
  } catch (error) {
    await deps.db.transaction("system", async (tx) => {
      if (!(await leaveDay(tx, provider, day, false))) return;
      const detail = `the provider's list of ${day} could not be had for longer than a day`;
      await openCase(tx, deps.ids, {
        kind: "reconciliation_stands_still",
        objectId: null,
        detail,
        quietSeconds: 86_400,
      });
    });
    throw error;
  }
}

/** Two sides of one difference. */
type Sides = Pick<Found, "theirs" | "ours">;

class Comparison {
  readonly #deps: ReconcileDeps;
  readonly #day: string;
  readonly #claim: Claim;
  readonly #provider: string;
  readonly #figures = new Map<string, Figures>();
  readonly #newKinds = new Map<DifferenceKind, number>();
  #listed = 0;
  #standing = 0;
  #fresh = 0;
  #mended = 0;
  #asked = 0;

  constructor(deps: ReconcileDeps, day: string, claim: Claim) {
    this.#deps = deps;
    this.#day = day;
    this.#claim = claim;
    this.#provider = deps.cardPayments.name;
  }

  async run(unreadable: readonly UnreadableRow[]): Promise<DayReport> {
    await this.#theirs();
    await this.#ours();
    await this.#returned();
    for (const { what, providerId, reference } of unreadable) {
      const theirId = what === "refund" ? `refund ${providerId}` : providerId; // they number the two apart
      const about = { reference: keptReference(reference), theirId, paymentId: null };
      await this.#keep("unreadable", about, { theirs: null, ours: null });
    }
    await this.#system(async (tx) => {
      for (const id of await endUnseen(tx, this.#provider, this.#day, this.#claim.began))
        await this.#note(tx, id, "difference_gone", `asked again about ${this.#day}: it is no more`);
      await keepFigures(tx, this.#provider, this.#day, this.#figures);
    });
    return {
      day: this.#day,
      listed: this.#listed,
      standing: this.#standing,
      fresh: this.#fresh,
      mended: this.#mended,
      byCurrency: this.#figures,
      newKinds: this.#newKinds,
    };
  }

  /** What they list, beside what we have. */
  async #theirs(): Promise<void> {
    const read = (after: string, most: number) =>
      this.#system(async (tx) => {
        await keepClaim(tx, this.#provider, this.#day);
        return listedOf(tx, this.#provider, this.#day, after, most);
      });
    for (let after = ""; ;) {
      let rows = await read(after, batch);
      const unheard = rows.filter((row) => differenceOf(row) === "not_counted");
      for (const row of unheard) await this.#mend(row);
      if (unheard.length > 0) rows = await read(after, batch); // as it stands now
      for (const row of rows) await this.#compare(row);
      const last = rows.at(-1);
      if (!last || rows.length < batch) return;
      after = last.theirId;
    }
  }

  /** A success that we never heard of is settled as any other is. */
  async #mend(row: Listed): Promise<void> {
    const what = await askAndSettle(this.#deps, row.reference);
    if (what === "unreachable" && this.#claim.tries <= triesMost)
      throw new DayUnanswered("the payment provider did not say how a payment of the day ended");
    if (what !== "settled" && what !== "quarantined") return;
    this.#mended += 1;
    await this.#keep("not_counted", row, { theirs: row, ours: null }, true);
  }

  async #compare(row: Listed): Promise<void> {
    this.#listed += 1;
    const { payment } = row;
    if (row.state === "successful") {
      const of = this.#of(row.currency);
      of.theirsCount += 1n;
      of.theirsMinor += row.minor;
      if (payment && row.chosenId === row.theirId) this.#addOurs(payment);
    }
    const kind = differenceOf(row);
    if (kind === undefined) return;
    if (kind === "other_state" && payment && (await this.#isGoodAfterAll(payment))) return;
    const ours = payment && kind !== "twice" ? sumOf(payment) : null;
    await this.#keep(kind, row, { theirs: row, ours });
  }

  /** What we have counted, beside what they list. */
  async #ours(): Promise<void> {
    for (let after = ""; ;) {
      const rows = await this.#system((tx) => unlistedOf(tx, this.#provider, this.#day, after, batch));
      for (const payment of rows) {
        this.#addOurs(payment);
        if (await this.#isGoodAfterAll(payment)) continue;
        const about = { reference: payment.reference, theirId: null, payment };
        await this.#keep("missing_there", about, { theirs: null, ours: sumOf(payment) });
      }
      const last = rows.at(-1);
      if (!last || rows.length < batch) return;
      after = last.reference;
    }
  }

  async #returned(): Promise<void> {
    const rows = await this.#system((tx) => returnedOf(tx, this.#provider, this.#day));
    for (const row of rows) {
      const theirs = { currency: row.currency ?? "", minor: row.minor };
      const about = { reference: row.reference ?? "", theirId: row.their_id, paymentId: row.payment_id };
      await this.#keep("refunded_there", about, { theirs, ours: null });
    }
  }

  /** A list may lag behind: where it would cost somebody money, the provider is asked about this very payment. */
  async #isGoodAfterAll(payment: Counted): Promise<boolean> {
    if (this.#asked >= askMost) return false;
    this.#asked += 1;
    const word = await this.#deps.cardPayments.ask(payment.reference);
    if (this.#asked % 20 === 0) await this.#system((tx) => keepClaim(tx, this.#provider, this.#day));
    if (word.kind === "unreachable" && this.#claim.tries <= triesMost)
      throw new DayUnanswered("the payment provider did not say how a payment of the day ended");
    return word.kind === "successful" && word.paid.currency === payment.currency && word.paid.minor === heldOf(payment);
  }

  async #keep(
    kind: DifferenceKind,
    about: { readonly reference: string; readonly theirId: string | null } & (
      { readonly payment: Counted | null } | { readonly paymentId: string | null }
    ),
    { theirs, ours }: Sides,
    isMended = false,
  ): Promise<void> {
    const { reference, theirId } = about;
    const found: Found = {
      kind,
      identity: identityOf(kind, theirId, reference),
      reference,
      theirId,
      paymentId: "paymentId" in about ? about.paymentId : (about.payment?.id ?? null),
      theirs: theirs && { currency: theirs.currency, minor: theirs.minor },
      ours,
    };
    const { ids } = this.#deps;
    await this.#system(async (tx) => {
      const { id, is } = await keepDifference(tx, ids, this.#provider, this.#day, found, isMended);
      if (is === "new" && !isMended) {
        await openCase(tx, ids, { kind: "reconciliation", objectId: id, detail: detailOf(found) });
        this.#fresh += 1;
        this.#newKinds.set(kind, (this.#newKinds.get(kind) ?? 0) + 1);
      }
      if (is === "mended_now") await this.#note(tx, id, "difference_mended", "settled in the usual way");
      if (is === "again")
        await this.#note(tx, id, "difference_again", `asked again about ${this.#day}: it stands again`);
    });
    if (isMended) return;
    this.#standing += 1;
    this.#of(theirs?.currency || (ours?.currency ?? "-")).differences += 1n;
  }

  /** A word on a difference's case, for whoever looks at it. */
  async #note(tx: Tx, differenceId: string, action: string, reason: string): Promise<void> {
    const objectId = await caseOf(tx, differenceId);
    if (objectId !== undefined) await writeAudit(tx, this.#deps.ids, { actorKind: "system", action, objectId, reason });
  }

  #addOurs(payment: Counted): void {
    const of = this.#of(payment.currency);
    of.oursCount += 1n;
    of.oursMinor += heldOf(payment);
  }

  #of(currency: string): Figures {
    const known = this.#figures.get(currency);
    if (known) return known;
    const made = { theirsCount: 0n, theirsMinor: 0n, oursCount: 0n, oursMinor: 0n, differences: 0n };
    this.#figures.set(currency, made);
    return made;
  }

  #system<Value>(work: (tx: Tx) => Promise<Value>): Promise<Value> {
    return this.#deps.db.transaction("system", work);
  }
}

const sumOf = (payment: Counted) => ({ currency: payment.currency, minor: heldOf(payment) });
