import { writeSync } from "node:fs";

/**
 * Places at which a demonstration can be told to die, so that it can be shown that every flow goes on from there. Nothing
 * happens at any of them unless the program was started with `CRASH_AT`, which a production refuses.
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
  "purge_key_destroyed",
  "purge_committed",
  "audit_sealed",
  "leaving_keys_made",
  "leaving_committed",
  "job_before_ack",
] as const;
export type FailpointName = (typeof failpoints)[number];

type ArmedFailpoint = { readonly at: FailpointName | "watch"; passesLeft: number };

/** Reads `watch`, or `name:n` for the n-th pass of a point; undefined when it says neither. */
export function parseFailpoint(text: string): ArmedFailpoint | undefined {
  if (text === "watch") return { at: "watch", passesLeft: 0 };
  const [name, nth = "1", ...more] = text.split(":");
  const at = failpoints.find((point) => point === name);
  if (at === undefined || more.length > 0 || !/^[1-9]\d{0,5}$/.test(nth)) return undefined;
  return { at, passesLeft: Number(nth) };
}

let armed: ArmedFailpoint | undefined;

/** From here on this process dies at a point, or tells on its error output which ones it passes. */
export function armFailpoint(text: string): void {
  armed = parseFailpoint(text);
}

/** Dies here, as by `kill -9`, when the program was started to. */
export function failpoint(name: FailpointName): void {
  if (armed === undefined) return;
  if (armed.at === "watch") return void writeSync(2, `passed ${name}\n`);
  if (armed.at !== name) return;
  armed.passesLeft -= 1;
  if (armed.passesLeft > 0) return;
  writeSync(2, `died at ${name}\n`);
  process.kill(process.pid, "SIGKILL");
}
