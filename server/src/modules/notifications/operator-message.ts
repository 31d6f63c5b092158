import { brand } from "@idanimo/contract/brand";
import { formatDateTime } from "@idanimo/contract/date-format";
import * as z from "zod/mini";
import { composeMail, facts, type MailContent } from "./mail-blocks.ts";
import { sanitiseForMail } from "./sanitise-text.ts";

/** What owners of an installation are emailed about operators. [OC-03] */
export const operatorEventKinds = [
  "signed_in",
  "sign_in_failed",
  "added",
  "roles_changed",
  "disabled",
  "key_created",
] as const;

/** The operator's name, empty if a sign-in named none; and the browser, step, roles or name of the key. */
export const operatorEvent = z.object({
  kind: z.enum(operatorEventKinds),
  name: z.string(),
  detail: z.string(),
  at: z.string(),
});
export type OperatorEvent = z.output<typeof operatorEvent>;

const titles = {
  signed_in: "An operator signed in",
  sign_in_failed: "A sign-in to the console failed",
  added: "An operator was added",
  roles_changed: "The roles of an operator changed",
  disabled: "An operator was disabled",
  key_created: "An operator made a key",
} as const satisfies Record<OperatorEvent["kind"], string>;

const detailLabels = {
  signed_in: "Browser",
  sign_in_failed: "What was wrong",
  added: "Roles",
  roles_changed: "Roles now",
  disabled: "Reason",
  key_created: "Key",
} as const satisfies Record<OperatorEvent["kind"], string>;

const maxLength = 140;

/** Emails an owner about an operator. Contains nothing of a customer or subject. */
export function operatorEventMessage({ kind, name, detail, at }: OperatorEvent): MailContent {
  return composeMail(
    titles[kind],
    `This happened in the operator console of ${brand.name}.`,
    facts(
      ["Operator", name === "" ? "An email that no operator has" : sanitiseForMail(name, maxLength)],
      [detailLabels[kind], sanitiseForMail(detail, maxLength)],
      ["Time", formatDateTime(at)],
    ),
    "If you did not expect this, look at Operators and the audit log in the console, and disable the operator if needed.",
  );
}
