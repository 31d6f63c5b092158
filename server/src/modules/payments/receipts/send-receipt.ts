import { formatDateTime } from "@idanimo/contract/date-format";
import { formatMoney, money } from "@idanimo/contract/money";
import { downloads } from "@idanimo/contract/downloads";
import type { Tx } from "../../../database/database.ts";
import { failpoint } from "../../../kernel/failpoints.ts";
import { queueMessage, type ReceiptFacts, receiptMessage } from "../../notifications/index.ts";
import type { PaymentDeps } from "../deps.ts";
import { findWalletCredit } from "../store.ts";
import { findAccountHolder } from "../../accounts/index.ts";
import { purchasesView } from "../../purchases/index.ts";
import { findWalletBalance } from "../../wallet/index.ts";

type ReceiptMessage = {
  readonly paymentId: string;
  readonly ownerId: string;
  readonly email: string;
  readonly content: ReceiptFacts;
};

async function findReceiptMessage(tx: Tx, reference: string, publicUrl: string): Promise<ReceiptMessage | undefined> {
  const row = await tx
    .selectFrom("payments as y")
    .leftJoin(purchasesView.as("p"), "p.id", "y.purchase_id")
    .select(["y.id", "y.owner_id", "y.currency", "y.amount_minor", "y.settled_at"])
    .select(["p.id as purchase_id", "p.transaction_id", "p.total_minor", "p.quote"])
    .where("y.reference", "=", reference)
    .executeTakeFirst();
  if (!row?.settled_at) return undefined;
  const { email } = await findAccountHolder(tx, row.owner_id);
  const credit = await findWalletCredit(tx, reference);
  // it is a top-up if no purchase was named, or if all of the money is in the wallet
  const isTopUp = row.purchase_id === null || (credit !== undefined && credit.minor >= row.amount_minor);
  const label = isTopUp ? reference : (row.transaction_id ?? reference);
  const about = {
    reference: label,
    at: formatDateTime(row.settled_at),
    link: publicUrl + downloads.receipt(label),
  };
  const reported = { paymentId: row.id, ownerId: row.owner_id, email };
  if (isTopUp && credit) {
    const balance = formatMoney(await findWalletBalance(tx, row.owner_id, row.currency));
    return { ...reported, content: { kind: "top_up", ...about, amount: formatMoney(credit), balance } };
  }
  const what = (row.quote ?? []).map(({ label: kind }) => kind).join(", ");
  const amount = formatMoney(money(row.currency, row.total_minor ?? row.amount_minor));
  return { ...reported, content: { kind: "purchase", ...about, amount, what } };
}

/**
 * Emails the receipt of a settled payment. Idempotent: the message id is the payment id, so a repeated job queues
 * one.
 */
export async function sendReceipt(deps: PaymentDeps, reference: string): Promise<void> {
  const reported = await deps.db.transaction("system", (tx) => findReceiptMessage(tx, reference, deps.publicUrl));
  const key = reported && (await deps.keys.find(reported.ownerId));
  if (!reported || !key) return;
  failpoint("receipt_before_mail");
  const mail = {
    id: reported.paymentId,
    channel: "mail",
    kind: "receipt",
    requestId: null,
    to: reported.email,
  } as const;
  await deps.db.transaction("system", (tx) =>
    queueMessage(tx, { ...mail, keyId: reported.ownerId, key, ...receiptMessage(reported.content) }, deps.ids),
  );
}
