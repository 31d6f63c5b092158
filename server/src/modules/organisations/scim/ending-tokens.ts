import { formatDate } from "@idanimo/contract/date-format";
import type { Tx } from "../../../database/database.ts";
import { queueMessage, scimTokenEndingMessage } from "../../notifications/index.ts";
import { notifyOwners } from "../announce.ts";
import type { OrganisationDeps } from "../deps.ts";
import { findActiveMembersWithRole } from "../member-store.ts";
import { lockOrganisation, type OrganisationRow } from "../organisation-store.ts";
import { type EndingToken, findEndingTokens, markTokenWarned } from "./token-store.ts";

type EndingDeps = Pick<OrganisationDeps, "db" | "ids" | "keys" | "people" | "publicUrl">;

/** Tokens of one run; the next run takes the others. */
const batch = 200;
const link = "/organisation/security";

/** Tells the owners 14 days before a token of their directory expires, once, by notice and email. [TM-12] */
export async function announceEndingScimTokens(deps: EndingDeps): Promise<void> {
  for (const token of await findEndingTokens(deps.db.single, batch))
    await deps.db.transaction("system", async (tx) => {
      const organisation = await lockOrganisation(tx, token.organisation_id);
      if ((await markTokenWarned(tx, token.id)) && organisation) await announce(tx, deps, organisation, token);
    });
}

async function announce(tx: Tx, deps: EndingDeps, organisation: OrganisationRow, token: EndingToken): Promise<void> {
  const facts = { organisation: organisation.name, on: formatDate(token.expires_at) };
  await notifyOwners(tx, deps, { organisationId: organisation.id }, { kind: "scim_token_ending", facts, link });
  const owners = await findActiveMembersWithRole(tx, organisation.id, "owner");
  const persons = await deps.people.find(tx, owners);
  const message = scimTokenEndingMessage({ ...facts, link: deps.publicUrl + link });
  for (const userId of owners) {
    const key = await deps.keys.find(userId);
    const to = persons.get(userId)?.email;
    if (!key || to === undefined) continue;
    const sealedBy = { keyId: userId, key, requestId: null };
    await queueMessage(tx, { ...sealedBy, channel: "mail", kind: "scim_token_ending", to, ...message }, deps.ids);
  }
}
