import { sharedCookieName, sharedCookieValue } from "@idanimo/contract/shared-computer";
import { type Cookies, parseCookie, type SetCookie, stringifySetCookie } from "cookie";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

const readCookies = Symbol("cookies of a request");
declare module "fastify" {
  interface FastifyRequest {
    [readCookies]?: Cookies;
    /** What the browser sent along, by name; read when it is first asked for. */
    readonly cookies: Cookies;
  }
}

/** Gives requests their cookies. */
export function knowCookies(app: FastifyInstance): void {
  app.decorateRequest("cookies", {
    getter() {
      return (this[readCookies] ??= parseCookie(this.headers.cookie ?? ""));
    },
  });
}

/** Where a cookie holds, and for how long; what `__Host-` asks for is in it. */
type Place = Pick<SetCookie, "expires" | "maxAge"> &
  Required<Pick<SetCookie, "path" | "sameSite">> & { readonly secure: true; readonly httpOnly: true };

export function setCookie(reply: FastifyReply, name: string, value: string, place: Place): void {
  reply.header("set-cookie", stringifySetCookie({ name, value, ...place }));
}

export function clearCookie(reply: FastifyReply, name: string, place: Place): void {
  setCookie(reply, name, "", { ...place, expires: new Date(0), maxAge: 0 });
}

/** The sign-in of a browser: readable by no script, sent to this host only. Source: design 7. */
export const signInCookie = "__Host-idanimo";

const signInPlace = { path: "/", secure: true, httpOnly: true, sameSite: "lax" } as const;

/** Whether a browser has said that others use it as well. Source: T-19. */
export const isShared = (cookies: Readonly<Record<string, string | undefined>>): boolean =>
  cookies[sharedCookieName] === sharedCookieValue;

/** Gives the browser its sign-in, until that ends; on a shared computer until the browser is closed. */
export function giveSignIn(reply: FastifyReply, token: string, endsAt: Date): void {
  const ends = isShared(reply.request.cookies) ? {} : { expires: endsAt };
  setCookie(reply, signInCookie, token, { ...signInPlace, ...ends });
}

/** Takes it back, and asks the browser to forget what it stored; on a shared computer everything that it has of ours. */
export function takeSignIn(reply: FastifyReply): void {
  clearCookie(reply, signInCookie, signInPlace);
  reply.header("clear-site-data", isShared(reply.request.cookies) ? '"cache", "cookies", "storage"' : '"storage"');
}

/** A half-done sign-in that a redirect brought: its second step is still to come, and no address carries its ticket. */
export const ticketCookie = "__Host-idanimo-ticket";
const ticketPlace = { path: "/", secure: true, httpOnly: true, sameSite: "strict" } as const;

/** Gives the browser the ticket of a sign-in whose second step is still to come. */
export function giveTicket(reply: FastifyReply, ticket: string, endsAt: Date): void {
  setCookie(reply, ticketCookie, ticket, { ...ticketPlace, expires: endsAt });
}

export function takeTicket(reply: FastifyReply): void {
  clearCookie(reply, ticketCookie, ticketPlace);
}

/** The token of a mailed link that sets a password: here instead of in the address. Source: T-12. */
export const resetCookie = "__Host-idanimo-reset";
const resetPlace = { path: "/", secure: true, httpOnly: true, sameSite: "strict" } as const;

export function giveReset(reply: FastifyReply, token: string, minutes: number): void {
  setCookie(reply, resetCookie, token, { ...resetPlace, maxAge: minutes * 60 });
}

export function takeReset(reply: FastifyReply): void {
  clearCookie(reply, resetCookie, resetPlace);
}

/** Names this browser to accounts that were signed in to from it, so that guessing elsewhere does not shut them out. Source: T-06. */
export const deviceCookie = "__Host-idanimo-device";

/** Browsers keep no cookie for longer than 400 days. */
export function giveDevice(reply: FastifyReply, device: string): void {
  // lax: it also comes along when a provider sends the browser back
  const place = { path: "/", secure: true, httpOnly: true, sameSite: "lax" } as const;
  setCookie(reply, deviceCookie, device, { ...place, maxAge: 400 * 86_400 });
}

/** Somebody who proved their phone number or mail address, on the page of their own data: no account, and half an hour. */
export const subjectCookie = "__Host-idanimo-subject";
// lax: they come from a link in our message
const subjectPlace = { path: "/", secure: true, httpOnly: true, sameSite: "lax" } as const;

export function giveSubject(reply: FastifyReply, token: string, minutes: number): void {
  setCookie(reply, subjectCookie, token, { ...subjectPlace, maxAge: minutes * 60 });
}

export function takeSubject(reply: FastifyReply): void {
  clearCookie(reply, subjectCookie, subjectPlace);
}

/** The token of a call: a bearer header wins over the cookie. */
export function tokenOf(request: FastifyRequest): { token: string | undefined; kind: "cookie" | "bearer" } {
  const bearer = /^Bearer ([A-Za-z0-9_-]{20,100})$/.exec(request.headers.authorization ?? "");
  return bearer ? { token: bearer[1], kind: "bearer" } : { token: request.cookies[signInCookie], kind: "cookie" };
}

/** Whether a call comes from a browser's page: only a browser sends this header, and no page can forge it. */
export function kindOf(request: FastifyRequest): "cookie" | "bearer" {
  return request.headers["sec-fetch-site"] === undefined ? "bearer" : "cookie";
}
