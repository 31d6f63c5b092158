import { domainOfEmail, type SsoFailure } from "@idanimo/contract/organisations/single-sign-on";
import type { EnterprisePerson } from "../../../providers/enterprise-sign-in/port.ts";
import { findDomainOwner } from "../../organisations/index.ts";
import { claimAccount } from "../claim-account.ts";
import type { AccountDeps } from "../deps.ts";
import { findAccountOwner, recordSecurityChange } from "../second-factor/account-owner.ts";
import { createExternalAccount } from "../social/find-or-create-account.ts";
import { findUserByEmail, setNames } from "../social/store.ts";
import { lockEmail } from "../store.ts";
import * as store from "./store.ts";

/**
 * Finds or creates the account of a person for whom an organisation's provider vouches. It may vouch only for
 * addresses of domains that this organisation has verified, each time; at the first sign-in such an address links
 * the account that has it, whose user gets a notice. [TM-11]
 */
export async function findOrCreateSsoAccount(
  deps: Pick<AccountDeps, "db" | "ids" | "keys" | "publicUrl">,
  organisationId: string,
  person: EnterprisePerson,
): Promise<{ readonly userId: string } | SsoFailure> {
  const { email } = person;
  if (email === null) return "wrong_domain";
  if ((await findDomainOwner(deps.db.single, domainOfEmail(email))) !== organisationId) return "wrong_domain";
  const known = await store.findIdentityOwner(deps.db.single, person);
  if (known !== undefined) return { userId: known };

  const seen = await findUserByEmail(deps.db.single, email);
  const owner = seen && (await findAccountOwner(deps, seen.id));
  const newId = deps.ids.publicId();
  await deps.keys.create(newId); // stored before the account; destroyed again if none is opened
  const found = await deps.db.transaction<string | undefined>("system", async (tx) => {
    await lockEmail(tx, email);
    const meanwhile = await store.findIdentityOwner(tx, person);
    if (meanwhile !== undefined) return meanwhile;
    const existing = owner?.id ?? (await findUserByEmail(tx, email))?.id;
    if (existing === undefined) await createExternalAccount(tx, deps, newId, { ...person, email });
    else if (await claimAccount(tx, deps.ids, existing))
      await setNames(tx, existing, person.firstName, person.lastName);
    else if (await store.hasLinkedIdentity(tx, person.issuer, existing)) return undefined;
    else if (owner) await recordSecurityChange(tx, deps, owner, "sso_joined");
    const userId = existing ?? newId;
    await store.insertIdentity(tx, person, userId);
    return userId;
  });
  if (found !== newId) await deps.keys.destroy([newId]);
  return found === undefined ? "refused" : { userId: found };
}
