import { resultsScopes } from "@idanimo/contract/developers/scopes";
import { formatExpectedName } from "@idanimo/contract/expected-name";
import { catalogueRowOf } from "@idanimo/contract/catalogue";
import { requestStatusText, isExpired } from "@idanimo/contract/request-status";
import type { OutputOf } from "@idanimo/contract/operation";
import type { MemberName } from "@idanimo/contract/organisations/member-name";
import type { history } from "@idanimo/contract/history";
import type { Database } from "../../../database/database.ts";
import type { KeyStore } from "../../../database/key-store.ts";
import { type Actor, can } from "../../../http/call.ts";
import { findMakers } from "../../accounts/index.ts";
import { openExpectedName } from "../../consent/index.ts";
import { openSearchValues } from "../search-values.ts";
import { consentStatusOf, requestStatusOf, historyStatusOf } from "../request-status.ts";
import { openLabel } from "../../purchases/index.ts";
import type { HistoryRow } from "./store.ts";

type HistoryEntry = OutputOf<typeof history>["requests"][number];

/**
 * Converts rows for a reader: values are unmasked until the request is over; a colleague's only with the right to all
 * records [TM-03].
 */
export async function toHistoryEntries(
  { db, keys: keyStore }: { readonly db: Database; readonly keys: KeyStore },
  actor: Actor,
  rows: readonly HistoryRow[],
): Promise<readonly HistoryEntry[]> {
  const { ownerId } = actor;
  const isReadable = ({ made_by_user_id: madeBy, search_type: searchType }: HistoryRow) =>
    (actor.key === undefined || actor.key.scopes.has(resultsScopes[searchType])) &&
    (can(actor, "records:read_all") || (madeBy ?? ownerId) === actor.userId);
  const unexpired = new Set(
    rows.filter((row) => row.search_sealed !== null && isReadable(row) && !isExpired(requestStatusOf(row), row.now)),
  );
  const hasLabel = rows.some(({ label_sealed: sealed }) => sealed !== null);
  const keys = await keyStore.findAll([...[...unexpired].map(({ id }) => id), ...(hasLabel ? [ownerId] : [])]);
  const accountKey = keys.get(ownerId);
  const makerOf = await findMakers(
    db.single,
    actor,
    rows.map(({ made_by_user_id: madeBy }) => madeBy),
  );
  return rows.map((row) => {
    const status = requestStatusOf(row);
    const { historyType, searchParameter, consent: needsConsent } = catalogueRowOf(row.search_type);
    const isUnasked = needsConsent && status.consent === null && status.outcome === "DELIVERED";
    return {
      id: row.id,
      insertionDate: row.created_at.toISOString(),
      type: historyType,
      searchType: row.search_type,
      searchParameter,
      searchValue: unexpired.has(row) ? openTypedValue(row, keys.get(row.id)) : row.value_masked,
      ...named(makerOf(row.made_by_user_id)),
      ...(accountKey && row.label_sealed && { label: openLabel(accountKey, row.id, row.label_sealed) }),
      ...(unexpired.has(row) && openGivenName(row, keys.get(row.id))),
      consent: consentStatusOf(status),
      ...(isUnasked && { isUnasked }),
      status: historyStatusOf(status, row.now),
      action: requestStatusText(status, row.now),
      outcome: row.outcome,
      deadline: row.deadline?.toISOString() ?? null,
      goneAt: status.goneAt?.toISOString() ?? null,
    };
  });
}

/** Who made a row, for an organisation. */
const named = (member: MemberName | undefined) => (member ? { member } : {});

/** The name that the requester was given. */
function openGivenName({ id, expected_name_sealed: sealed }: HistoryRow, key: Buffer | undefined) {
  return key && sealed ? { givenName: formatExpectedName(openExpectedName(key, id, sealed)) } : undefined;
}

/** The entered value; masked if its key is destroyed. */
function openTypedValue(row: HistoryRow, key: Buffer | undefined): string {
  if (!key || !row.search_sealed) return row.value_masked;
  const [first] = Object.keys(catalogueRowOf(row.search_type).fields);
  return (first && openSearchValues(key, row.id, row.search_sealed)[first]) ?? row.value_masked;
}
