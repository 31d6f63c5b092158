import { brand } from "@idanimo/contract/brand";
import { apiBase } from "@idanimo/contract/operation";
import type { FastifyInstance, LightMyRequestResponse } from "fastify";
import { parsePdf } from "../documents/testing/parse-pdf.ts";
import { buildApp } from "../http/app.ts";
import type { TestApp } from "./app.ts";

/**
 * Every route through which a requester could read part of a lookup. A new route of results, history or purchases
 * needs an entry here, or `record-disclosure.test.ts` fails. [T-42 T-43 R-08]
 */

/** The lookup and its purchase. */
export type ReadTarget = {
  readonly requestId: string;
  readonly sessionCode: string;
  readonly transactionID: string;
  readonly amount: string;
  /** The value that was searched for. */
  readonly value: string;
  readonly uploadId: string;
  readonly cacId: string;
  readonly reportCode: string;
};

type ReadPath = {
  readonly query?: (of: ReadTarget) => Readonly<Record<string, string>>;
  readonly body?: (of: ReadTarget) => object;
  /** Waits while a lookup runs. */
  readonly waits?: true;
  /** Requires the owner to reauthenticate first. */
  readonly isProved?: true;
  /** Returns a file of the record, or nothing at all. */
  readonly isFile?: true;
};

const company = ({ requestId, cacId }: ReadTarget) => ({ business: { requestId, cacId } });

export const readPaths: Readonly<Record<string, ReadPath>> = {
  "GET /api/v2/verification/check-consent/:id": {},
  "GET /api/v2/user/matching-requests": { query: () => ({ size: "100" }) },
  "POST /api/v2/user/matching-requests": { body: ({ value }) => ({ q: value }) },
  "GET /api/v2/user/history-views": {},
  "GET /api/v2/user/history.csv": {},
  "GET /api/v2/user/transactions.csv": {},
  "GET /api/v2/results/:id/report.pdf": { isFile: true },
  "GET /api/v2/results/:id/source.pdf": { isFile: true },
  "GET /api/v2/user/receipts/:file": {},
  "GET /api/v2/user/statement.pdf": { query: () => ({ currency: "NGN", from: "2026-01-01", to: "2026-12-31" }) },
  "GET /api/v2/user/notices": {},
  "GET /api/v2/user/profile": {},
  "GET /api/v2/user/export": { isProved: true },
  "GET /api/v2/user/export.pdf": { isProved: true },
  "GET /api/v2/verification/session/:sessionCode": {},
  "GET /api/v2/verification/sources": {},
  "GET /api/v2/verification/again/:requestId": {},
  "GET /api/v2/verification/approvals": {},
  "POST /api/v2/verification/submit": {
    body: ({ sessionCode }) => ({ sessionCode, sessionStatus: "COMPLETED" }),
    waits: true,
  },
  "POST /api/v2/verification/call-external-apis": { body: company },
  "POST /api/v2/verification/complete": { body: company, waits: true },
  "GET /api/v2/verification/bulk/:uploadId": {},
  "GET /api/v2/verification/bulk/:uploadId/results.csv": {},
  "GET /api/v2/verification/bulk/:uploadId/lines": {},
  "GET /api/v2/verification/bulk/:uploadId/reminders": {},
  "GET /api/v2/payment/check": { query: ({ transactionID }) => ({ transactionRef: transactionID }) },
  "GET /api/v2/transaction/payment-history": {},
  "POST /api/v2/transaction/payment-history": { body: ({ transactionID }) => ({ q: transactionID }) },
  "POST /api/v2/transaction/wallet-payment": {
    body: ({ sessionCode, transactionID, amount }) => ({ sessionCode, transactionID, amount }),
    waits: true, // paying for an unpaid one would start it
  },
  "GET /verify": { query: ({ reportCode }) => ({ code: reportCode }) },
  "GET /verify/:code": {},
};

/**
 * Routes of the same modules that return nothing of a lookup: they start, stop or price one, or receive a webhook.
 */
