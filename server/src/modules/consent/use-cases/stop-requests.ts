import type { Tx } from "../../../database/database.ts";
import type { SmsNotice } from "../../../providers/sms/port.ts";
import { writeAudit } from "../../audit/index.ts";
import { type SmsLanguage, smsLanguageOf, startMessage, stopMessage } from "../../notifications/index.ts";
import type { ConsentDeps } from "../deps.ts";
import { deleteBlocks, insertBlocks } from "../block-store.ts";
import { recordNotice } from "../pending-consent-store.ts";
import { findRequestsToPhone, lockConsent, type PhoneRequest } from "../phone-request-store.ts";
import { lockSubjects } from "../subject-store.ts";
import { decideConsent, destroyUnsentReceiptKeys, prepareReceipt, withdrawConsent } from "./decide.ts";
import { mayAnswer, sendReplySms } from "./reply-answers.ts";

/** Blocks by SMS: STOP and START for all requesters, STOP with a code for one. */

type InboundSms = Extract<SmsNotice, { kind: "inbound" }>;

/**
 * Blocks all requesters of a number, denies every pending request and withdraws every granted consent, then confirms
 * it with one SMS. The notice is recorded last: if the process dies before, the gateway repeats it, and a repetition
 * completes the rest.
 */
export async function stopAllRequests(
  deps: ConsentDeps,
  notice: InboundSms,
  phoneHash: Buffer,
  requests: readonly PhoneRequest[],
): Promise<void> {
  await insertBlock(deps, phoneHash, null);
  await endOpenRequests(deps, phoneHash, ({ state }) => state !== "over");
  await confirm(deps, notice, phoneHash, requests, stopMessage, async () => requests.length > 0);
}

/** Removes the block of all requesters; blocks of single requesters remain. */
export async function allowRequestsAgain(
  deps: ConsentDeps,
  notice: InboundSms,
  phoneHash: Buffer,
  requests: readonly PhoneRequest[],
): Promise<void> {
  await confirm(deps, notice, phoneHash, requests, startMessage, async (tx) => {
    await lockSubjects(tx, [{ kind: "phone", hash: phoneHash }]);
    if (!(await deleteBlocks(tx, { phoneHash, mailHash: null }, null))) return requests.length > 0;
    await writeAudit(tx, deps.ids, { actorKind: "subject", action: "all_requesters_unblocked", reason: "sms" });
    return true;
  });
}

/**
 * Blocks the requester of a request, and denies their other pending requests. Consent that the subject granted them
 * remains, as on "my data". The caller ends the request itself.
 */
export async function blockRequesterByReply(deps: ConsentDeps, phoneHash: Buffer, target: PhoneRequest): Promise<void> {
  await insertBlock(deps, phoneHash, target.ownerId);
  await endOpenRequests(
    deps,
    phoneHash,
    (one) => one.state === "pending" && one.ownerId === target.ownerId && one.requestId !== target.requestId,
  );
}

/** Blocks one requester, or all, for a number; does nothing if the block exists. */
async function insertBlock(deps: ConsentDeps, phoneHash: Buffer, ownerId: string | null): Promise<void> {
  const audit =
    ownerId === null ? { action: "all_requesters_blocked" } : { action: "requester_blocked", objectId: ownerId };
  await deps.db.transaction("system", async (tx) => {
    // a concurrent request is either visible afterwards, or meets the block
    await lockSubjects(tx, [{ kind: "phone", hash: phoneHash }]);
    if (await insertBlocks(tx, { phoneHash, mailHash: null }, ownerId, () => deps.ids.rowId()))
      await writeAudit(tx, deps.ids, { actorKind: "subject", reason: "sms", ...audit });
  });
}

/**
 * Denies or withdraws requests without a receipt, each in its own transaction, because closing one locks its account's
 * counters.
 * @throws AggregateError if any failed, after the others
 */
async function endOpenRequests(
  deps: ConsentDeps,
  phoneHash: Buffer,
  isMeant: (request: PhoneRequest) => boolean,
): Promise<void> {
  const requests = await deps.db.transaction("system", (tx) => findRequestsToPhone(tx, phoneHash));
  const failures: unknown[] = [];
  for (const { requestId, language: read } of requests.filter(isMeant)) {
    const source = { channel: "sms", language: smsLanguageOf(read) } as const;
    await deps.db
      .transaction("system", async (tx) => {
        const locked = await lockConsent(tx, requestId);
        if (locked?.state === "granted") await withdrawConsent(deps, tx, requestId, source);
        else await decideConsent(deps, tx, requestId, { granted: false }, source, undefined);
      })
      .catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} consents could not be ended`);
}

/**
 * Records the notice, applies a change with it, and sends one SMS.
 * @param apply returns whether the SMS is sent, if the number's limit allows it
 */
async function confirm(
  deps: ConsentDeps,
  notice: InboundSms,
  phoneHash: Buffer,
  requests: readonly PhoneRequest[],
  message: (language: SmsLanguage, myData: string) => string,
  apply: (tx: Tx) => Promise<boolean>,
): Promise<void> {
  const isAllowed = await mayAnswer(deps, phoneHash, "pending");
  const receipt = await prepareReceipt(deps, undefined, "phone");
  const language = smsLanguageOf(requests[0]?.language ?? null);
  try {
    await deps.db.transaction("system", async (tx) => {
      if (!(await recordNotice(tx, deps.sms.name, notice.id))) return;
      if ((await apply(tx)) && isAllowed)
        await sendReplySms(deps, tx, receipt, notice.from, message(language, `${deps.publicUrl}/my-data`));
    });
  } finally {
    await destroyUnsentReceiptKeys(deps, [receipt]);
  }
}
