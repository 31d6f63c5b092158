import { formatDate } from "@idanimo/contract/date-format";
import { idleFinalWarningDays, idleWarningDays } from "@idanimo/contract/organisations/limits";
import type { Tx } from "../../database/database.ts";
import { idleMemberMessage, queueMessage } from "../notifications/index.ts";
import type { OrganisationDeps } from "./deps.ts";
import { findIdleMembers, type IdleMember, markMemberWarned } from "./idle-member-store.ts";
import { isLastOwner } from "./last-owner.ts";
import { lockOrganisation, type OrganisationRow } from "./organisation-store.ts";
import { suspendOrReactivate } from "./suspend-or-reactivate.ts";

type IdleDeps = Pick<OrganisationDeps, "db" | "ids" | "keys" | "people" | "publicUrl">;

const dayMs = 86_400_000;

/** Organisations of one run; the next run takes the others. */
const batch = 200;

/**
 * Suspends members without activity, after a warning 14 days and one 3 days before. Who was not warned in time is
 * warned now and suspended later; the last owner never is. [TM-14]
 */
export async function suspendIdleMembers(deps: IdleDeps): Promise<void> {
  for (const organisationId of new Set((await findIdleMembers(deps.db.single, { most: batch })).map(organisationOf)))
    await deps.db.transaction("system", async (tx) => {
      const organisation = await lockOrganisation(tx, organisationId);
      if (!organisation) return;
      for (const member of await findIdleMembers(tx, { organisationId, most: batch }))
        await applyStep(tx, deps, organisation, member);
    });
}

const organisationOf = ({ organisation_id: id }: IdleMember) => id;

async function applyStep(tx: Tx, deps: IdleDeps, organisation: OrganisationRow, member: IdleMember): Promise<void> {
  if (await isLastOwner(tx, organisation.id, member)) return;
  if (member.step === "suspend") return suspend(tx, deps, organisation, member);
  const daysLeft = member.step === "first_warning" ? idleWarningDays : idleFinalWarningDays;
  const dueAt = member.last_active_at.getTime() + organisation.idle_days * dayMs;
  const endsAt = new Date(Math.max(dueAt, member.now.getTime() + daysLeft * dayMs));
  await markMemberWarned(tx, member, member.step === "first_warning" ? 1 : 2);
  const key = await deps.keys.find(member.user_id);
  const person = (await deps.people.find(tx, [member.user_id])).get(member.user_id);
  if (!key || !person) return;
  const message = idleMemberMessage({ organisation: organisation.name, on: formatDate(endsAt), link: deps.publicUrl });
  const sealedBy = { keyId: member.user_id, key, requestId: null };
  const to = person.email;
  await queueMessage(tx, { ...sealedBy, channel: "mail", kind: "idle_member", to, ...message }, deps.ids);
}

async function suspend(
  tx: Tx,
  deps: IdleDeps,
  { id: organisationId, name }: OrganisationRow,
  { user_id: userId }: IdleMember,
): Promise<void> {
  await suspendOrReactivate(tx, deps, { id: organisationId, name }, userId, {
    state: "suspended",
    reason: "no activity",
  });
}
