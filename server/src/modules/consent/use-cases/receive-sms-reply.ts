import { parseReply, type SubjectReply } from "@idanimo/contract/consent";
import type { Tx } from "../../../database/database.ts";
import type { SmsNotice } from "../../../providers/sms/port.ts";
import { smsLanguageOf } from "../../notifications/index.ts";
import type { ConsentDeps } from "../deps.ts";
import { isNoticeRecorded, recordNotice } from "../pending-consent-store.ts";
import { consumeCodeAttempts, findRequestsToPhone, lockConsent, type PhoneRequest } from "../phone-request-store.ts";
import { decideConsent, destroyUnsentReceiptKeys, prepareReceipt, withdrawConsent } from "./decide.ts";
import { mayAnswer, type ReplyAnswer, sendAnswer } from "./reply-answers.ts";
import { allowRequestsAgain, blockRequesterByReply, stopAllRequests } from "./stop-requests.ts";

type InboundSms = Extract<SmsNotice, { kind: "inbound" }>;
type CodeReply = Extract<SubjectReply, { readonly code: string }>;
type DecisionKind = Exclude<CodeReply["kind"], "who">;

/**
 * Handles one signed SMS of a subject, once. A code counts only for a request that was sent to the same phone number;
 * a denial without a code counts if the number has one open request.
 * Granting needs an unspent attempt; denying and withdrawing never do, because they show nothing. A code that fits no
 * request uses one attempt of each pending one. [CL-04 T-41]
 */
export async function receiveSmsReply(deps: ConsentDeps, notice: InboundSms): Promise<void> {
  const reply = parseReply(notice.text);
  const phoneHash = deps.vault.indexHash("phone", notice.from);
  const requests = await deps.db.transaction("system", async (tx) =>
    (await isNoticeRecorded(tx, deps.sms.name, notice.id)) ? undefined : findRequestsToPhone(tx, phoneHash),
  );
  if (!requests) return;
  if (reply.kind === "stop") return stopAllRequests(deps, notice, phoneHash, requests);
  if (reply.kind === "start") return allowRequestsAgain(deps, notice, phoneHash, requests);
  if (requests.length === 0) return; // answering every sender would let anyone send SMS at our cost
  if (reply.kind === "deny_only") {
    const [only, ...others] = requests.filter(({ state }) => state !== "over");
    if (only && others.length === 0) return decideByReply(deps, notice, phoneHash, only, "deny");
    return answerReply(deps, notice, phoneHash, newestOpen(requests), "unreadable", []);
  }
  if (!("code" in reply)) {
    return answerReply(deps, notice, phoneHash, newestOpen(requests), answerByKind[reply.kind], []);
  }
  const target = requests.find(({ requestId, codeHash }) =>
    codeHash?.equals(deps.vault.codeHash("consent", requestId, reply.code)),
  );
  if (!target) {
    const pending = requests.filter(({ state }) => state === "pending").map(({ requestId }) => requestId);
    return answerReply(deps, notice, phoneHash, newestOpen(requests), "unreadable", pending);
  }
  if (reply.kind === "who") return answerReply(deps, notice, phoneHash, target, "who", []);
  return decideByReply(deps, notice, phoneHash, target, reply.kind);
}

/** Answers to replies that decide nothing and name no code. */
const answerByKind = { help: "help", who_newest: "who", unclear: "unreadable" } as const satisfies Partial<
  Record<SubjectReply["kind"], ReplyAnswer>
>;

/** The newest pending request, otherwise the newest granted one, otherwise the newest. */
const newestOpen = (requests: readonly PhoneRequest[]): PhoneRequest | undefined =>
  requests.find(({ state }) => state === "pending") ?? requests.find(({ state }) => state === "granted") ?? requests[0];

/**
 * Answers without a decision.
 * @param wrongCodeFor the pending requests that lose an attempt
 */
async function answerReply(
  deps: ConsentDeps,
  notice: InboundSms,
  phoneHash: Buffer,
  about: PhoneRequest | undefined,
  answer: ReplyAnswer,
  wrongCodeFor: readonly string[],
): Promise<void> {
  if (!about) return;
  const isAllowed = await mayAnswer(deps, phoneHash, about.state);
  if (!isAllowed && wrongCodeFor.length === 0) return;
  const receipt = await prepareReceipt(deps, about.requestId, "phone");
  try {
    await deps.db.transaction("system", async (tx) => {
      if (!(await recordNotice(tx, deps.sms.name, notice.id))) return;
      await consumeCodeAttempts(tx, wrongCodeFor);
      if (isAllowed) await sendAnswer(deps, tx, receipt, notice.from, about, answer);
    });
  } finally {
    await destroyUnsentReceiptKeys(deps, [receipt]);
  }
}

/** Whether a reply changes a request; otherwise it is only answered. */
const changesRequest = (kind: DecisionKind, { state, attemptsLeft }: PhoneRequest): boolean =>
  kind === "grant" ? state === "pending" && attemptsLeft > 0 : state !== "over";

/** Applies a reply with a right code. Sends one SMS: the receipt of the decision, or why there was none. */
async function decideByReply(
  deps: ConsentDeps,
  notice: InboundSms,
  phoneHash: Buffer,
  target: PhoneRequest,
  kind: DecisionKind,
): Promise<void> {
  // a decision happens once, so its receipt needs no limit
  const isAllowed = changesRequest(kind, target) || (await mayAnswer(deps, phoneHash, target.state));
  if (kind === "block") await blockRequesterByReply(deps, phoneHash, target);
  if (!isAllowed) return;
  const isRequesterBlocked = kind === "block";
  const receipt = { ...(await prepareReceipt(deps, target.requestId, "phone")), isRequesterBlocked };
  const source = { channel: "sms", language: smsLanguageOf(target.language) } as const;

  const { requestId } = target;
  const end = async (tx: Tx): Promise<boolean> =>
    (await lockConsent(tx, requestId))?.state === "granted"
      ? withdrawConsent(deps, tx, requestId, source, receipt)
      : decideConsent(deps, tx, requestId, { granted: false }, source, receipt);
  const decide = async (tx: Tx): Promise<ReplyAnswer | "decided"> => {
    if (kind !== "grant") return (await end(tx)) ? "decided" : "late";
    const locked = await lockConsent(tx, requestId);
    if (locked?.state === "granted") return "already_granted";
    if (locked?.attemptsLeft === 0) return "unreadable";
    const answer = { granted: true, added: [] } as const;
    return (await decideConsent(deps, tx, requestId, answer, source, receipt)) ? "decided" : "late";
  };
  try {
    await deps.db.transaction("system", async (tx) => {
      if (!(await recordNotice(tx, deps.sms.name, notice.id))) return;
      const answer = await decide(tx);
      if (answer !== "decided") await sendAnswer(deps, tx, receipt, notice.from, target, answer);
    });
  } finally {
    await destroyUnsentReceiptKeys(deps, [receipt]);
  }
}
