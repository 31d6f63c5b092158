import { type LiveFact, liveFactNames } from "@idanimo/contract/organisations/organisations";
import { fail, ok, type Result } from "@idanimo/contract/problems";
import type { Tx } from "../../database/database.ts";
import type { Actor } from "../../http/call.ts";
import { findOrganisation } from "./organisation-store.ts";

/** What the caller's organisation gives before it can make checks; nothing for a person's own account. */
export async function findMissingFacts(tx: Tx, { ownerId, member }: Actor): Promise<readonly LiveFact[]> {
  if (member === null) return [];
  const organisation = await findOrganisation(tx, ownerId);
  if (!organisation || organisation.live_enabled) return [];
  return [
    ...(organisation.rc_number === null ? (["rc_number"] as const) : []),
    ...(organisation.office_address === null ? (["office_address"] as const) : []),
    "terms",
  ];
}

/** Whether the caller's organisation may make checks. The database rejects a purchase of one that may not. */
export async function checkIsLive(tx: Tx, actor: Actor): Promise<Result<void, "organisation_incomplete">> {
  const missing = await findMissingFacts(tx, actor);
  if (missing.length === 0) return ok(undefined);
  const names = missing.map((fact) => liveFactNames[fact]);
  const last = names.pop() ?? "";
  return fail(
    "organisation_incomplete",
    { missing: names.length > 0 ? `${names.join(", ")} and ${last}` : last },
    { details: { missing: missing.join(" ") } },
  );
}
