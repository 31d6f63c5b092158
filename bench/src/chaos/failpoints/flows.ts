import type { SearchType } from "@idanimo/contract/catalogue";
import { closeAccount } from "@idanimo/contract/account-rights";
import { createWebhook, deleteWebhook } from "@idanimo/contract/developers/webhooks";
import { readStakeholders } from "@idanimo/contract/stakeholders";
import type { Outcome } from "@idanimo/contract/verification-states";
import { createClient, Rejected, retry } from "../../support/client.ts";
import { waitFor } from "../../support/concurrency.ts";
import {
  buyStakeholders,
  companyIn,
  isOutcome,
  isRefundedOutcome,
  openCardPayment,
  type Order,
  topUp as topUpWallet,
  untilSettled,
} from "../../support/purchases.ts";
import { pressButton, tokenHash } from "../../support/sandbox.ts";
import { openWebhookReceiver } from "../../support/webhook-receiver.ts";
import {
  asksOrEnded,
  balanceOf,
  consentOf,
  expectOneOf,
  type Flow,
  type FlowContext,
  order,
  pay,
  reply,
  untilAtRest,
  untilDiscarded,
  untilPurged,
  withdraw,
} from "./flow.ts";

/** Every flow that has a failpoint. */

/** The source may have responded to a program that died: then the money goes back. */
const givenUp: Outcome = "PROVIDER_FAILED";

/** Checks how a purchase ended, and that the wallet lost its price or nothing. */
async function checkEnd(context: FlowContext, made: Order, before: bigint, allowed: readonly Outcome[]): Promise<void> {
  const items = await untilAtRest(context, made, isOutcome);
  for (const { state, requestId } of items) {
    expectOneOf<string>("the outcome", state, allowed);
    if (state === "DELIVERED" && (await consentOf(context, requestId)).data === null)
      throw new Error("a delivered record cannot be read");
  }
  const cost = isRefundedOutcome(items[0]?.state ?? "") ? 0n : made.totalMinor;
  expectOneOf("the wallet", await balanceOf(context), [before - cost]);
}

/** A lookup without consent, paid from the wallet. */
const lookup = (type: SearchType, ending: string, outcome: Outcome, more = {}): Flow => ({
  name: `${type} ${outcome}`,
  run: async (context) => {
    const before = await balanceOf(context);
    const made = await order(context, type, ending, more);
    await pay(context, made);
    await checkEnd(context, made, before, [outcome, givenUp]);
  },
});

/** A lookup whose subject decides. */
const consent = (type: SearchType, decision: "granted" | "denied" | "withdrawn"): Flow => ({
  name: `${type} ${decision}`,
  run: async (context) => {
    const seen = new Set((await context.fleet.sandbox.messages()).map(({ id }) => id));
    const before = await balanceOf(context);
    const made = await order(context, type, "1234");
    await pay(context, made);
    const [item] = await untilAtRest(context, made, asksOrEnded);
    if (item?.state === givenUp) return checkEnd(context, made, before, [givenUp]);
    const answered = new Set<string>();
    const state = await waitFor("a decision", async () => {
      await reply(context, decision === "denied" ? "NO" : "YES", answered);
      const [now] = await untilAtRest(context, made, asksOrEnded);
      return now?.state !== "awaiting_consent" && now?.state;
    });
    expectOneOf<string>("the decision", state, [decision === "denied" ? "DENIED" : "DELIVERED"]);
    expectOneOf("the wallet", await balanceOf(context), [before - made.totalMinor]);
    const id = item?.requestId ?? "";
    if (decision === "granted") {
      await untilDiscarded(context, id);
      if ((await consentOf(context, id)).data === null) throw new Error("a granted record cannot be read");
      return undefined;
    }
    if (decision === "withdrawn") await withdraw(context, seen, id);
    expectOneOf("the record", (await consentOf(context, id)).data, [null]);
    await untilPurged(context, id);
    return undefined;
  },
});

const cardPayment = (foundBy: "check" | "webhook" | "reconciler"): Flow => ({
  name: `card payment found by ${foundBy}`,
  run: async (context) => {
    const { client, fleet } = context;
    const before = await balanceOf(context);
    const made = await order(context, "vin", "1234", { stolencheck: false });
    if (foundBy !== "webhook") await fleet.sandbox.addFault({ target: "flutterwave", kind: "webhook_none", count: 1 });
    const { link, reference } = await openCardPayment(client, made);
    await pressButton(link, "approve");
    if (foundBy === "check") await untilSettled(client, reference);
    const [item] = await untilAtRest(context, made, isOutcome);
    expectOneOf<string | undefined>("the outcome", item?.state, ["DELIVERED", givenUp]);
    const refund = item?.state === givenUp ? made.totalMinor : 0n;
    expectOneOf("the wallet", await balanceOf(context), [before + refund]);
  },
});

const topUp: Flow = {
  name: "top-up",
  run: async (context) => {
    const before = await balanceOf(context);
    await topUpWallet(context.client, 2_000);
    expectOneOf("the wallet", await balanceOf(context), [before + 2_000_00n]);
  },
};

