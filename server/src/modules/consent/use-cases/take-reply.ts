import { readReply } from "@idanimo/contract/consent";
import type { Tx } from "../../../database/database.ts";
import { lateReplyWords, queueMessage, replyHelpWords } from "../../notifications/index.ts";
import type { SmsNotice } from "../../../providers/sms/port.ts";
import type { ConsentDeps } from "../deps.ts";
import { pendingForPhone, takeNotice, tryCode, wasTaken } from "../question-store.ts";
import { newestQuestion } from "../subject-store.ts";
import { decide, forgetUnsent, newReceipt, type Receipt } from "./decide.ts";

type Inbound = Extract<SmsNotice, { kind: "inbound" }>;

/**
 * Takes one signed SMS of a subject, once. It decides only with the code of a pending question to that very number; STOP
 * refuses all of them; anything else is answered with how to reply. A wrong code costs a try of each question. One that comes
 * when nothing waits any more is told so. Source: T-41.
 */
export async function takeReply(deps: ConsentDeps, notice: Inbound): Promise<void> {
  const phoneHash = deps.vault.indexHash("phone", notice.from);
  const waiting = await deps.db.transaction("system", (tx) => pendingForPhone(tx, phoneHash));
  if (waiting.length === 0) return answerLate(deps, notice, phoneHash);
  const receipts = new Map<string, Receipt>();
  for (const requestId of waiting) receipts.set(requestId, await newReceipt(deps, requestId, "phone"));
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
    for (const [requestId, receipt] of receipts) await decide(deps, tx, requestId, { granted: false }, "sms", receipt);
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
  return (
    meant !== undefined &&
    receipt !== undefined &&
    decide(deps, tx, meant, reply.granted ? { granted: true, withheld: [] } : { granted: false }, "sms", receipt)
  );
}

/** Tells somebody we once wrote to that nothing waits for them, at most twice an hour; anybody else hears nothing. */
async function answerLate(deps: ConsentDeps, notice: Inbound, phoneHash: Buffer): Promise<void> {
  const newest = await deps.db.transaction("system", async (tx) =>
    (await wasTaken(tx, deps.sms.name, notice.id)) ? undefined : newestQuestion(tx, phoneHash),
  );
  if (!newest || !(await deps.limits.take("late_reply", phoneHash.toString("hex"))).ok) return;
  const id = deps.ids.row();
  const receipt = { requestKey: undefined, id, key: await deps.keys.create(id), over: "phone" } as const;
  try {
    await deps.db.transaction("system", async (tx) => {
      if (!(await takeNotice(tx, deps.sms.name, notice.id))) return;
      await answer(deps, tx, receipt, notice.from, lateReplyWords(newest.stands, `${deps.publicUrl}/my-data`));
    });
  } finally {
    await forgetUnsent(deps, [receipt]);
  }
}

/** Tells how to reply, while a question is pending; otherwise there is nobody to tell. */
async function answerHelp(
  deps: ConsentDeps,
  tx: Tx,
  receipts: ReadonlyMap<string, Receipt>,
  to: string,
): Promise<void> {
  const newest = [...receipts.values()].at(-1);
  if (newest) await answer(deps, tx, newest, to, replyHelpWords());
}

/** Answers a text message under a key of the answer's own. */
async function answer(deps: ConsentDeps, tx: Tx, { id, key }: Receipt, to: string, text: string): Promise<void> {
  const about = { id, channel: "sms", kind: "reply_help", keyId: id, key, requestId: null } as const;
  await queueMessage(tx, { ...about, to, text }, deps.ids);
}
