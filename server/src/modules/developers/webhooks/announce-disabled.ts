import type { Tx } from "../../../database/database.ts";
import { noticeMessage, queueMessage } from "../../notifications/index.ts";
import { findMembersWithRight, findOrganisation, notifyMembers } from "../../organisations/index.ts";
import type { WebhookDeps } from "./deps.ts";

const reasonTexts = {
  failing: "every attempt failed for five days",
  gone: "it responded with status 410",
} as const;

/** Notifies the members who manage webhooks that we disabled an endpoint, by notice and email. [DP-10] */
export async function announceDisabled(
  tx: Tx,
  deps: Pick<WebhookDeps, "ids" | "keys" | "people" | "publicUrl">,
  endpoint: {
    readonly id: string;
    readonly organisation_id: string;
    readonly url: string;
    readonly reason: keyof typeof reasonTexts;
  },
): Promise<void> {
  const organisation = await findOrganisation(tx, endpoint.organisation_id);
  if (!organisation) return;
  const members = await findMembersWithRight(tx, organisation.id, "webhooks:manage");
  const facts = {
    organisation: organisation.name,
    host: new URL(endpoint.url).host,
    why: reasonTexts[endpoint.reason],
  };
  const link = `/developers/webhooks/${endpoint.id}`;
  await notifyMembers(tx, deps, members, { kind: "webhook_disabled", facts, link });
  const persons = await deps.people.find(tx, members);
  for (const userId of members) {
    const key = await deps.keys.find(userId);
    const to = persons.get(userId)?.email;
    if (!key || to === undefined) continue;
    const mail = noticeMessage("webhook_disabled", facts, deps.publicUrl + link);
    const sealedBy = { keyId: userId, key, requestId: null };
    await queueMessage(tx, { ...sealedBy, channel: "mail", kind: "webhook_disabled", to, ...mail }, deps.ids);
  }
}