/** A check whose end is reported to a server of the organisation. */
const webhook: Flow = {
  name: "webhook of a check",
  run: async (context) => {
    const { client } = context;
    const receiver = await openWebhookReceiver(() => false);
    const { id, secret } = await retry(() =>
      client.call(createWebhook, { url: receiver.urlOf("checks"), events: ["request.closed"] }),
    );
    receiver.setSecret("checks", secret);
    const made = await order(context, "rc", "1234");
    await pay(context, made);
    await waitFor("a webhook", async () => receiver.received("checks").size > 0);
    expectOneOf("the number of events", receiver.received("checks").size, [1]);
    await retry(() => client.call(deleteWebhook, { id }));
  },
};

const stakeholders: Flow = {
  name: "stakeholders",
  run: async (context) => {
    const { client, random } = context;
    const requestId = await waitFor("a company", async () => {
      const company = await order(context, "rc", "1234");
      await pay(context, company);
      const [item] = await untilAtRest(context, company, isOutcome);
      return item?.state === "DELIVERED" && item.requestId;
    });
    const cacId = (await companyIn(client, requestId))?.cacId ?? "";
    const before = await balanceOf(context);
    const price = await buyStakeholders(client, { requestId, cacId, transactionID: `EA${random.digits(14)}` });
    const state = await waitFor("stakeholders", async () => {
      const { data } = await retry(() => client.call(readStakeholders, { business: { requestId, cacId } }));
      return data.business.state !== "running" && data.business.state;
    });
    expectOneOf<string>("the stakeholders", state, ["found", "returned"]);
    expectOneOf("the wallet", await balanceOf(context), [state === "returned" ? before : before - price]);
  },
};

const bulkFile: Flow = {
  name: "bulk file of three lines",
  run: async (context) => {
    const before = await balanceOf(context);
    const made = await order(context, "bulk_nin", "1234");
    await pay(context, made);
    const lines = await waitFor("three lines at rest", async () => {
      const { rows } = await context.fleet.database.query<{ state: string; outcome: string | null; minor: string }>(
        `select i.state, i.outcome, (i.price_minor + i.tax_minor)::text as minor
         from purchase_items i join purchases p on p.id = i.purchase_id where p.session_code = $1`,
        [made.sessionCode],
      );
      return rows.length === 3 && rows.every(({ state }) => state === "awaiting_consent" || state === "closed") && rows;
    });
    const refunded = lines.filter(({ outcome }) => outcome !== null && isRefundedOutcome(outcome));
    const refund = refunded.reduce((sum, { minor }) => sum + BigInt(minor), 0n);
    expectOneOf("the wallet", await balanceOf(context), [before - made.totalMinor + refund]);
  },
};

const lostJob: Flow = {
  name: "lookup whose job is lost",
  run: async (context) => {
    const { database } = context.fleet;
    const before = await balanceOf(context);
    const made = await order(context, "vin", "1234", { stolencheck: false });
    // its program dies after the payment and its job is removed: only the reconciler can find it
    await context.program.dieFirstAt(
      "wallet_payment_committed",
      () => pay(context, made),
      async () => {
        const removed = await database.query(
          `select graphile_worker.remove_job('look_up:' || i.id)
           from purchase_items i join purchases p on p.id = i.purchase_id where p.session_code = $1`,
          [made.sessionCode],
        );
        expectOneOf("removed jobs", removed.rowCount, [1]);
      },
    );
    await checkEnd(context, made, before, ["DELIVERED", givenUp]);
  },
};

const accountClosure: Flow = {
  name: "account closure",
  run: async ({ fleet }) => {
    const token = await fleet.createAccount("individual");
    const client = createClient(fleet.urls, token);
    const { rows } = await fleet.database.query<{ id: string; email: string }>(
      "select u.id, u.email from users u join sign_ins s on s.user_id = u.id where s.token_hash = $1",
      [tokenHash(token)],
    );
    const [account] = rows;
    // a repeated call finds the session ended
    await retry(() => client.call(closeAccount, { confirm: "CLOSE", balance: { way: "none" } })).catch(
      (error: unknown) => {
        if (!(error instanceof Rejected && error.code === "not_signed_in")) throw error;
      },
    );
    const closed = "users where id = $1 and closed_at is not null and first_name is distinct from 'Ada'";
    expectOneOf("closed accounts", await fleet.count(closed, [account?.id]), [1]);
    const emails = await waitFor(
      "the email",
      async () => (await fleet.sandbox.messages(account?.email)).length || false,
    );
    expectOneOf("emails", emails, [1]);
  },
};

export const flows: readonly Flow[] = [
  consent("nin", "granted"),
  consent("nin", "denied"),
  consent("nin", "withdrawn"),
  consent("phone", "granted"),
  consent("bvn", "granted"),
  lookup("nin", "0005", "NO_CONTACT"),
  lookup("nin", "0006", "MINOR"),
  lookup("nin", "0000", "NO_DATA"),
  lookup("nin", "0003", "PROVIDER_FAILED"),
  lookup("rc", "1234", "DELIVERED"),
  lookup("vin", "1234", "DELIVERED", { stolencheck: true }),
  lookup("license_number", "1234", "DELIVERED"),
  cardPayment("check"),
  cardPayment("webhook"),
  cardPayment("reconciler"),
  topUp,
  stakeholders,
  bulkFile,
  webhook,
  lostJob,
  accountClosure,
];
