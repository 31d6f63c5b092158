import type { Tx } from "../../../database/database.ts";
import { writeAudit } from "../../audit/index.ts";
import { notify, queueMessage, type SignInChange, signInChangeMessage } from "../../notifications/index.ts";
import type { AccountDeps } from "../deps.ts";
import { findSecondFactorState } from "./store.ts";

/** The account whose sign-in methods change: its email address, and the key that seals messages to it. */
export type AccountOwner = { readonly id: string; readonly email: string; readonly key: Buffer };

/**
 * Call it before the transaction, since the keys are in another database.
 * @throws if the account does not exist
 */
export async function findAccountOwner(deps: Pick<AccountDeps, "db" | "keys">, userId: string): Promise<AccountOwner> {
  const [user, key] = await Promise.all([findSecondFactorState(deps.db.single, userId), deps.keys.find(userId)]);
  if (!user || !key) throw new Error("findAccountOwner: the account or its key does not exist");
  return { id: userId, email: user.email, key };
}

/** Audits a change of sign-in methods and emails the owner, who may not have made it. */
export async function recordSecurityChange(
  tx: Tx,
  deps: Pick<AccountDeps, "ids" | "publicUrl">,
  owner: AccountOwner,
  change: SignInChange,
  objectId: string = owner.id,
): Promise<void> {
  await writeAudit(tx, deps.ids, { actorKind: "user", actorId: owner.id, action: change, objectId });
  await queueSecurityChangeEmail(tx, deps, owner, change);
  if (change !== "password_changed") return;
  const key = `${change}:${deps.ids.rowId()}`;
  await notify(tx, deps, { ownerId: owner.id, key, kind: change, facts: {}, link: "/profile#security" });
}

/** Emails the owner without an audit row, if nothing was changed. */
export async function queueSecurityChangeEmail(
  tx: Tx,
  deps: Pick<AccountDeps, "ids" | "publicUrl">,
  owner: AccountOwner,
  change: SignInChange,
): Promise<void> {
  const links = { security: `${deps.publicUrl}/profile`, newPassword: `${deps.publicUrl}/forgot-password` };
  const words = signInChangeMessage(change, links);
  const sealedBy = { keyId: owner.id, key: owner.key, requestId: null };
  await queueMessage(
    tx,
    { ...sealedBy, channel: "mail", kind: "sign_in_changed", to: owner.email, ...words },
    deps.ids,
  );
}
