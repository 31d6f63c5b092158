import type { BrowserContext } from "@playwright/test";

import { origins } from "./test-environment.ts";

/** Errors in the browser. Each test fails on any error that it has not allowed. */
export type BrowserErrors = {
  readonly found: string[];
  /** Allows an error response that a test provokes, such as 402 for a low wallet. */
  readonly allow: (path: RegExp, status: number) => void;
  /** Allows a request whose response a test drops. */
  readonly allowLost: (path: RegExp) => void;
};

type CollectedBrowserErrors = BrowserErrors & { readonly allowed: AllowedStatus[]; readonly lost: RegExp[] };

/** Expected origins: the product, the console, the payment page, the face capture page and the sign-in providers. */
function isExpectedOrigin(address: string): boolean {
  if (!/^https?:/.test(address)) return true; // data, blob, about
  const { origin, pathname } = new URL(address);
  return (
    origin === origins.product ||
    origin === origins.console ||
    (origin === origins.sandbox && /^\/(pay|assets|google|facebook|directory|live-face)\//.test(pathname))
  );
}

/** Calls that every page sends automatically, and that may report the end of the session. */
const sessionEndPaths = /\/(events|user\/sessions\/current\/keep)$/;

/** Collects console and script errors, CSP violations, failed and foreign requests, and error responses. */
export function collectBrowserErrors(context: BrowserContext, trouble: CollectedBrowserErrors): void {
  const { found, allowed, lost } = trouble;
  const isAllowed = (address: string, status: number) =>
    (status === 401 && sessionEndPaths.test(new URL(address).pathname)) ||
    allowed.some((known) => known.status === status && known.path.test(new URL(address).pathname));

  context.on("console", (message) => {
    if (message.type() !== "error" && !/Content Security Policy/i.test(message.text())) return;
    const failedStatus = /the server responded with a status of (\d+)/.exec(message.text());
    // the response itself reports it again, with its method
    if (failedStatus) return;
    const { url } = message.location();
    if (message.text().startsWith("Failed to load resource") && lost.some((path) => path.test(url))) return;
    found.push(`console: ${message.text()} (${url})`);
  });
  context.on("weberror", (error) => found.push(`script: ${error.error().stack ?? error.error().message}`));
  context.on("request", (request) => {
    if (!isExpectedOrigin(request.url())) found.push(`foreign: ${request.method()} ${request.url()}`);
  });
  context.on("requestfailed", (request) => {
    const why = request.failure()?.errorText ?? "";
    if (why === "net::ERR_ABORTED") return; // a page that is left cancels its requests
    if (lost.some((path) => path.test(request.url()))) return;
    found.push(`failed: ${request.method()} ${request.url()}: ${why}`);
  });
  context.on("response", (response) => {
    const [method, status] = [response.request().method(), response.status()];
    if (status < 400 || isAllowed(response.url(), status)) return;
    found.push(`refused: ${method} ${response.url()}: ${status}`);
  });
}

type AllowedStatus = { readonly path: RegExp; readonly status: number };

export function createBrowserErrors(): CollectedBrowserErrors {
  const [allowed, lost]: [AllowedStatus[], RegExp[]] = [[], []];
  return {
    found: [],
    allowed,
    lost,
    allow: (path, status) => void allowed.push({ path, status }),
    allowLost: (path) => void lost.push(path),
  };
}
