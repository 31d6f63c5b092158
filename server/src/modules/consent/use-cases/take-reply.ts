import { readReply } from "@idanimo/contract/consent";
import type { Tx } from "../../../database/database.ts";
import { queueMessage, replyHelpWords } from "../../notifications/index.ts";
import type { SmsNotice } from "../../../providers/sms/port.ts";
import type { ConsentDeps } from "../deps.ts";
import { pendingForPhone, takeNotice, tryCode } from "../store.ts";
import { decide } from "./decide.ts";

type Inbound = Extract<SmsNotice, { kind: "inbound" }>;

/**
 * Takes one signed SMS of a subject, once. It decides only with the code of a pending question to that very number; STOP
 * refuses all of them; anything else is answered with how to reply. A wrong code costs a try of each question. Source: T-41.
 */
export async function takeReply(deps: ConsentDeps, notice: Inbound): Promise<void> {
  const waiting = await deps.db.transaction("system", (tx) => pendingForPhone(tx, deps.vault.indexHash("phone", notice.from)));
  const keys = new Map<string, Buffer | undefined>();
  for (const requestId of waiting) keys.set(requestId, await deps.keys.find(requestId));
  await deps.db.transaction("system", async (tx) => {
    if (!(await takeNotice(tx, deps.sms.name, notice.id))) return;
    const reply = readReply(notice.text);
    if (reply.kind === "stop") {
      for (const requestId of waiting) await decide(deps, tx, requestId, false, "sms", keys.get(requestId));
    } else if (reply.kind === "unclear" || !(await decideByCode(deps, tx, waiting, keys, reply))) {
      await answerHelp(deps, tx, waiting, keys, notice.from);
    }
  });
}

async function decideByCode(
  deps: ConsentDeps,
  tx: Tx,
  waiting: readonly string[],
  keys: ReadonlyMap<string, Buffer | undefined>,
  reply: { readonly granted: boolean; readonly code: string },
): Promise<boolean> {
  for (const requestId of waiting) {
    const hash = await tryCode(tx, requestId);
    if (hash?.equals(deps.vault.codeHash("consent", requestId, reply.code)))
      return decide(deps, tx, requestId, reply.granted, "sms", keys.get(requestId));
  }
  return false;
}

/** Tells how to reply, sealed with the newest question's key; with nothing pending there is nobody to tell. */
async function answerHelp(
  deps: ConsentDeps,
  tx: Tx,
  waiting: readonly string[],
  keys: ReadonlyMap<string, Buffer | undefined>,
  to: string,
): Promise<void> {
  const newest = waiting.at(-1);
  const key = newest === undefined ? undefined : keys.get(newest);
  if (newest === undefined || !key) return;
  await queueMessage(
    tx,
    { channel: "sms", kind: "reply_help", keyId: newest, key, requestId: newest, to, text: replyHelpWords() },
    deps.ids,
  );
}
