import type { OutputOf } from "@idanimo/contract/operation";
import { history, type searchHistory } from "@idanimo/contract/history";
import type { Page, Route } from "@playwright/test";

type HistoryResponse = OutputOf<typeof searchHistory>;
export type HistoryRow = HistoryResponse["requests"][number];

/** A sample history row; the lower its number, the newer. */
export function historyRow(at: number, more: Partial<HistoryRow> = {}): HistoryRow {
  return {
    id: `5f0c1a3e-0000-4000-8000-${String(at).padStart(12, "0")}`,
    insertionDate: new Date(Date.parse("2026-11-20T10:00:00Z") - at * 3_600_000).toISOString(),
    type: "Vehicle Profile",
    searchType: "vin",
    searchParameter: "VIN",
    searchValue: `1HGCM82633A${String(at).padStart(6, "0")}`,
    consent: "granted",
    status: "",
    action: "View Result",
    outcome: "DELIVERED",
    deadline: null,
    goneAt: null,
    ...more,
  };
}

/** Parameters of a history request, from its body or URL. */
export type HistoryQuery = {
  readonly method: string;
  readonly q?: string;
  readonly type?: string;
  readonly size?: string;
};

/** Mocks the history with these rows, so that tests need not buy many or unusual ones. `hold` may delay a response. */
export async function mockHistory(
  page: Page,
  rows: () => readonly HistoryRow[],
  hold: (request: HistoryQuery) => Promise<void> | void = () => undefined,
): Promise<void> {
  await page.route(`**${history.path}*`, async (route: Route) => {
    const request = route.request();
    const sent: unknown =
      request.method() === "POST"
        ? request.postDataJSON()
        : Object.fromEntries(new URL(request.url()).searchParams.entries());
    const { q, type, size, after } = sent as HistoryQuery & { readonly after?: string };
    const parsed = { method: request.method(), ...(q && { q }), ...(type && { type }), ...(size && { size }) };
    await hold(parsed);
    const all = rows();
    const fitting = all.filter((one) => one.searchValue.toLowerCase().includes((q ?? "").toLowerCase()));
    const from = after ? fitting.findIndex(({ id }) => id === after) + 1 : 0;
    const requests = fitting.slice(from, from + Number(size));
    const isLast = from + requests.length >= fitting.length;
    const answer: Omit<HistoryResponse, "requests"> = {
      totalCount: all.length,
      totalSuccessfulCount: all.length,
      totalUnsuccessfulCount: 0,
      next: isLast ? null : (requests.at(-1)?.id ?? null),
    };
    await route.fulfill({ json: { ...answer, requests } }).catch(() => undefined); // the page may have cancelled it
  });
}
