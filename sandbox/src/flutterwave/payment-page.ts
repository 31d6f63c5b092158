import type { FastifyInstance, FastifyReply } from "fastify";
import { type Fields, textIn } from "../kernel/fields.ts";
import { formatMoney } from "../kernel/money.ts";
import { type Html, html } from "../pages/html.ts";
import { sendPage } from "../pages/page.ts";
import type { SandboxContext } from "../sandbox-context.ts";
import { isPaymentOutcome, type PaymentOutcomeName, paymentOutcomes } from "./payment-outcomes.ts";
import { type Payment, statusAt, type Transaction } from "./payments.ts";
import { sendChargeWebhook } from "./routes.ts";

/** The hosted payment page: plain forms that work in a frame and without a script. */
export function paymentPageRoutes(app: FastifyInstance, context: SandboxContext): void {
  const { payments, clock } = context;

  app.get("/pay/:code", async (request, reply) => {
    const payment = payments.byCode(textIn(request.params, "code") ?? "");
    if (!payment) return sendUnknownLinkPage(reply);
    const latest = payments.latestOf(payment.code);
    if (latest && latest.finalStatus !== "failed")
      return sendPaymentPage(reply, payment, renderResult(payment, latest, clock.now()));
    if (hasExpired(payment)) return sendPaymentPage(reply, payment, renderExpired(payment));
    return sendPaymentPage(reply, payment, renderOutcomeForm(payment, latest));
  });

  app.post("/pay/:code", async (request, reply) => {
    const payment = payments.byCode(textIn(request.params, "code") ?? "");
    if (!payment) return sendUnknownLinkPage(reply);
    const outcome = textIn(request.body, "outcome");
    if (!isPaymentOutcome(outcome)) return reply.code(303).redirect(`/pay/${payment.code}`, 303);
    if (outcome === "cancel") return reply.redirect(redirectUrlOf(payment, "cancelled"), 303);
    if (hasExpired(payment) && !payments.latestOf(payment.code))
      return sendPaymentPage(reply, payment, renderExpired(payment));
    const made = payments.recordAttempt(payment, outcome);
    if (made) sendChargeWebhook(context, payment, made);
    const transaction = made ?? payments.latestOf(payment.code); // a second click finds the transaction of the first one
    if (!transaction || transaction.outcome === "closes") return reply.redirect(`/pay/${payment.code}`, 303);
    return reply.redirect(redirectUrlOf(payment, transaction.finalStatus, transaction.id), 303);
  });

  const hasExpired = (payment: Payment) => payment.expiresAt !== undefined && clock.now() >= payment.expiresAt;
}

/** The merchant's redirect URL with the parameters that the provider adds. */
function redirectUrlOf(payment: Payment, status: string, transactionId?: number): string {
  const url = new URL(payment.redirectUrl);
  url.searchParams.set("status", status);
  url.searchParams.set("tx_ref", payment.txRef);
  if (transactionId !== undefined) url.searchParams.set("transaction_id", String(transactionId));
  return url.href;
}

function sendPaymentPage(reply: FastifyReply, payment: Payment, body: Html): FastifyReply {
  const title = `Pay ${formatMoney(payment.amountMinor, payment.currency)}`;
  const rules = { framedByAnyone: true, formsLeadTo: new URL(payment.redirectUrl).origin };
  return sendPage(reply, { title, body, withNavigation: false }, rules);
}

function sendUnknownLinkPage(reply: FastifyReply): FastifyReply {
  const body = renderFrame(
    html`<h1>This payment link does not exist</h1>
      <p>The sandbox may have been emptied since it was made. Start the payment again.</p>`,
  );
  return sendPage(reply.code(404), { title: "No such payment", body, withNavigation: false }, { framedByAnyone: true });
}

const renderFrame = (content: Html) =>
  html`<main class="pay">
    <p class="notice waiting"><strong>Pretend payment page.</strong> This is the sandbox. No real money moves.</p>
    ${content}
  </main>`;

function renderBill(payment: Payment): Html {
  const shop: Fields["customizations"] = payment.request["customizations"];
  const description = textIn(shop, "description");
  const email = textIn(payment.request["customer"], "email");
  return html`<header class="bill">
    <p class="quiet">${textIn(shop, "title") ?? "A shop"} asks for</p>
    <h1 class="amount">${formatMoney(payment.amountMinor, payment.currency)}</h1>
    ${description !== undefined && html`<p>${description}</p>`}
    <dl class="facts">
      <div>
        <dt>Currency</dt>
        <dd>${payment.currency}</dd>
      </div>
      <div>
        <dt>Reference</dt>
        <dd>${payment.txRef}</dd>
      </div>
      ${
        email !== undefined &&
        html`<div>
          <dt>Paid by</dt>
          <dd>${email}</dd>
        </div>`
      }
    </dl>
  </header>`;
}

const mainOutcomes = ["approve", "decline", "cancel"] as const satisfies readonly PaymentOutcomeName[];
const otherOutcomes = ["late", "twice", "wrong_amount", "closes"] as const satisfies readonly PaymentOutcomeName[];

function renderOutcomeForm(payment: Payment, declined: Transaction | undefined): Html {
  const button = (name: PaymentOutcomeName, style: string) =>
    html`<button class="button ${style}" name="outcome" value="${name}" aria-describedby="${name}-says">
      ${paymentOutcomes[name].label}
    </button>`;
  return renderFrame(
    html`${renderBill(payment)}
      ${declined && html`<p class="notice failed"><strong>Declined.</strong> The last try was refused and nothing was taken. You can try again.</p>`}
      <form method="post" action="/pay/${payment.code}">
        <div class="choices">
          ${mainOutcomes.map((name) => html`${button(name, name === "approve" ? "primary" : "")}`)}
          ${mainOutcomes.map((name) => html`<span hidden id="${name}-says">${paymentOutcomes[name].says}</span>`)}
        </div>
        <h2>Less usual endings</h2>
        <ul class="endings">
          ${otherOutcomes.map(
            (name) =>
              html`<li>
                ${button(name, "plain")}
                <p class="quiet" id="${name}-says">${paymentOutcomes[name].says}</p>
              </li>`,
          )}
        </ul>
      </form>`,
  );
}

function renderResult(payment: Payment, transaction: Transaction, now: number): Html {
  const pending = statusAt(transaction, now) === "pending";
  const seconds = Math.ceil((transaction.settlesAt - now) / 1000);
  const back = redirectUrlOf(payment, statusAt(transaction, now), transaction.id);
  const reported = pending
    ? html`<p class="notice waiting">
        <strong>Your bank is still working on it.</strong> It succeeds in ${seconds} seconds. You can close this window
        now: the shop is notified all the same.
      </p>`
    : html`<p class="notice done"><strong>Paid.</strong> This link has been paid and cannot be paid again.</p>`;
  return renderFrame(
    html`${renderBill(payment)}${reported}
      <p><a class="button" href="${back}">Back to the shop</a></p>`,
  );
}

function renderExpired(payment: Payment): Html {
  const back = redirectUrlOf(payment, "cancelled");
  return renderFrame(
    html`${renderBill(payment)}
      <p class="notice failed"><strong>Too late.</strong> The time to pay is over. Nothing was taken.</p>
      <p><a class="button" href="${back}">Back to the shop</a></p>`,
  );
}
