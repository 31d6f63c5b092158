import { parseReply } from "@idanimo/contract/consent";
import type { Tx } from "../../../database/database.ts";
import { lateReplyMessage, queueMessage, replyHelpMessage } from "../../notifications/index.ts";
import type { SmsNotice } from "../../../providers/sms/port.ts";
import type { ConsentDeps } from "../deps.ts";
import { findPendingByPhone, recordNotice, matchReplyCode, isNoticeRecorded } from "../pending-consent-store.ts";
import { findNewestRequestToPhone } from "../subject-store.ts";
import { decideConsent, destroyUnsentReceiptKeys, prepareReceipt, type PreparedReceipt } from "./decide.ts";

const bySms = { channel: "sms", language: "en" } as const;

type InboundSms = Extract<SmsNotice, { kind: "inbound" }>;

/**
 * Handles one signed SMS of a subject, once. It decides only with the code of a pending request to that phone
 * number. STOP denies all of them; any other text gets instructions. A wrong code uses one attempt of each pending
 * request. If nothing is pending, the reply says so. [T-41]
 */
export async function receiveSmsReply(deps: ConsentDeps, notice: InboundSms): Promise<void> {
  const phoneHash = deps.vault.indexHash("phone", notice.from);
  const waiting = await deps.db.transaction("system", (tx) => findPendingByPhone(tx, phoneHash));
  if (waiting.length === 0) return sendLateReply(deps, notice, phoneHash);
  const receipts = new Map<string, PreparedReceipt>();
  for (const requestId of waiting) receipts.set(requestId, await prepareReceipt(deps, requestId, "phone"));
  try {
    await deps.db.transaction("system", (tx) => applyReply(deps, tx, notice, receipts));
  } finally {
    await destroyUnsentReceiptKeys(deps, [...receipts.values()]);
  }
}

async function applyReply(
  deps: ConsentDeps,
  tx: Tx,
  notice: InboundSms,
  receipts: ReadonlyMap<string, PreparedReceipt>,
): Promise<void> {
  if (!(await recordNotice(tx, deps.sms.name, notice.id))) return;
  const reply = parseReply(notice.text);
  if (reply.kind === "stop") {
    for (const [requestId, receipt] of receipts)
      await decideConsent(deps, tx, requestId, { granted: false }, bySms, receipt);
  } else if (reply.kind === "unclear" || !(await decideByCode(deps, tx, receipts, reply))) {
    await sendReplyHelp(deps, tx, receipts, notice.from);
  }
}

async function decideByCode(
  deps: ConsentDeps,
  tx: Tx,
  receipts: ReadonlyMap<string, PreparedReceipt>,
  reply: { readonly granted: boolean; readonly code: string },
): Promise<boolean> {
  const guesses = [...receipts.keys()].map((id) => [id, deps.vault.codeHash("consent", id, reply.code)] as const);
  const matched = await matchReplyCode(tx, new Map(guesses));
  const receipt = matched === undefined ? undefined : receipts.get(matched);
  return (
    matched !== undefined &&
    receipt !== undefined &&
    decideConsent(deps, tx, matched, reply.granted ? { granted: true, added: [] } : { granted: false }, bySms, receipt)
  );
}

/**
 * Replies that nothing is pending, at most twice an hour, if we ever sent a request to this number; otherwise sends
 * nothing.
 */
async function sendLateReply(deps: ConsentDeps, notice: InboundSms, phoneHash: Buffer): Promise<void> {
  const newest = await deps.db.transaction("system", async (tx) =>
    (await isNoticeRecorded(tx, deps.sms.name, notice.id)) ? undefined : findNewestRequestToPhone(tx, phoneHash),
  );
  if (!newest || !(await deps.limits.consume("late_reply", phoneHash.toString("hex"))).ok) return;
  const id = deps.ids.rowId();
  const receipt = { requestKey: undefined, id, key: await deps.keys.create(id), over: "phone" } as const;
  try {
    await deps.db.transaction("system", async (tx) => {
      if (!(await recordNotice(tx, deps.sms.name, notice.id))) return;
      await sendSms(deps, tx, receipt, notice.from, lateReplyMessage(newest.isGranted, `${deps.publicUrl}/my-data`));
    });
  } finally {
    await destroyUnsentReceiptKeys(deps, [receipt]);
  }
}

/** Sends instructions, if a request is pending. */
async function sendReplyHelp(
  deps: ConsentDeps,
  tx: Tx,
  receipts: ReadonlyMap<string, PreparedReceipt>,
  to: string,
): Promise<void> {
  const newest = [...receipts.values()].at(-1);
  if (newest) await sendSms(deps, tx, newest, to, replyHelpMessage());
}

/** Sends an SMS that is sealed with its own key. */
async function sendSms(
  deps: ConsentDeps,
  tx: Tx,
  { id, key }: PreparedReceipt,
  to: string,
  text: string,
): Promise<void> {
  const about = { id, channel: "sms", kind: "reply_help", keyId: id, key, requestId: null } as const;
  await queueMessage(tx, { ...about, to, text }, deps.ids);
}
