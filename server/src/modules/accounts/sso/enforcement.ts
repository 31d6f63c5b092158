import { domainOfEmail } from "@idanimo/contract/organisations/single-sign-on";
import { fail, ok, type Result } from "@idanimo/contract/problems";
import type { Database, Tx } from "../../../database/database.ts";
import { announceExemptSignIn, type DomainSignOn, findSignOnOfDomain } from "../../organisations/index.ts";
import type { AccountDeps } from "../deps.ts";
import { people } from "../people.ts";
import { findEmail } from "./store.ts";

const ssoRequired = ({ id, name }: DomainSignOn) =>
  fail("sso_required", { organisation: name }, { details: { organisationId: id, organisation: name } });

/** Rejects other sign-ins with an address whose organisation enforces its own; known or not. [TM-11] */
export async function checkSsoOfEmail(db: Database, email: string): Promise<Result<void, "sso_required">> {
  const signOn = await findSignOnOfDomain(db.single, domainOfEmail(email));
  return signOn?.state === "enforced" ? ssoRequired(signOn) : ok(undefined);
}

/** The same for an account that another provider has identified. */
export async function checkSsoOfUser(db: Database, userId: string): Promise<Result<void, "sso_required">> {
  const email = await findEmail(db.single, userId);
  return email === undefined ? ok(undefined) : checkSsoOfEmail(db, email);
}

/**
 * The same for a passkey, with which the exempt owner signs in.
 * @returns what to announce once they are signed in
 */
export async function checkSsoOfPasskey(
  db: Database,
  userId: string,
): Promise<Result<DomainSignOn | undefined, "sso_required">> {
  const signOn = await findSignOnOfUser(db.single, userId);
  if (signOn?.state !== "enforced") return ok(undefined);
  return signOn.exemptUserId === userId ? ok(signOn) : ssoRequired(signOn);
}

/** The enforced sign-on from which this owner is exempt. */
export async function findExemption(tx: Tx, userId: string): Promise<DomainSignOn | undefined> {
  const signOn = await findSignOnOfUser(tx, userId);
  return signOn?.state === "enforced" && signOn.exemptUserId === userId ? signOn : undefined;
}

async function findSignOnOfUser(tx: Tx, userId: string): Promise<DomainSignOn | undefined> {
  const email = await findEmail(tx, userId);
  return email === undefined ? undefined : findSignOnOfDomain(tx, domainOfEmail(email));
}

export async function announceExemption(
  deps: Pick<AccountDeps, "db" | "ids">,
  signOn: DomainSignOn,
  userId: string,
): Promise<void> {
  await deps.db.transaction("system", async (tx) => {
    const name = (await people.find(tx, [userId])).get(userId)?.name ?? "";
    await announceExemptSignIn(tx, deps, signOn, { userId, name });
  });
}
