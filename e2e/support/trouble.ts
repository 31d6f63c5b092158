import type { BrowserContext } from "@playwright/test";

import { places } from "./places.ts";

/** What went wrong in a browser beside what a test looks at. Each test fails on any of it that it did not announce. */
export type Trouble = {
  readonly found: string[];
  /** Announces an answer that a test provokes, such as 402 of a wallet that is too low. */
  readonly allow: (path: RegExp, status: number) => void;
  /** Announces a request whose answer a test lets get lost. */
  readonly allowLost: (path: RegExp) => void;
};

type Watched = Trouble & { readonly allowed: Allowed[]; readonly lost: RegExp[] };

/** Where pages and their parts may come from: the product, the card provider's page, the capture of a face, and those who vouch for a person. */
function isOurs(address: string): boolean {
  if (!/^https?:/.test(address)) return true; // data, blob, about
  const { origin, pathname } = new URL(address);
  return (
    origin === places.product ||
    (origin === places.sandbox && /^\/(pay|assets|google|facebook|live-face)\//.test(pathname))
  );
}

/** What every page sends by itself: it may be how the page hears that its sign-in has ended. */
const heardOfTheEnd = /\/(events|user\/sessions\/current\/keep)$/;

/** Collects errors in the console and of scripts, refused content, failed and foreign requests, and refusals of the server. */
export function watch(context: BrowserContext, trouble: Watched): void {
  const { found, allowed, lost } = trouble;
  const isAllowed = (address: string, status: number) =>
    (status === 401 && heardOfTheEnd.test(new URL(address).pathname)) ||
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
    if (!isOurs(request.url())) found.push(`foreign: ${request.method()} ${request.url()}`);
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

type Allowed = { readonly path: RegExp; readonly status: number };

export function newTrouble(): Watched {
  const [allowed, lost]: [Allowed[], RegExp[]] = [[], []];
  return {
    found: [],
    allowed,
    lost,
    allow: (path, status) => void allowed.push({ path, status }),
    allowLost: (path) => void lost.push(path),
  };
}