export const routesWithoutResults = [
  "POST /api/v2/verification/quote",
  "POST /api/v2/verification/session",
  "POST /api/v2/verification/face-ticket",
  "POST /api/v2/verification/guardian",
  "POST /api/v2/verification/ask-owner",
  "POST /api/v2/verification/label",
  "POST /api/v2/verification/session/:sessionCode/cancel",
  "POST /api/v2/verification/limits",
  "POST /api/v2/verification/requests/:id/cancel",
  "POST /api/v2/verification/requests/:id/remind",
  "POST /api/v2/verification/bulk",
  "POST /api/v2/verification/bulk/:uploadId/skip-bad",
  "POST /api/v2/verification/bulk/:uploadId/stop",
  "POST /api/v2/verification/bulk/:uploadId/remind",
  "POST /api/v2/verification/bulk/:uploadId/go-on",
  "POST /api/v2/transaction/service-prices",
  "POST /api/v2/payment/flexi-initiate",
  "POST /api/v2/payment/webhook/flutterwave",
  "POST /api/v2/user/notices/read",
  "POST /api/v2/user/history-views",
  "POST /api/v2/user/history-views/remove",
  "GET /verify/page.css",
  "POST /api/v2/user/export/begin",
  "POST /verify/:code", // compares a file, and shows the page of its code
];

/** Every mounted route of the product: `GET /path/:name`. */
export async function mountedRoutes(app: TestApp): Promise<ReadonlySet<string>> {
  const mounted = new Set<string>();
  const described = await buildApp({
    logger: false,
    trustedProxies: [],
    production: false,
    paymentOrigin: "https://pay.example",
    brandName: brand.name,
    routes: (of) => {
      of.addHook("onRoute", ({ method, url }) => [method].flat().forEach((one) => mounted.add(`${one} ${url}`)));
      app.product.routes(of);
    },
    isReady: () => Promise.resolve(true),
  });
  await described.ready();
  await described.close();
  return mounted;
}

/** Whether a route belongs to the modules in which results, history and purchases are read. */
export const isResultRoute = (route: string): boolean =>
  /^(GET|POST) (\/api\/v2\/(results|verification|transaction|payment)\b|\/api\/v2\/user\/(matching|history|transactions|receipts|statement|notices|export|profile)|\/verify)/.test(
    route,
  );

/**
 * Calls every mounted read path with these headers. @returns by route: the status and the complete response text
 */
export async function requestReadPaths(
  app: FastifyInstance,
  mounted: ReadonlySet<string>,
  headers: Readonly<Record<string, string>>,
  { of, isRunning }: { readonly of: ReadTarget; readonly isRunning: boolean },
): Promise<ReadonlyMap<string, { readonly status: number; readonly text: string }>> {
  const names: Readonly<Record<string, string>> = {
    id: of.requestId,
    requestId: of.requestId,
    sessionCode: of.sessionCode,
    uploadId: of.uploadId,
    file: `${of.transactionID}.pdf`,
    code: of.reportCode,
  };
  const responses = new Map<string, { status: number; text: string }>();
  for (const [route, { query, body, waits, isProved }] of Object.entries(readPaths)) {
    if (!mounted.has(route) || (isRunning && waits)) continue;
    const json = { ...headers, "content-type": "application/json" };
    if (isProved)
      await app.inject({ method: "POST", url: `${apiBase}/user/export/begin`, headers: json, payload: "{}" });
    const [method = "", pattern = ""] = route.split(" ");
    const path = pattern.replaceAll(/:(\w+)/g, (_mark, name: string) => encodeURIComponent(names[name] ?? ""));
    const response = await app.inject({
      method: method as "GET",
      url: query ? `${path}?${new URLSearchParams(query(of))}` : path,
      headers: { ...headers, ...(body && { "content-type": "application/json" }) },
      ...(body && { payload: JSON.stringify(body(of)) }),
    });
    responses.set(route, { status: response.statusCode, text: responseText(response) });
  }
  return responses;
}

/** The headers of a response and all text that a reader could find in it. */
export function responseText(response: LightMyRequestResponse): string {
  const isPdf = response.rawPayload.subarray(0, 5).toString() === "%PDF-";
  return `${JSON.stringify(response.headers)}\n${isPdf ? pdfText(response.rawPayload) : response.body}`;
}

/** The text that a PDF shows, and everything else in it. */
function pdfText(pdf: Buffer): string {
  const { pages, raw } = parsePdf(pdf);
  const shown = pages.map((page) => page.map(({ text }) => text).join("")).join("\n");
  return [shown, raw, pdf.toString("latin1")].join("\n");
}
