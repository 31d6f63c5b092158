import { catalogueRowOf } from "@idanimo/contract/catalogue";
import { requestStatusText, isExpired } from "@idanimo/contract/request-status";
import type { OutputOf } from "@idanimo/contract/operation";
import type { history } from "@idanimo/contract/verification";
import type { KeyStore } from "../../../database/key-store.ts";
import { openSearchValues } from "../search-values.ts";
import { consentStatusOf, requestStatusOf, historyStatusOf } from "../request-status.ts";
import type { HistoryRow } from "./store.ts";

type HistoryEntry = OutputOf<typeof history>["requests"][number];

/** Converts rows for their owner: values are unmasked until the request is over. */
export async function toHistoryEntries(
  keyStore: KeyStore,
  rows: readonly HistoryRow[],
): Promise<readonly HistoryEntry[]> {
  const unexpired = new Set(
    rows.filter((row) => row.search_sealed !== null && !isExpired(requestStatusOf(row), row.now)),
  );
  const keys = await keyStore.findAll([...unexpired].map((row) => row.id));
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

/** The entered value; masked if its key is destroyed. */
function openTypedValue(row: HistoryRow, key: Buffer | undefined): string {
  if (!key || !row.search_sealed) return row.value_masked;
  const [first] = Object.keys(catalogueRowOf(row.search_type).fields);
  return (first && openSearchValues(key, row.id, row.search_sealed)[first]) ?? row.value_masked;
}
