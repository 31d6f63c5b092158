import { minorFromText } from "@idanimo/contract/money";
import { below, type Line, usualFault } from "../line.ts";
import { membersOf, textOf } from "../wire-json.ts";
import {
  type ListedPage,
  type ListedRefund,
  type ListedTransaction,
  ListUnreadable,
  type UnreadableRow,
} from "./port.ts";

/**
 * Flutterwave's own lists, version 3: `GET /transactions` and `GET /refunds`, both `?from=&to=&page=` with `meta.page_info`. In which
 * zone it counts days is not published, so the day before is asked for too and each row is judged by its own time.
 */

const pageMs = 30_000;
/** More rows than that of one day that cannot be read are no accident: the list is written otherwise than we know. */
const unreadableMost = 20;
/** More pages than that are no list of two days. */
const pagesMost = 100_000;
const lagosMs = 3_600_000;
const dayMs = 86_400_000;

export type ListSettings = {
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A transaction of the provider's test mode that a live key must not count. */
  isPretended(data: Readonly<Record<string, unknown>>): boolean;
};

/** Everything made on one day in Lagos, page by page. */
export async function* listOf(line: Line, settings: ListSettings, day: string): AsyncGenerator<ListedPage> {
  const begins = Date.parse(`${day}T00:00:00Z`) - lagosMs;
  // a row of the day before is not looked into: it spoils its own day alone
  const isOfDay = (row: WireRow) => {
    const madeAt = known(momentIn(row), "when it was made").getTime();
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
      if (value === undefined) unreadable.push(namedIn(what, row));
      else good.push(value);
    }
    bad += unreadable.length;
    if (bad > unreadableMost) throw new ListUnreadable(`more than ${unreadableMost} rows of the day cannot be read`);
    return { good, unreadable };
  };
  for await (const rows of pagesOf(line, settings, "transactions", day)) {
    const counted = rows.filter((row) => !settings.isPretended(row));
    const { good, unreadable } = read("transaction", counted, transactionIn);
    yield { transactions: good, refunds: [], unreadable };
  }
  for await (const rows of pagesOf(line, settings, "refunds", day)) {
    const made = rows.filter((row) => !/fail/i.test(textOf(row["status"]) ?? ""));
    const { good, unreadable } = read("refund", made, refundIn);
    yield { transactions: [], refunds: good, unreadable };
  }
}

type WireRow = Readonly<Record<string, unknown>>;

async function* pagesOf(
  line: Line,
  { baseUrl, headers }: ListSettings,
  what: "transactions" | "refunds",
  day: string,
): AsyncGenerator<readonly WireRow[]> {
  const before = new Date(Date.parse(`${day}T00:00:00Z`) - dayMs).toISOString().slice(0, 10);
  for (let page = 1; page <= pagesMost; page += 1) {
    const url = below(baseUrl, `${what}?from=${before}&to=${day}&page=${page}`);
    const end = await line.ask({ method: "GET", url, headers, totalMs: pageMs }, usualFault);
    if (end.kind !== "answer") throw new ListUnreadable(`the list of ${what} did not come: ${end.why}`);
    const body = membersOf(end.json);
    const rows: unknown = body["data"];
    const pages = textOf(membersOf(membersOf(body["meta"])["page_info"])["total_pages"]);
    if (end.status !== 200 || body["status"] !== "success" || !Array.isArray(rows) || !/^\d{1,6}$/.test(pages ?? ""))
      throw new ListUnreadable(`page ${page} of the list of ${what} cannot be read: http_${end.status}`);
    yield rows.map(membersOf);
    if (page >= Number(pages)) return;
    if (rows.length === 0) throw new ListUnreadable(`page ${page} of ${pages} of the list of ${what} is empty`);
  }
  throw new ListUnreadable(`the list of ${what} has no end`);
}

/** A row that is left out could be the one that matters: one that says not which it is or when makes the list unreadable. */
function known<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new ListUnreadable(`a row of the list does not say ${what}`);
  return value;
}

/** What can be said of a row that cannot be read. */
function namedIn(what: UnreadableRow["what"], row: WireRow): UnreadableRow {
  const providerId = known(idIn(row), "which it is");
  return { what, providerId, reference: referenceIn(row), madeAt: known(momentIn(row), "when it was made") };
}

function idIn(row: WireRow): string | undefined {
  const id = textOf(row["id"]);
  return id === undefined || id.length === 0 || id.length > 100 ? undefined : id;
}

// what is sold by hand at the provider may have none
const referenceIn = (row: WireRow): string => textOf(row["tx_ref"])?.slice(0, 100) ?? "";

function transactionIn(row: WireRow): ListedTransaction | undefined {
  const providerId = idIn(row);
  const reference = referenceIn(row);
  const currency = textOf(row["currency"]);
  const minor = minorFromText(textOf(row["amount"]) ?? "");
  const madeAt = momentIn(row);
  if (providerId === undefined || !madeAt) return undefined;
  if (currency === undefined || !/^[A-Z]{3}$/.test(currency) || minor === undefined || minor < 0n) return undefined;
  const said = textOf(row["status"]);
  const state =
    said === "successful" || said === "failed" || said === "cancelled" || said === "pending" ? said : "other";
  return { providerId, reference, currency, minor, state, madeAt };
}

function refundIn(row: WireRow): ListedRefund | undefined {
  const providerId = idIn(row);
  // the list says `transaction_id`, earlier libraries read `TransactionId`, and a refund that was just made has `tx_id`
  const of = textOf(row["transaction_id"]) ?? textOf(row["TransactionId"]) ?? textOf(row["tx_id"]);
  const minor = minorFromText(textOf(row["amount_refunded"]) ?? "");
  const madeAt = momentIn(row);
  if (providerId === undefined || !of || of.length > 100 || minor === undefined || minor < 0n || !madeAt)
    return undefined;
  return { providerId, of, minor, madeAt };
}

function momentIn(row: WireRow): Date | undefined {
  const text = textOf(row["created_at"]) ?? "";
  const at = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) ? new Date(text) : undefined;
  return at === undefined || Number.isNaN(at.getTime()) ? undefined : at;
}
