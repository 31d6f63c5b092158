import { brand } from "@idanimo/contract/brand";
import { fail, ok, type Result } from "@idanimo/contract/problems";
import type { Tx } from "../../../database/database.ts";
import type { ExternalPerson } from "../../../providers/social-sign-in/port.ts";
import { writeAudit } from "../../audit/index.ts";
import { claimAccount } from "../claim-account.ts";
import type { AccountDeps } from "../deps.ts";
import { findAccountOwner, recordSecurityChange, type AccountOwner } from "../second-factor/account-owner.ts";
import { invalidateRegistrations, insertUser, lockEmail } from "../store.ts";
import { providerNames } from "./provider-names.ts";
import * as store from "./store.ts";

type SocialAccountDeps = Pick<AccountDeps, "db" | "ids" | "keys" | "publicUrl">;

/**
 * Finds or creates the account of a person that a provider vouches for. The provider's subject identifies them;
 * only at their first sign-in the confirmed email address decides: it links the account that has it, or opens one.
 * [T-14 T-15]
 */
export async function findOrCreateAccount(
  deps: SocialAccountDeps,
  person: ExternalPerson,
): Promise<Result<string, "social_no_email" | "social_refused">> {
  const known = await store.findIdentityOwner(deps.db.single, person);
  if (known !== undefined) return ok(known);
  const { email } = person;
  if (email === null) return fail("social_no_email", { provider: providerNames[person.provider] });

  const seen = await store.findUserByEmail(deps.db.single, email);
  const owner = seen && (await findAccountOwner(deps, seen.id));
  const newId = deps.ids.publicId();
  await deps.keys.create(newId); // stored before the account; destroyed again if none is opened
  const found = await deps.db.transaction("system", async (tx) => {
    await lockEmail(tx, email);
    const meanwhile = await store.findIdentityOwner(tx, person);
    if (meanwhile !== undefined) return meanwhile;
    const stands = owner ?? (await store.findUserByEmail(tx, email));
    const userId = stands
      ? await linkIdentity(tx, deps, stands, person)
      : await createExternalAccount(tx, deps, newId, { ...person, email });
    if (userId !== undefined) await store.insertIdentity(tx, person, userId);
    return userId;
  });
  if (found !== newId) await deps.keys.destroy([newId]);
  return found === undefined ? fail("social_refused", {}) : ok(found);
}

/**
 * Links a person to the account of their email address, claiming it if the address was never confirmed. An account
 * that is linked to another person of the same provider is not linked again, since email addresses change owners.
 */
async function linkIdentity(
  tx: Tx,
  deps: SocialAccountDeps,
  owner: AccountOwner | { readonly id: string },
  person: ExternalPerson,
): Promise<string | undefined> {
  if (await claimAccount(tx, deps.ids, owner.id)) {
    await store.setNames(tx, owner.id, person.firstName, person.lastName);
    return owner.id;
  }
  if (await store.hasLinkedIdentity(tx, person.provider, owner.id)) return undefined;
  // an account opened just now has no owner to warn
  if ("key" in owner) await recordSecurityChange(tx, deps, owner, `${person.provider}_joined`);
  return owner.id;
}

/** Opens an account without a password. The sign-up page showed the terms that it accepts. */
export async function createExternalAccount(
  tx: Tx,
  deps: Pick<SocialAccountDeps, "ids">,
  id: string,
  person: Pick<ExternalPerson, "firstName" | "lastName"> & { readonly email: string },
): Promise<string> {
  const details = {
    firstName: person.firstName,
    lastName: person.lastName,
    phone: null,
    nin: null,
    designation: null,
    businessName: null,
    rcNumber: null,
    officeAddress: null,
  };
  const opened = await insertUser(
    tx,
    {
      id,
      email: person.email,
      userType: "individual",
      details,
      ninSealed: null,
      ninMasked: null,
      passwordHash: null,
      acceptedTerms: brand.policyVersion.number,
      clickId: null,
      confirmed: "email",
    },
    [deps.ids.rowId(), deps.ids.rowId()],
  );
  if (!opened) throw new Error("findOrCreateAccount: the account was created despite the lock");
  await invalidateRegistrations(tx, person.email); // another person's pending sign-up with this address ends here
  await writeAudit(tx, deps.ids, { actorKind: "user", actorId: id, action: "account_opened", objectId: id });
  return id;
}
