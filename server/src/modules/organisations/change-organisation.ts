import type { Right } from "@idanimo/contract/organisations/rights";
import { fail, type ProblemCode, type Result } from "@idanimo/contract/problems";
import type { Tx } from "../../database/database.ts";
import { rightMissing } from "../../http/authorise.ts";
import type { Caller } from "../../http/call.ts";
import { writeAudit } from "../audit/index.ts";
import type { OrganisationDeps } from "./deps.ts";
import { findMember } from "./member-store.ts";
import { lockOrganisation, type OrganisationRow } from "./organisation-store.ts";
import { findRoles } from "./role-store.ts";
import { type CustomRole, rightsOfRoles, type Standing } from "./rules.ts";

/** An organisation under its lock, and the member who changes it. */
export type LockedOrganisation = OrganisationRow & {
  readonly customRoles: readonly CustomRole[];
  readonly actor: Standing & { readonly userId: string };
  /** Writes an audit row of this organisation in the same transaction. */
  readonly audit: (tx: Tx, entry: AuditedChange) => Promise<void>;
};

type AuditedChange = { readonly action: string; readonly objectId: string; readonly reason?: string };

/** Problems of any change of an organisation. */
type AnyChangeProblem = "not_found" | "right_missing";

/**
 * Runs a change of the caller's organisation under its lock. The caller's membership is read again under the lock,
 * so that a right that was just taken away no longer helps. [TM-02]
 * @param right that the change needs; null if the change decides
 */
export async function changeOrganisation<Value, Code extends ProblemCode>(
  deps: Pick<OrganisationDeps, "db" | "ids">,
  { userId, ownerId, member }: Caller,
  { right }: { readonly right: Right | null },
  work: (tx: Tx, organisation: LockedOrganisation) => Promise<Result<Value, Code | AnyChangeProblem>>,
): Promise<Result<Value, Code | AnyChangeProblem>> {
  if (member === null) return fail("not_found", {});
  return deps.db.transaction<Result<Value, Code | AnyChangeProblem>>("system", async (tx) => {
    const organisation = await lockOrganisation(tx, ownerId);
    const current = await findMember(tx, ownerId, userId);
    if (!organisation || current?.state !== "active") return fail("not_found", {});
    const customRoles = await findRoles(tx, ownerId);
    const rights = rightsOfRoles(current.roles, customRoles);
    if (right !== null && !rights.has(right)) return rightMissing(right);
    return work(tx, {
      ...organisation,
      customRoles,
      actor: { userId, roles: current.roles, rights },
      audit: (auditTx, entry) =>
        writeAudit(auditTx, deps.ids, {
          actorKind: "user",
          actorId: userId,
          organisationId: ownerId,
          ...entry,
        }),
    });
  });
}
