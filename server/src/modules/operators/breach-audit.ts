import type { AuditEntry } from "../audit/index.ts";
import type { Tally } from "./breach-rules.ts";
import type { BreachWindow } from "./breach-store.ts";
import { formatTimestamp } from "./terminal-format.ts";

/** The audit rows of a breach: the same for the commands and the console. [OC-16 OC-20] */

/** An operator, with the breach; a report at the terminal is about none, or about one account. */
export type BreachActor = { readonly operatorId: string; readonly breachId?: string };

export function breachAuditEntry(
  { operatorId, breachId }: BreachActor,
  action: "breach_listed" | "breach_told",
  { since, until, account }: BreachWindow,
  what: string,
): AuditEntry {
  const objectId = breachId ?? account;
  return {
    actorKind: "operator",
    actorId: operatorId,
    action,
    ...(objectId !== null && { objectId }),
    reason: `${formatTimestamp(since)} to ${formatTimestamp(until)}: ${what}`,
  };
}

const formatPeopleCount = (count: number) => (count === 1 ? "1 person" : `${count} people`);

export const formatListed = ({ requests, people }: Pick<Tally, "requests" | "people">) =>
  `${requests} requests, ${formatPeopleCount(people.size)}`;

export const formatNotified = ({
  queued,
  reached,
  away,
}: {
  readonly queued: number;
  readonly reached: number;
  readonly away: number;
}) => `${queued} messages, ${formatPeopleCount(reached)}, ${away} out of reach`;
