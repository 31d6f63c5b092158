import { fail, ok, type Result } from "@idanimo/contract/problems";
import { enqueue, type Tx } from "../database/database.ts";
import type { IdSource } from "../kernel/ids.ts";
import { findAccountForOperator, type OperatorAccount } from "../modules/accounts/index.ts";
import { writeAudit } from "../modules/audit/index.ts";
import { notify } from "../modules/notifications/index.ts";
import { hasRecentView, type SignedInOperator } from "../modules/operator-identity/index.ts";
import {
  findOrganisationForOperator,
  findOwnersOfOrganisation,
  type OperatorOrganisation,
} from "../modules/organisations/index.ts";

/** An owner of money and requests as operators find it: a person, an organisation, or a business account, which is both. */
export type OperatorOwner = {
  readonly id: string;
  readonly account: OperatorAccount | undefined;
  readonly organisation: OperatorOrganisation | undefined;
  readonly isClosed: boolean;
};

export async function findOwner(tx: Tx, id: string): Promise<OperatorOwner | undefined> {
  const account = await findAccountForOperator(tx, id);
  const organisation = await findOrganisationForOperator(tx, id);
  if (!account && !organisation) return undefined;
  return { id, account, organisation, isClosed: account ? account.isClosed : organisation?.isClosed === true };
}

/** The owner, if this operator gave a reason for it within 24 hours. [OC-06] */
export async function findOpenedOwner(
  tx: Tx,
  operator: SignedInOperator,
  id: string,
): Promise<Result<OperatorOwner, "not_found" | "reason_needed">> {
  const owner = await findOwner(tx, id);
  if (!owner) return fail("not_found", {});
  return (await hasRecentView(tx, operator.id, id)) ? ok(owner) : fail("reason_needed", {});
}

/** An account that is not closed, if this operator gave a reason for it within 24 hours. [OC-06] */
export async function findOpenedAccount(
  tx: Tx,
  operator: SignedInOperator,
  id: string,
): Promise<
  Result<OperatorOwner & { readonly account: OperatorAccount }, "not_found" | "reason_needed" | "account_closed">
> {
  const opened = await findOpenedOwner(tx, operator, id);
  if (!opened.ok) return opened;
  const { account } = opened.value;
  if (!account) return fail("not_found", {});
  return account.isClosed ? fail("account_closed", {}) : ok({ ...opened.value, account });
}

/** Who gets notices about what operators do: the person, or the owners of the organisation. [OC-06] */
export const findRecipients = async (tx: Tx, { id, organisation }: OperatorOwner): Promise<readonly string[]> =>
  organisation ? findOwnersOfOrganisation(tx, id) : [id];

type OwnerNotice =
  | {
      readonly kind:
        | "support_viewed"
        | "support_signed_out"
        | "support_unlocked"
        | "support_resent"
        | "support_phone_requested"
        | "support_phone_removed";
      readonly facts: { readonly reason: string };
    }
  | { readonly kind: "support_suspended"; readonly facts: { readonly what: string; readonly reason: string } }
  | { readonly kind: "support_suspension_ended"; readonly facts: { readonly what: string } };

/** Tells the people of an owner what an operator did; by email too, unless only the account was opened. [OC-08] */
export async function tellOwner(tx: Tx, ids: IdSource, owner: OperatorOwner, notice: OwnerNotice): Promise<void> {
  const act = ids.rowId();
  for (const ownerId of await findRecipients(tx, owner)) {
    const noticeId = await notify(
      tx,
      { ids },
      { ...notice, ownerId, key: `${notice.kind}:${act}:${ownerId}`, link: null },
    );
    if (noticeId !== undefined && notice.kind !== "support_viewed")
      await enqueue(tx, "mail_notice", { noticeId }, `mail_notice:${noticeId}`);
  }
}

/** Records an act of an operator on an owner in the audit log. */
export const auditAct = (
  tx: Tx,
  ids: IdSource,
  { id }: Pick<OperatorOwner, "id">,
  act: { readonly operatorId: string; readonly action: string; readonly reason: string },
): Promise<void> =>
  writeAudit(tx, ids, {
    actorKind: "operator",
    actorId: act.operatorId,
    action: act.action,
    objectId: id,
    reason: act.reason,
  });
