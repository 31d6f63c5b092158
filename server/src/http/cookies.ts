import { sharedCookieName, sharedCookieValue } from "@idanimo/contract/shared-computer";
import { type Cookies, parseCookie, type SetCookie, stringifySetCookie } from "cookie";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

const parsedCookies = Symbol("cookies of a request");
declare module "fastify" {
  interface FastifyRequest {
    [parsedCookies]?: Cookies;
    /** What the browser sent along, by name; read when it is first asked for. */
    readonly cookies: Cookies;
  }
}

/** Gives requests their cookies. */
export function registerCookies(app: FastifyInstance): void {
  app.decorateRequest("cookies", {
    getter() {
      return (this[parsedCookies] ??= parseCookie(this.headers.cookie ?? ""));
    },
  });
}

/** Where a cookie holds, and for how long; what `__Host-` asks for is in it. */
type CookieAttributes = Pick<SetCookie, "expires" | "maxAge"> &
  Required<Pick<SetCookie, "path" | "sameSite">> & { readonly secure: true; readonly httpOnly: true };

export function setCookie(reply: FastifyReply, name: string, value: string, place: CookieAttributes): void {
  reply.header("set-cookie", stringifySetCookie({ name, value, ...place }));
}

export function clearCookie(reply: FastifyReply, name: string, place: CookieAttributes): void {
  setCookie(reply, name, "", { ...place, expires: new Date(0), maxAge: 0 });
}

/** The sign-in of a browser: readable by no script, sent to this host only. Source: design 7. */
export const sessionCookieName = "__Host-idanimo";

const sessionCookieAttributes = { path: "/", secure: true, httpOnly: true, sameSite: "lax" } as const;

/** Whether a browser has said that others use it as well. Source: T-19. */
export const isSharedComputer = (cookies: Readonly<Record<string, string | undefined>>): boolean =>
  cookies[sharedCookieName] === sharedCookieValue;

/** Gives the browser its sign-in, until that ends; on a shared computer until the browser is closed. */
export function setSessionCookie(reply: FastifyReply, token: string, endsAt: Date): void {
  const ends = isSharedComputer(reply.request.cookies) ? {} : { expires: endsAt };
  setCookie(reply, sessionCookieName, token, { ...sessionCookieAttributes, ...ends });
}

/** Takes it back, and asks the browser to forget what it stored; on a shared computer everything that it has of ours. */
export function clearSessionCookie(reply: FastifyReply): void {
  clearCookie(reply, sessionCookieName, sessionCookieAttributes);
  reply.header(
    "clear-site-data",
    isSharedComputer(reply.request.cookies) ? '"cache", "cookies", "storage"' : '"storage"',
  );
}

/** A half-done sign-in that a redirect brought: its second step is still to come, and no address carries its ticket. */
export const ticketCookieName = "__Host-idanimo-ticket";
const ticketCookieAttributes = { path: "/", secure: true, httpOnly: true, sameSite: "strict" } as const;

/** Gives the browser the ticket of a sign-in whose second step is still to come. */
export function setTicketCookie(reply: FastifyReply, ticket: string, endsAt: Date): void {
  setCookie(reply, ticketCookieName, ticket, { ...ticketCookieAttributes, expires: endsAt });
}

export function clearTicketCookie(reply: FastifyReply): void {
  clearCookie(reply, ticketCookieName, ticketCookieAttributes);
}

/** The token of a mailed link that sets a password: here instead of in the address. Source: T-12. */
export const resetCookieName = "__Host-idanimo-reset";
const resetCookieAttributes = { path: "/", secure: true, httpOnly: true, sameSite: "strict" } as const;

export function setResetCookie(reply: FastifyReply, token: string, minutes: number): void {
  setCookie(reply, resetCookieName, token, { ...resetCookieAttributes, maxAge: minutes * 60 });
}

export function clearResetCookie(reply: FastifyReply): void {
  clearCookie(reply, resetCookieName, resetCookieAttributes);
}

/** Names this browser to accounts that were signed in to from it, so that guessing elsewhere does not shut them out. Source: T-06. */
export const deviceCookieName = "__Host-idanimo-device";

/** Browsers keep no cookie for longer than 400 days. */
export function setDeviceCookie(reply: FastifyReply, device: string): void {
  // lax: it also comes along when a provider sends the browser back
  const place = { path: "/", secure: true, httpOnly: true, sameSite: "lax" } as const;
  setCookie(reply, deviceCookieName, device, { ...place, maxAge: 400 * 86_400 });
}

/** Somebody who proved their phone number or mail address, on the page of their own data: no account, and half an hour. */
export const subjectCookieName = "__Host-idanimo-subject";
// lax: they come from a link in our message
const subjectCookieAttributes = { path: "/", secure: true, httpOnly: true, sameSite: "lax" } as const;

export function setSubjectCookie(reply: FastifyReply, token: string, minutes: number): void {
  setCookie(reply, subjectCookieName, token, { ...subjectCookieAttributes, maxAge: minutes * 60 });
}

export function clearSubjectCookie(reply: FastifyReply): void {
  clearCookie(reply, subjectCookieName, subjectCookieAttributes);
}

/** The token of a call: a bearer header wins over the cookie. */
export function sessionTokenOf(request: FastifyRequest): { token: string | undefined; kind: "cookie" | "bearer" } {
  const bearer = /^Bearer ([A-Za-z0-9_-]{20,100})$/.exec(request.headers.authorization ?? "");
  return bearer ? { token: bearer[1], kind: "bearer" } : { token: request.cookies[sessionCookieName], kind: "cookie" };
}

/** Whether a call comes from a browser's page: only a browser sends this header, and no page can forge it. */
export function credentialKindOf(request: FastifyRequest): "cookie" | "bearer" {
  return request.headers["sec-fetch-site"] === undefined ? "bearer" : "cookie";
}
