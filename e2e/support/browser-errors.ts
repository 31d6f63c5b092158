import type { BrowserContext } from "@playwright/test";

import { origins } from "./test-environment.ts";

/** What went wrong in a browser beside what a test looks at. Each test fails on any of it that it did not announce. */
export type BrowserErrors = {
  readonly found: string[];
  /** Announces an answer that a test provokes, such as 402 of a wallet that is too low. */
  readonly allow: (path: RegExp, status: number) => void;
  /** Announces a request whose answer a test lets get lost. */
  readonly allowLost: (path: RegExp) => void;
};

type CollectedBrowserErrors = BrowserErrors & { readonly allowed: AllowedStatus[]; readonly lost: RegExp[] };

/** Where pages and their parts may come from: the product, the card provider's page, the capture of a face, and those who vouch for a person. */
function isExpectedOrigin(address: string): boolean {
  if (!/^https?:/.test(address)) return true; // data, blob, about
  const { origin, pathname } = new URL(address);
  return (
    origin === origins.product ||
    (origin === origins.sandbox && /^\/(pay|assets|google|facebook|live-face)\//.test(pathname))
  );
}

/** What every page sends by itself: it may be how the page hears that its sign-in has ended. */
const sessionEndPaths = /\/(events|user\/sessions\/current\/keep)$/;

/** Collects errors in the console and of scripts, refused content, failed and foreign requests, and refusals of the server. */
export function collectBrowserErrors(context: BrowserContext, trouble: CollectedBrowserErrors): void {
  const { found, allowed, lost } = trouble;
  const isAllowed = (address: string, status: number) =>
    (status === 401 && sessionEndPaths.test(new URL(address).pathname)) ||
    allowed.some((known) => known.status === status && known.path.test(new URL(address).pathname));

  context.on("console", (message) => {
    if (message.type() !== "error" && !/Content Security Policy/i.test(message.text())) return;
    const refused = /the server responded with a status of (\d+)/.exec(message.text());
    // told again, and with its method, by the answer itself
    if (refused) return;
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
    if (why === "net::ERR_ABORTED") return; // a page that is left lets go of what it waited for
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
