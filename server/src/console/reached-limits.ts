import type { LimitKey, LimitName } from "../http/rate-limits.ts";
import { limitKey } from "../modules/accounts/index.ts";
import type { ConsoleDeps } from "./deps.ts";
import type { OperatorOwner } from "./opened-owner.ts";

/** The limits that an account can reach, in the words of the console. */
const limitLabels = {
  login_account: "Wrong passwords in 15 minutes",
  login_account_day: "Wrong passwords in a day",
  forgot_account: "Links for a new password in an hour",
  code_destination: "Emails to confirm the address in a day",
  lookup_account: "Checks in a day",
  bulk_account: "Bulk files in a day",
  payment_start_account: "Card payments started in an hour",
  request_action_account: "Reminders and cancellations in an hour",
  match_account: "Searches of the company register in a day",
  invitation_organisation: "Invitations in a day",
} as const satisfies { readonly [Name in LimitName]?: string };
type OwnerLimit = keyof typeof limitLabels;

const ownLimits = [
  "lookup_account",
  "bulk_account",
  "payment_start_account",
  "request_action_account",
  "match_account",
  "invitation_organisation",
] as const satisfies readonly OwnerLimit[];
const mailboxLimits = ["login_account", "login_account_day", "forgot_account"] as const satisfies readonly OwnerLimit[];

/** The limits of an owner that are reached now, and until when. */
export async function findReachedLimits(
  { limits, vault }: Pick<ConsoleDeps, "limits" | "vault">,
  { id, account }: OperatorOwner,
  now: Date,
): Promise<readonly { readonly label: string; readonly until: string }[]> {
  const keys: [OwnerLimit, string][] = ownLimits.map((name) => [name, id]);
  if (account) {
    const mailbox = limitKey(vault, account.email);
    for (const name of mailboxLimits) keys.push([name, mailbox]);
    for (const name of ["login_account", "login_account_day"] as const) keys.push([name, `second_step:${id}`]);
    keys.push(["code_destination", limitKey(vault, `confirm|${account.email}`)]);
  }
  const labels: Readonly<Record<string, string>> = limitLabels;
  const reached = await limits.findReached(keys satisfies LimitKey[]);
  return reached.map(({ name, waitMs }) => ({
    label: labels[name] ?? name,
    until: new Date(now.getTime() + waitMs).toISOString(),
  }));
}
