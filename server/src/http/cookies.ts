import { keyPrefixes, modes } from "@idanimo/contract/developers/mode";
import { sharedCookieName, sharedCookieValue } from "@idanimo/contract/shared-computer";
import { type Cookies, parseCookie, type SetCookie, stringifySetCookie } from "cookie";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

const parsedCookies = Symbol("cookies of a request");
declare module "fastify" {
  interface FastifyRequest {
    [parsedCookies]?: Cookies;
    /** The request's cookies by name, parsed on first use. */
    readonly cookies: Cookies;
  }
}

/** Adds `request.cookies`. */
export function registerCookies(app: FastifyInstance): void {
  app.decorateRequest("cookies", {
    getter() {
      return (this[parsedCookies] ??= parseCookie(this.headers.cookie ?? ""));
    },
  });
}

/** Scope and lifetime of a cookie, as the `__Host-` prefix requires. */
type CookieAttributes = Pick<SetCookie, "expires" | "maxAge"> &
  Required<Pick<SetCookie, "path" | "sameSite">> & { readonly secure: true; readonly httpOnly: true };

export function setCookie(reply: FastifyReply, name: string, value: string, attributes: CookieAttributes): void {
  reply.header("set-cookie", stringifySetCookie({ name, value, ...attributes }));
}

export function clearCookie(reply: FastifyReply, name: string, attributes: CookieAttributes): void {
  setCookie(reply, name, "", { ...attributes, expires: new Date(0), maxAge: 0 });
}

/** The session cookie of a browser: not readable by scripts, sent to this host only. */
export const sessionCookieName = "__Host-idanimo";

const sessionCookieAttributes = { path: "/", secure: true, httpOnly: true, sameSite: "lax" } as const;

/** Whether the user marked this browser as a shared computer. [T-19] */
export const isSharedComputer = (cookies: Readonly<Record<string, string | undefined>>): boolean =>
  cookies[sharedCookieName] === sharedCookieValue;

/** Sets the session cookie until the session ends; on a shared computer until the browser closes. */
export function setSessionCookie(reply: FastifyReply, token: string, endsAt: Date): void {
  const ends = isSharedComputer(reply.request.cookies) ? {} : { expires: endsAt };
  setCookie(reply, sessionCookieName, token, { ...sessionCookieAttributes, ...ends });
}

/** Clears the session cookie and the browser's stored data; on a shared computer the cache and all cookies too. */
export function clearSessionCookie(reply: FastifyReply): void {
  clearCookie(reply, sessionCookieName, sessionCookieAttributes);
  reply.header(
    "clear-site-data",
    isSharedComputer(reply.request.cookies) ? '"cache", "cookies", "storage"' : '"storage"',
  );
}

/** The ticket of a redirect sign-in that still needs its second step, so that no URL contains it. */
export const ticketCookieName = "__Host-idanimo-ticket";
const ticketCookieAttributes = { path: "/", secure: true, httpOnly: true, sameSite: "strict" } as const;

export function setTicketCookie(reply: FastifyReply, ticket: string, endsAt: Date): void {
  setCookie(reply, ticketCookieName, ticket, { ...ticketCookieAttributes, expires: endsAt });
}

export function clearTicketCookie(reply: FastifyReply): void {
  clearCookie(reply, ticketCookieName, ticketCookieAttributes);
}

/** The token of an emailed link that sets a password: in a cookie instead of the URL. [T-12] */
export const resetCookieName = "__Host-idanimo-reset";
const resetCookieAttributes = { path: "/", secure: true, httpOnly: true, sameSite: "strict" } as const;

export function setResetCookie(reply: FastifyReply, token: string, minutes: number): void {
  setCookie(reply, resetCookieName, token, { ...resetCookieAttributes, maxAge: minutes * 60 });
}

export function clearResetCookie(reply: FastifyReply): void {
  clearCookie(reply, resetCookieName, resetCookieAttributes);
}

/**
 * Identifies this browser to accounts that signed in from it, so that guessing elsewhere does not lock them out.
 * [T-06]
 */
export const deviceCookieName = "__Host-idanimo-device";

/** Lasts 400 days, the longest that browsers allow. */
export function setDeviceCookie(reply: FastifyReply, device: string): void {
  // lax: also sent when a provider redirects back
  const attributes = { path: "/", secure: true, httpOnly: true, sameSite: "lax" } as const;
  setCookie(reply, deviceCookieName, device, { ...attributes, maxAge: 400 * 86_400 });
}

/**
 * A visitor of the personal-data page who confirmed a phone number or email address: no account, valid for half an
 * hour.
 */
export const subjectCookieName = "__Host-idanimo-subject";
// lax: the visitor comes from a link in our message
const subjectCookieAttributes = { path: "/", secure: true, httpOnly: true, sameSite: "lax" } as const;

export function setSubjectCookie(reply: FastifyReply, token: string, minutes: number): void {
  setCookie(reply, subjectCookieName, token, { ...subjectCookieAttributes, maxAge: minutes * 60 });
}

export function clearSubjectCookie(reply: FastifyReply): void {
  clearCookie(reply, subjectCookieName, subjectCookieAttributes);
}

/** A bearer token, or whatever was sent as an API key: the check of keys says what is wrong with it. */
const bearerHeader = /^Bearer ([A-Za-z0-9_-]{20,100}|idn_[!-~]{1,200})$/i;

/** The session token of a request. A bearer header has precedence over the cookie. */
export function sessionTokenOf(request: FastifyRequest): { token: string | undefined; kind: "cookie" | "bearer" } {
  const bearer = bearerHeader.exec(request.headers.authorization ?? "");
  return bearer ? { token: bearer[1], kind: "bearer" } : { token: request.cookies[sessionCookieName], kind: "cookie" };
}

/**
 * Whether a request has an API key. A page of another site cannot send this header, and no cookie counts beside it, so
 * the checks of a call's origin do not apply.
 */
export const hasApiKey = (request: FastifyRequest): boolean => keySecretOf(request) !== undefined;

/** The API key of a request: only in the Authorization header, never a cookie [DP-02]. */
export function keySecretOf(request: FastifyRequest): string | undefined {
  const { token, kind } = sessionTokenOf(request);
  return kind === "bearer" && token !== undefined && isKeyLike(token) ? token : undefined;
}

/** Whether a credential is meant to be an API key. */
export const isKeyLike = (token: string): boolean => modes.some((mode) => token.startsWith(keyPrefixes[mode]));

/** Whether a request comes from a browser page: only a browser sends this header, and no page can forge it. */
export function credentialKindOf(request: FastifyRequest): "cookie" | "bearer" {
  return request.headers["sec-fetch-site"] === undefined ? "bearer" : "cookie";
}
