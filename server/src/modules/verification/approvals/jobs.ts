import type { Tx } from "../../../database/database.ts";
import { findAccountHolder, people } from "../../accounts/index.ts";
import { findApproval } from "../../approvals/index.ts";
import { approvalRequestedMessage, queueMessage } from "../../notifications/index.ts";
import type { VerificationDeps } from "../deps.ts";
import { announceExpiry } from "./end-approval.ts";
import { approvalsPage, checksOf } from "./facts.ts";

type MailPayload = {
  readonly approvalId: string;
  readonly organisationId: string;
  readonly approverId: string;
  readonly messageId: string;
};

export function approvalMailJobs({
  db,
  keys,
  ids,
  publicUrl,
}: Pick<VerificationDeps, "db" | "keys" | "ids" | "publicUrl">) {
  return {
    /** Emails a member who may decide, unless it was decided meanwhile. Idempotent by the message's id. */
    mail_approver: async ({ approvalId, organisationId, approverId, messageId }: MailPayload): Promise<void> => {
      const key = await keys.find(approverId);
      if (!key) return; // the account was closed
      await db.transaction("system", async (tx) => {
        const approval = await findApproval(tx, { kind: "organisation", organisationId }, approvalId);
        if (approval?.state !== "pending") return;
        const content = approvalRequestedMessage({
          organisation: (await findAccountHolder(tx, organisationId)).businessName ?? "",
          who: (await people.find(tx, [approval.requestedBy])).get(approval.requestedBy)?.name ?? "",
          what: checksOf(approval.facts),
          amount: approval.facts["amount"] ?? "",
          link: publicUrl + approvalsPage(organisationId),
        });
        const { email: to } = await findAccountHolder(tx, approverId);
        const mail = { id: messageId, channel: "mail", kind: "approval_requested", requestId: null, to } as const;
        await queueMessage(tx, { ...mail, keyId: approverId, key, ...content }, ids);
      });
    },
  };
}

/** What follows for a purchase when the time of its approval ran out. */
export const onApprovalExpired =
  (deps: Pick<VerificationDeps, "ids">) =>
  (tx: Tx, { id, organisationId }: { readonly id: string; readonly organisationId: string }): Promise<void> =>
    announceExpiry(deps, tx, id, { kind: "organisation", organisationId });
