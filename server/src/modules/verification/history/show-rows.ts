import { rowOf } from "@idanimo/contract/catalogue";
import { actionText, isExpired } from "@idanimo/contract/expiry";
import type { OutputOf } from "@idanimo/contract/operation";
import type { history } from "@idanimo/contract/verification";
import type { KeyStore } from "../../../database/key-store.ts";
import { openValues } from "../search-values.ts";
import { consentWord, standingOf, statusWord } from "../standing.ts";
import type { Row } from "./store.ts";

type ShownRow = OutputOf<typeof history>["requests"][number];

/** Rows as their owner may see them: a value is whole while its request lives and masked as soon as it is over. */
export async function showRows(keyStore: KeyStore, rows: readonly Row[]): Promise<readonly ShownRow[]> {
  const living = new Set(rows.filter((row) => row.search_sealed !== null && !isExpired(standingOf(row), row.now)));
  const keys = await keyStore.findAll([...living].map((row) => row.id));
  return rows.map((row) => {
    const standing = standingOf(row);
    const { historyType, searchParameter } = rowOf(row.search_type);
    return {
      id: row.id,
      insertionDate: row.created_at.toISOString(),
      type: historyType,
      searchType: row.search_type,
      searchParameter,
      searchValue: living.has(row) ? wholeValue(row, keys.get(row.id)) : row.value_masked,
      consent: consentWord(standing),
      status: statusWord(standing, row.now),
      action: actionText(standing, row.now),
      outcome: row.outcome,
      deadline: row.deadline?.toISOString() ?? null,
      goneAt: standing.goneAt?.toISOString() ?? null,
    };
  });
}

/** The typed value; masked where the key is gone already. */
function wholeValue(row: Row, key: Buffer | undefined): string {
  if (!key || !row.search_sealed) return row.value_masked;
  const [first] = Object.keys(rowOf(row.search_type).fields);
  return (first && openValues(key, row.id, row.search_sealed)[first]) ?? row.value_masked;
}
