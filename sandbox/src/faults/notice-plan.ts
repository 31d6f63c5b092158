import type { Notice, Notices, Sender } from "../notices.ts";
import type { Faults } from "./faults.ts";

/** How late a notice is sent that is late on purpose, here and on the payment page. */
export const lateNoticeMs = 20_000;
const secondNoticeMs = 1_000;

/**
 * Sends a notice as the faults of its sender have it: not at all, late, twice, or with a wrong mark.
 * @returns the notice's number, or undefined when it is not sent
 */
export function sendNotice(notices: Notices, faults: Faults, notice: Notice & { twice?: boolean }): number | undefined {
  const { twice = false, ...asked } = notice;
  const target: Sender = notice.provider;
  const fault = faults.forNotice(target);
  if (fault === "webhook_none") return undefined;
  const sent: Notice = {
    ...asked,
    delayMs: (asked.delayMs ?? 0) + (fault === "webhook_late" ? lateNoticeMs : 0),
    signed: fault === "webhook_wrong_hash" ? "wrong" : "right",
  };
  const id = notices.send(sent);
  if (twice || fault === "webhook_twice") notices.send({ ...sent, delayMs: (sent.delayMs ?? 0) + secondNoticeMs });
  return id;
}
