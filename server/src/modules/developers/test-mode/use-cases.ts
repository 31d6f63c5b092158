import type {
  addPlayMoney as addOperation,
  decideTestConsent as decideOperation,
  replyToTestMessage as replyOperation,
  testInbox as inboxOperation,
} from "@idanimo/contract/developers/test-mode";
import { naira } from "@idanimo/contract/money";
import { fail, ok } from "@idanimo/contract/problems";
import { partsOfRule } from "@idanimo/contract/record-parts";
import { type Actor, type Handler, scopeOf } from "../../../http/call.ts";
import { decideConsent, findConsent } from "../../consent/index.ts";
import { findSentMessageIds } from "../../notifications/index.ts";
import { canActOnItem } from "../../purchases/index.ts";
import { adjustWallet, findWalletBalance } from "../../wallet/index.ts";
import type { TestModeDeps } from "./deps.ts";
import type { SandboxMessage } from "./sandbox-inbox.ts";

/** Messages of an inbox. */
const inboxMaxMessages = 200;

/** Adds play money to the organisation's naira wallet. */
export const creditPlayMoney =
  ({ db, ids, owner }: TestModeDeps): Handler<typeof addOperation> =>
  async ({ amountMinor }, { ownerId }) => {
    const id = ids.rowId();
    await adjustWallet(owner, { id, key: `adjustment:play:${id}`, ownerId, amount: naira(BigInt(amountMinor)) });
    const balance = await db.transaction({ owner: ownerId }, (tx) => findWalletBalance(tx, ownerId, "NGN"));
    return ok({ balanceMinor: Number(balance.minor) });
  };

/** Decides a pending request as its subject does on their page, without a message that confirms it. */
export const decideAsSubject =
  (deps: TestModeDeps): Handler<typeof decideOperation> =>
  ({ requestId, decision, parts = [] }, caller) =>
    deps.db.transaction("system", async (tx) => {
      const consent = (await canActOnItem(tx, caller, requestId)) ? await findConsent(tx, requestId) : undefined;
      if (!consent) return fail("not_found", {});
      const offered = partsOfRule(consent.disclosure);
      const unknown = parts.find((part) => !offered.includes(part));
      if (unknown !== undefined)
        return fail("bad_input", {}, { fields: { parts: `This request does not offer ${unknown}` } });
      const answer =
        decision === "granted" ? ({ granted: true, added: parts } as const) : ({ granted: false } as const);
      const isDone = await decideConsent(deps, tx, requestId, answer, { channel: "page", language: null }, undefined);
      return isDone ? ok({ result: "success" as const }) : fail("request_over", {});
    });

/** The messages about the requests that the caller may see, and those to the caller, newest first. */
async function findMessages({ db, inbox }: TestModeDeps, caller: Actor): Promise<readonly SandboxMessage[]> {
  const own = await db.transaction(scopeOf(caller), (tx) => findSentMessageIds(tx, inboxMaxMessages));
  const ids = new Set(own.map(withoutProviderName));
  return (await inbox.list()).filter(({ providerId }) => providerId !== undefined && ids.has(providerId));
}

/** `termii:123` without `termii:`. */
const withoutProviderName = (providerId: string) => providerId.slice(providerId.indexOf(":") + 1);

export const listInbox =
  (deps: TestModeDeps): Handler<typeof inboxOperation> =>
  async (_input, caller) => {
    const messages = await findMessages(deps, caller);
    return ok({
      messages: messages.flatMap(({ id, channel, to, subject, text, at, state, replies = [] }) =>
        channel === "push"
          ? []
          : [
              {
                id,
                channel,
                to,
                ...(subject !== undefined && { subject }),
                text,
                at,
                isDelivered: state === undefined,
                replies,
              },
            ],
      ),
    });
  };

/** Sends a reply the way of a real one: from the SMS gateway to the product. */
export const replyAsSubject =
  (deps: TestModeDeps): Handler<typeof replyOperation> =>
  async ({ id, text }, caller) => {
    const messages = await findMessages(deps, caller);
    const isTaken = messages.some((message) => message.id === id) && (await deps.inbox.reply(id, text));
    return isTaken ? ok({ result: "success" as const }) : fail("not_found", {});
  };
