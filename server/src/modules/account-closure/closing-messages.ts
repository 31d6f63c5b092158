import type { ClosingWay } from "@idanimo/contract/organisations/closing";
import type { Tx } from "../../database/database.ts";
import { type AccountDeps, people } from "../accounts/index.ts";
import { organisationClosedMessage, organisationClosingMessage, queueMessage } from "../notifications/index.ts";
import { notifyMembers } from "../organisations/index.ts";

/** What owners learn of the closing of their organisation, by bell, push and email [TM-16]. */

type Deps = Pick<AccountDeps, "ids" | "keys" | "publicUrl">;
type Organisation = { readonly id: string; readonly name: string };

/** The page on which an owner confirms or rejects. The link names the organisation. */
const closingPage = (organisationId: string) => `/organisation/settings?organisation=${organisationId}`;

/** Tells the other owners that one asks to close. */
export async function announceRequest(
  tx: Tx,
  deps: Deps,
  {
    organisation,
    by,
    others,
    way,
  }: {
    readonly organisation: Organisation;
    readonly by: string;
    readonly others: readonly string[];
    readonly way: ClosingWay;
  },
): Promise<void> {
  const persons = await people.find(tx, [by, ...others]);
  const who = persons.get(by)?.name ?? "";
  const link = closingPage(organisation.id);
  const facts = { who, organisation: organisation.name };
  await notifyMembers(tx, deps, others, { kind: "organisation_closing", facts, link });
  const words = organisationClosingMessage({ ...facts, way, link: deps.publicUrl + link });
  for (const userId of others) {
    const [to, key] = [persons.get(userId)?.email, await deps.keys.find(userId)];
    if (to === undefined || !key) continue;
    const sealedBy = { keyId: userId, key, requestId: null };
    await queueMessage(tx, { ...sealedBy, channel: "mail", kind: "organisation_closing", to, ...words }, deps.ids);
  }
}

/** Tells owners that their organisation was not closed. */
export async function announceStaysOpen(
  tx: Tx,
  deps: Pick<AccountDeps, "ids">,
  {
    organisation,
    owners,
    why,
  }: { readonly organisation: Organisation; readonly owners: readonly string[]; readonly why: string },
): Promise<void> {
  const facts = { organisation: organisation.name, why };
  const link = closingPage(organisation.id);
  await notifyMembers(tx, deps, owners, { kind: "organisation_stays_open", facts, link });
}

/** Emails every owner of a closed organisation; its members have a notice. */
export async function announceClosed(
  tx: Tx,
  deps: Deps,
  {
    organisation,
    owners,
    way,
  }: { readonly organisation: Organisation; readonly owners: readonly string[]; readonly way: ClosingWay },
): Promise<void> {
  const persons = await people.find(tx, owners);
  const words = organisationClosedMessage({ organisation: organisation.name, way });
  for (const userId of owners) {
    const [to, key] = [persons.get(userId)?.email, await deps.keys.find(userId)];
    if (to === undefined || !key) continue;
    const sealedBy = { keyId: userId, key, requestId: null };
    await queueMessage(tx, { ...sealedBy, channel: "mail", kind: "organisation_closed", to, ...words }, deps.ids);
  }
}
