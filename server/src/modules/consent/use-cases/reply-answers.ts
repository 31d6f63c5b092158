import type { Tx } from "../../../database/database.ts";
import {
  alreadyGrantedMessage,
  lateReplyMessage,
  queueMessage,
  replyHelpMessage,
  smsLanguageOf,
  whoAsksMessage,
  whoSeesMessage,
} from "../../notifications/index.ts";
import { linkTokenFor, openDeliveryDetails } from "../contact.ts";
import type { ConsentDeps } from "../deps.ts";
import type { PhoneRequest } from "../phone-request-store.ts";
import { requestFactsOf } from "../request-facts.ts";
import { type Consent, findConsent } from "../store.ts";
import type { PreparedReceipt } from "./decide.ts";

/** SMS that answer a subject's reply without a decision. They never contain a value of the record. */

/** `late`: the request is over. `unreadable`: how to answer, because we could not use the reply. */
export type ReplyAnswer = "who" | "help" | "unreadable" | "already_granted" | "late";

/** Whether another answer may be sent to a number; decisions do not depend on it. */
export async function mayAnswer(
  deps: Pick<ConsentDeps, "limits">,
  phoneHash: Buffer,
  state: PhoneRequest["state"],
): Promise<boolean> {
  return (await deps.limits.consume(state === "over" ? "late_reply" : "reply_answer", phoneHash.toString("hex"))).ok;
}

/** Queues the answer. A request that is over meanwhile is answered as `late`. */
export async function sendAnswer(
  deps: Pick<ConsentDeps, "ids" | "publicUrl">,
  tx: Tx,
  receipt: PreparedReceipt,
  to: string,
  { requestId, language }: PhoneRequest,
  answer: ReplyAnswer,
): Promise<void> {
  const consent = await findConsent(tx, requestId);
  await sendReplySms(deps, tx, receipt, to, composeAnswer(deps, consent, receipt, smsLanguageOf(language), answer));
}

function composeAnswer(
  { publicUrl }: Pick<ConsentDeps, "publicUrl">,
  consent: Consent | undefined,
  { requestKey, isRequesterBlocked = false }: PreparedReceipt,
  language: ReturnType<typeof smsLanguageOf>,
  answer: ReplyAnswer,
): string {
  const late = () =>
    lateReplyMessage(language, `${publicUrl}/my-data`, isRequesterBlocked ? consent?.requester.name : undefined);
  if (answer === "late" || !consent?.contactSealed || !requestKey) return late();
  const details = openDeliveryDetails(requestKey, consent.requestId, consent.contactSealed);
  const { code } = details;
  const { state, deadline, goneAt, now } = consent;
  if (state === "pending" && deadline && deadline > now) {
    if (answer === "who") return whoAsksMessage(requestFactsOf(consent, language, requestKey), code, deadline);
    const link = `${publicUrl}/consent/${linkTokenFor(details, "phone")}`;
    const topic =
      consent.codeAttemptsLeft > 0
        ? ({ kind: "pending", code } as const)
        : ({ kind: "no_attempts", code, link } as const);
    return replyHelpMessage(language, topic, answer === "unreadable");
  }
  if (state === "granted" && goneAt && goneAt > now) {
    if (answer === "who")
      return whoSeesMessage(requestFactsOf(consent, language, requestKey), consent.granted, code, goneAt);
    if (answer === "already_granted")
      return alreadyGrantedMessage(requestFactsOf(consent, language, requestKey), code, goneAt);
    return replyHelpMessage(language, { kind: "granted", code }, answer === "unreadable");
  }
  return late();
}

/** Queues an SMS to the sender of a reply, sealed with its own key. */
export async function sendReplySms(
  deps: Pick<ConsentDeps, "ids">,
  tx: Tx,
  { id, key }: Pick<PreparedReceipt, "id" | "key">,
  to: string,
  text: string,
): Promise<void> {
  const about = { id, channel: "sms", kind: "reply_help", keyId: id, key, requestId: null } as const;
  await queueMessage(tx, { ...about, to, text }, deps.ids);
}
