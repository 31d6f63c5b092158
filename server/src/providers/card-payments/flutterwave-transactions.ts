import { parseMinor } from "@idanimo/contract/money";
import { joinUrl, type ProviderClient, defaultFault } from "../provider-client.ts";
import { membersOf, wireText } from "../wire-json.ts";
import {
  type ListedPage,
  type ListedRefund,
  type ListedTransaction,
  ListUnreadableError,
  type UnreadableRow,
} from "./port.ts";

/**
 * Flutterwave's lists, version 3: `GET /transactions` and `GET /refunds`, both `?from=&to=&page=` with
 * `meta.page_info`. The time zone of its days is not published, so the day before is requested too and each row is
 * filtered by its own time.
 */

const pageTimeoutMs = 30_000;
/** With more unreadable rows of one day, the format of the list has changed. */
const maxUnreadableRows = 20;
/** A list of two days has fewer pages. */
const maxPages = 100_000;
const lagosMs = 3_600_000;
const dayMs = 86_400_000;

export type ListSettings = {
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A transaction of the provider's test mode, which a live key must not count. */
  isTestTransaction(data: Readonly<Record<string, unknown>>): boolean;
};

/** Lists everything made on one day in Lagos, page by page. */
export async function* listTransactions(
  client: ProviderClient,
  settings: ListSettings,
  day: string,
): AsyncGenerator<ListedPage> {
  const begins = Date.parse(`${day}T00:00:00Z`) - lagosMs;
  // a row of the day before is not parsed further: it belongs to that day's list
  const isOfDay = (row: WireRow) => {
    const madeAt = assertKnown(parseTimestamp(row), "when it was made").getTime();
    return madeAt >= begins && madeAt < begins + dayMs;
  };
  let bad = 0;
  const read = <Value>(
    what: UnreadableRow["what"],
    rows: readonly WireRow[],
    of: (row: WireRow) => Value | undefined,
  ) => {
    const good: Value[] = [];
    const unreadable: UnreadableRow[] = [];
    for (const row of rows.filter(isOfDay)) {
      const value = of(row);
      if (value === undefined) unreadable.push(describeUnreadableRow(what, row));
      else good.push(value);
    }
    bad += unreadable.length;
    if (bad > maxUnreadableRows)
      throw new ListUnreadableError(`more than ${maxUnreadableRows} rows of the day cannot be read`);
    return { good, unreadable };
  };
  for await (const rows of fetchPages(client, settings, "transactions", day)) {
    const counted = rows.filter((row) => !settings.isTestTransaction(row));
    const { good, unreadable } = read("transaction", counted, parseTransaction);
    yield { transactions: good, refunds: [], unreadable };
  }
  for await (const rows of fetchPages(client, settings, "refunds", day)) {
    const made = rows.filter((row) => !/fail/i.test(wireText(row["status"]) ?? ""));
    const { good, unreadable } = read("refund", made, parseRefund);
    yield { transactions: [], refunds: good, unreadable };
  }
}

type WireRow = Readonly<Record<string, unknown>>;

async function* fetchPages(
  client: ProviderClient,
  { baseUrl, headers }: ListSettings,
  what: "transactions" | "refunds",
  day: string,
): AsyncGenerator<readonly WireRow[]> {
  const before = new Date(Date.parse(`${day}T00:00:00Z`) - dayMs).toISOString().slice(0, 10);
  for (let page = 1; page <= maxPages; page += 1) {
    const url = joinUrl(baseUrl, `${what}?from=${before}&to=${day}&page=${page}`);
    const end = await client.request({ method: "GET", url, headers, totalMs: pageTimeoutMs }, defaultFault);
    if (end.kind !== "response") throw new ListUnreadableError(`the list of ${what} did not come: ${end.why}`);
    const body = membersOf(end.json);
    const rows: unknown = body["data"];
    const pages = wireText(membersOf(membersOf(body["meta"])["page_info"])["total_pages"]);
    if (end.status !== 200 || body["status"] !== "success" || !Array.isArray(rows) || !/^\d{1,6}$/.test(pages ?? ""))
      throw new ListUnreadableError(`page ${page} of the list of ${what} cannot be read: http_${end.status}`);
    yield rows.map(membersOf);
    if (page >= Number(pages)) return;
    if (rows.length === 0) throw new ListUnreadableError(`page ${page} of ${pages} of the list of ${what} is empty`);
  }
  throw new ListUnreadableError(`the list of ${what} has no end`);
}

/**
 * A row that is left out could be the one that matters, so a row without an id or a time makes the list unreadable.
 */
function assertKnown<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new ListUnreadableError(`a row of the list does not say ${what}`);
  return value;
}

/** What is known of a row that cannot be parsed. */
function describeUnreadableRow(what: UnreadableRow["what"], row: WireRow): UnreadableRow {
  const providerId = assertKnown(parseId(row), "which it is");
  return {
    what,
    providerId,
    reference: parseReference(row),
    madeAt: assertKnown(parseTimestamp(row), "when it was made"),
  };
}

function parseId(row: WireRow): string | undefined {
  const id = wireText(row["id"]);
  return id === undefined || id.length === 0 || id.length > 100 ? undefined : id;
}

// payments created manually at the provider may have none
const parseReference = (row: WireRow): string => wireText(row["tx_ref"])?.slice(0, 100) ?? "";

function parseTransaction(row: WireRow): ListedTransaction | undefined {
  const providerId = parseId(row);
  const reference = parseReference(row);
  const currency = wireText(row["currency"]);
  const minor = parseMinor(wireText(row["amount"]) ?? "");
  const madeAt = parseTimestamp(row);
  if (providerId === undefined || !madeAt) return undefined;
  if (currency === undefined || !/^[A-Z]{3}$/.test(currency) || minor === undefined || minor < 0n) return undefined;
  const message = wireText(row["status"]);
  const state =
    message === "successful" || message === "failed" || message === "cancelled" || message === "pending"
      ? message
      : "other";
  return { providerId, reference, currency, minor, state, madeAt };
}

function parseRefund(row: WireRow): ListedRefund | undefined {
  const providerId = parseId(row);
  // the list has `transaction_id`, earlier libraries read `TransactionId`, and a new refund has `tx_id`
  const of = wireText(row["transaction_id"]) ?? wireText(row["TransactionId"]) ?? wireText(row["tx_id"]);
  const minor = parseMinor(wireText(row["amount_refunded"]) ?? "");
  const madeAt = parseTimestamp(row);
  if (providerId === undefined || !of || of.length > 100 || minor === undefined || minor < 0n || !madeAt)
    return undefined;
  return { providerId, of, minor, madeAt };
}

function parseTimestamp(row: WireRow): Date | undefined {
  const text = wireText(row["created_at"]) ?? "";
  const at = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) ? new Date(text) : undefined;
  return at === undefined || Number.isNaN(at.getTime()) ? undefined : at;
}
