import { money, type Money } from "@idanimo/contract/money";
import { fail, ok, type Result } from "@idanimo/contract/problems";
import * as texts from "@idanimo/contract/texts";
import type { PaymentPurpose, startPayment as operation } from "@idanimo/contract/wallet";
import type { Tx } from "../../../database/database.ts";
import { rightMissing } from "../../../http/authorise.ts";
import { type Caller, can, type Handler, scopeOf } from "../../../http/call.ts";
import { retryLaterArguments } from "../../../http/rate-limits.ts";
import { failpoint } from "../../../kernel/failpoints.ts";
import { openCase } from "../../audit/index.ts";
import type { PaymentDeps } from "../deps.ts";
import { generateReference } from "../reference.ts";
import { checkTopUp, looksLikeCardTesting, maxFailuresPerDay } from "../rules.ts";
import { insertPayment, storePaymentLink, countPaymentAttempts } from "../store.ts";
import { findPurchase, findReachedCap } from "../../purchases/index.ts";
import { findAccountHolder } from "../../accounts/index.ts";

/** How long the provider's page stays open. */
const paymentPageMinutes = 30;

type StartPaymentInput = Parameters<Handler<typeof operation>>[0];
type TargetProblemCode =
  | "top_up_too_small"
  | "top_up_too_large"
  | "not_found"
  | "already_paid"
  | "quote_ended"
  | "amount_mismatch"
  | "cap_reached"
  | "approval_needed";

type PaymentTarget = { readonly purpose: PaymentPurpose; readonly sessionCode: string | undefined };

/** Orders a company's stakeholders first; from then on they are a purchase like any other. */
async function resolveTarget(deps: PaymentDeps, caller: Caller, asked: StartPaymentInput) {
  if (asked.type !== "STAKEHOLDERS") return ok<PaymentTarget>({ purpose: asked.type, sessionCode: asked.sessionCode });
  const { requestId, cacId, currency } = asked;
  if (requestId === undefined || cacId === undefined) {
    const field = requestId === undefined ? "requestId" : "cacId";
    return fail("bad_input", {}, { fields: { [field]: texts.fieldMissing } });
  }
  const order = await deps.orders.stakeholders({
    caller,
    company: { requestId, cacId },
    currency,
    reference: undefined,
  });
  return order.ok ? ok<PaymentTarget>({ purpose: "VERIFICATION", sessionCode: order.value.sessionCode }) : order;
}

/** Checks what is paid for: a top-up within its limits, or this user's unpaid purchase at its frozen price. */
async function checkTarget(
  tx: Tx,
  ownerId: string,
  { purpose, sessionCode }: PaymentTarget,
  amount: Money,
): Promise<Result<string | null, TargetProblemCode>> {
  if (purpose === "TOPUP") {
    const checked = checkTopUp(amount);
    return checked.ok ? ok(null) : checked;
  }
  const purchase = sessionCode === undefined ? undefined : await findPurchase(tx, ownerId, sessionCode);
  if (!purchase) return fail("not_found", {});
  if (purchase.state === "awaiting_approval") return fail("approval_needed", {});
  if (purchase.state === "paid" || purchase.state === "completed") return fail("already_paid", {});
  if (purchase.state === "abandoned" || purchase.isQuoteExpired) return fail("quote_ended", {});
  if (purchase.total.currency !== amount.currency || purchase.total.minor !== amount.minor)
    return fail("amount_mismatch", {});
  if (purchase.needsApproval) return fail("approval_needed", {});
  const cap = await findReachedCap(tx, purchase.id);
  return cap === null ? ok(purchase.id) : fail("cap_reached", {}, { details: cap });
}

/** Rejects a user whose payments keep failing, and opens a case [T-37]. */
async function rejectCardTesting(
  deps: Pick<PaymentDeps, "ids">,
  tx: Tx,
  ownerId: string,
): Promise<Result<void, "too_many_requests">> {
  const tries = await countPaymentAttempts(tx, ownerId, maxFailuresPerDay);
  if (!looksLikeCardTesting(tries)) return ok(undefined);
  const detail = `${tries.failed} payments failed and ${tries.succeeded} succeeded within a day`;
  await openCase(tx, deps.ids, { kind: "card_testing", objectId: ownerId, detail });
  return fail("too_many_requests", ...retryLaterArguments(tries.retryAfterMs));
}

/**
 * Opens the provider's hosted page. Our reference is stored before the provider receives it, so that a lost
 * response can still be queried. Nothing is credited here.
 */
export const startPayment =
  (deps: PaymentDeps): Handler<typeof operation> =>
  async (input, caller, context) => {
    const right = input.type === "TOPUP" ? "wallet:top_up" : "requests:create";
    if (!can(caller, right)) return rightMissing(right);
    const allowed = await deps.limits.consume("payment_start_account", caller.ownerId);
    if (!allowed.ok) return allowed;
    const fromAddress = await deps.limits.consume("payment_start_address", context.ip);
    if (!fromAddress.ok) return fromAddress;
    const amount = money(input.currency, input.amount);
    const what = await resolveTarget(deps, caller, input);
    if (!what.ok) return what;
    const open =
      what.value.sessionCode === undefined
        ? ok(undefined)
        : await deps.orders.openSources(caller, what.value.sessionCode);
    if (!open.ok) return open;
    const reserved = await deps.db.transaction(scopeOf(caller), async (tx) => {
      const stopped = await rejectCardTesting(deps, tx, caller.ownerId);
      if (!stopped.ok) return stopped;
      const order = await checkTarget(tx, caller.ownerId, what.value, amount);
      if (!order.ok) return order;
      const reference = await generateReference(tx, deps.ids);
      await insertPayment(tx, {
        id: deps.ids.rowId(),
        reference,
        ownerId: caller.ownerId,
        purpose: what.value.purpose,
        purchaseId: order.value,
        amount,
        provider: deps.cardPayments.name,
        lifeMinutes: paymentPageMinutes,
      });
      return ok({ reference, payer: await findAccountHolder(tx, caller.userId) });
    });
    if (!reserved.ok) return reserved;
    const { reference, payer } = reserved.value;
    failpoint("payment_reserved");
    const page = await deps.cardPayments.openPage({
      reference,
      amount,
      description: input.type === "TOPUP" ? texts.walletTopUp : texts.wizardTitle,
      returnTo: `${deps.publicUrl}/payment/return`,
      payer: { email: payer.email, name: payer.name, phone: payer.phone },
      lifeMinutes: paymentPageMinutes,
    });
    if (page.kind === "failed") return fail("payment_not_started", {});
    if (page.kind === "no_link") return fail("payment_without_link", {});
    failpoint("payment_page_opened");
    await deps.db.transaction(scopeOf(caller), (tx) => storePaymentLink(tx, reference, page.link));
    return ok({ status: "success", data: { link: page.link, txRef: reference } });
  };
