import { readReply } from "@idanimo/contract/consent";
import type { Tx } from "../../../database/database.ts";
import { queueMessage, replyHelpWords } from "../../notifications/index.ts";
import type { SmsNotice } from "../../../providers/sms/port.ts";
import type { ConsentDeps } from "../deps.ts";
import { pendingForPhone, takeNotice, tryCode } from "../store.ts";
import { decide, forgetUnsent, newReceipt, type Receipt } from "./decide.ts";

type Inbound = Extract<SmsNotice, { kind: "inbound" }>;

/**
 * Takes one signed SMS of a subject, once. It decides only with the code of a pending question to that very number; STOP
 * refuses all of them; anything else is answered with how to reply. A wrong code costs a try of each question. Source: T-41.
 */
export async function takeReply(deps: ConsentDeps, notice: Inbound): Promise<void> {
  const waiting = await deps.db.transaction("system", (tx) =>
    pendingForPhone(tx, deps.vault.indexHash("phone", notice.from)),
  );
  const receipts = new Map<string, Receipt>();
  for (const requestId of waiting) receipts.set(requestId, await newReceipt(deps, requestId));
  try {
    await deps.db.transaction("system", (tx) => take(deps, tx, notice, receipts));
  } finally {
    await forgetUnsent(deps, [...receipts.values()]);
  }
}

async function take(deps: ConsentDeps, tx: Tx, notice: Inbound, receipts: ReadonlyMap<string, Receipt>): Promise<void> {
  if (!(await takeNotice(tx, deps.sms.name, notice.id))) return;
  const reply = readReply(notice.text);
  if (reply.kind === "stop") {
    for (const [requestId, receipt] of receipts) await decide(deps, tx, requestId, false, "sms", receipt);
  } else if (reply.kind === "unclear" || !(await decideByCode(deps, tx, receipts, reply))) {
    await answerHelp(deps, tx, receipts, notice.from);
  }
}

async function decideByCode(
  deps: ConsentDeps,
  tx: Tx,
  receipts: ReadonlyMap<string, Receipt>,
  reply: { readonly granted: boolean; readonly code: string },
): Promise<boolean> {
  const guesses = [...receipts.keys()].map((id) => [id, deps.vault.codeHash("consent", id, reply.code)] as const);
  const meant = await tryCode(tx, new Map(guesses));
  const receipt = meant === undefined ? undefined : receipts.get(meant);
  return meant !== undefined && receipt !== undefined && decide(deps, tx, meant, reply.granted, "sms", receipt);
}

/** Tells how to reply, while a question is pending; otherwise there is nobody to tell. */
async function answerHelp(
  deps: ConsentDeps,
  tx: Tx,
  receipts: ReadonlyMap<string, Receipt>,
  to: string,
): Promise<void> {
  const newest = [...receipts.values()].at(-1);
  if (!newest) return;
  const { id, key } = newest;
  await queueMessage(
    tx,
    { id, channel: "sms", kind: "reply_help", keyId: id, key, requestId: null, to, text: replyHelpWords() },
    deps.ids,
  );
}
