import { writeSync } from "node:fs";

/**
 * Points at which a demonstration can be killed, to test that every flow recovers. They do nothing unless the
 * program was started with `CRASH_AT`, which a production rejects.
 */
export const failpoints = [
  "call_key_claimed",
  "call_answer_kept",
  "request_keys_made",
  "session_before_commit",
  "session_committed",
  "order_key_made",
  "order_committed",
  "wallet_payment_committed",
  "payment_reserved",
  "payment_page_opened",
  "payment_notice_stored",
  "provider_asked_about_payment",
  "payment_before_commit",
  "payment_committed",
  "reconciler_took_payments",
  "receipt_before_mail",
  "bulk_chunk_stored",
  "bulk_lines_sold",
  "bulk_lines_begun",
  "attempt_opened",
  "source_answered",
  "source_answers_kept",
  "look_up_before_commit",
  "look_up_committed",
  "deliveries_before_commit",
  "deliveries_committed",
  "questions_before_commit",
  "questions_committed",
  "reconciler_woke_look_ups",
  "refund_before_notice",
  "message_sent",
  "message_ended",
  "decision_before_release",
  "decision_committed",
  "withdrawal_before_release",
  "webhook_event_written",
  "webhook_sent",
  "purge_key_destroyed",
  "piece_keys_destroyed",
  "purge_committed",
  "audit_sealed",
  "leaving_keys_made",
  "leaving_committed",
  "job_before_ack",
] as const;
export type FailpointName = (typeof failpoints)[number];

type ArmedFailpoint = { readonly at: FailpointName | "watch"; passesLeft: number };

/** Parses `watch`, or `name:n` for the n-th pass of a failpoint; undefined otherwise. */
export function parseFailpoint(text: string): ArmedFailpoint | undefined {
  if (text === "watch") return { at: "watch", passesLeft: 0 };
  const [name, nth = "1", ...more] = text.split(":");
  const at = failpoints.find((point) => point === name);
  if (at === undefined || more.length > 0 || !/^[1-9]\d{0,5}$/.test(nth)) return undefined;
  return { at, passesLeft: Number(nth) };
}

let armed: ArmedFailpoint | undefined;

/** Makes this process crash at a failpoint, or print the ones it passes to standard error. */
export function armFailpoint(text: string): void {
  armed = parseFailpoint(text);
}

/** Kills the process, as by `kill -9`, if this failpoint is armed. */
export function failpoint(name: FailpointName): void {
  if (armed === undefined) return;
  if (armed.at === "watch") return void writeSync(2, `passed ${name}\n`);
  if (armed.at !== name) return;
  armed.passesLeft -= 1;
  if (armed.passesLeft > 0) return;
  writeSync(2, `died at ${name}\n`);
  process.kill(process.pid, "SIGKILL");
}
