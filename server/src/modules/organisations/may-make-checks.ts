import { type LiveFact, liveFactNames } from "@idanimo/contract/organisations/organisations";
import { fail, ok, type Result } from "@idanimo/contract/problems";
import type { Tx } from "../../database/database.ts";
import type { Actor } from "../../http/call.ts";
import { findOrganisation } from "./organisation-store.ts";

const listFormat = new Intl.ListFormat("en-GB");

/** What the caller's organisation must still provide before it can make checks; nothing for a person's own account. */
export async function findMissingFacts(tx: Tx, { ownerId, member }: Actor): Promise<readonly LiveFact[]> {
  if (member === null) return [];
  const organisation = await findOrganisation(tx, ownerId);
  if (!organisation || organisation.live_enabled) return [];
  return [
    ...(organisation.rc_number === null ? (["rc_number"] as const) : []),
    ...(organisation.office_address === null ? (["office_address"] as const) : []),
    "terms", // accepting them, with the other facts there, sets `live_enabled`
  ];
}

/** Whether the caller's organisation may make checks. The database, too, rejects the purchase of one that may not. */
export async function checkIsLive(tx: Tx, actor: Actor): Promise<Result<void, "organisation_incomplete">> {
  const missing = await findMissingFacts(tx, actor);
  if (missing.length === 0) return ok(undefined);
  const names = listFormat.format(missing.map((fact) => liveFactNames[fact]));
  return fail("organisation_incomplete", { missing: names }, { details: { missing: missing.join(" ") } });
}
