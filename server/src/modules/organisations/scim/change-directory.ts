import type { Tx } from "../../../database/database.ts";
import { writeAudit } from "../../audit/index.ts";
import type { OrganisationDeps } from "../deps.ts";
import { lockOrganisation, type OrganisationRow } from "../organisation-store.ts";
import { findRoles } from "../role-store.ts";
import type { CustomRole } from "../rules.ts";
import { type Directory, readDirectory } from "./directory.ts";
import { refuse, type ScimResult } from "./scim-result.ts";
import type { ScimAccess } from "./scim-access.ts";

export type ScimDeps = Pick<OrganisationDeps, "db" | "ids" | "keys" | "events" | "limits" | "people" | "publicUrl">;

/** An organisation under its lock, and the token that changes it. */
export type ScimOrganisation = OrganisationRow & {
  readonly customRoles: readonly CustomRole[];
  readonly directory: Directory;
  /** Reason of audit rows: no member acts. */
  readonly reason: string;
};

export const tokenEnded = refuse(401, "The token is not valid.");

/** Runs a change of a directory under the organisation's lock. A failure must come before any write. */
export function changeDirectory<Value>(
  deps: ScimDeps,
  { organisationId, tokenId }: ScimAccess,
  work: (tx: Tx, organisation: ScimOrganisation) => Promise<ScimResult<Value>>,
): Promise<ScimResult<Value>> {
  return deps.db.transaction<ScimResult<Value>>("system", async (tx) => {
    const organisation = await lockOrganisation(tx, organisationId);
    if (!organisation) return tokenEnded;
    const customRoles = await findRoles(tx, organisationId);
    const directory = await readDirectory(tx, deps, organisationId);
    return work(tx, { ...organisation, customRoles, directory, reason: `scim ${tokenId}` });
  });
}

export const auditScim = (
  tx: Tx,
  deps: Pick<ScimDeps, "ids">,
  { id: organisationId, reason }: Pick<ScimOrganisation, "id" | "reason">,
  entry: { readonly action: string; readonly objectId: string; readonly reason?: string },
): Promise<void> => writeAudit(tx, deps.ids, { actorKind: "system", organisationId, reason, ...entry });
