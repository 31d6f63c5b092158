import type { SocialProvider } from "@idanimo/contract/social";
import type { FastifyReply } from "fastify";
import "@fastify/cookie"; // adds the cookie members to Fastify's types
import type { IdSource } from "../../../kernel/ids.ts";
import type { FlowSecrets } from "../../../providers/social-sign-in/port.ts";

/** What a browser keeps for us while somebody signs in elsewhere; no script reads it. Source: T-14. */

type Cookies = Readonly<Record<string, string | undefined>>;

const nonceCookie = "__Host-idanimo-nonce";
const nonceHours = 12;
const flowMinutes = 10;
const flowCookie = (provider: SocialProvider) => `__Host-idanimo-${provider}`;
const place = { path: "/", secure: true, httpOnly: true } as const;
/** 256 random bits in base64url. */
const secret = /^[A-Za-z0-9_-]{43}$/;

/** The nonce this browser was given, if it was. */
export function nonceIn(cookies: Cookies): string | undefined {
  const nonce = cookies[nonceCookie];
  return nonce !== undefined && secret.test(nonce) ? nonce : undefined;
}

export function giveNonce(reply: FastifyReply, nonce: string): void {
  reply.setCookie(nonceCookie, nonce, { ...place, sameSite: "strict", maxAge: nonceHours * 3_600 });
}

/** A used nonce is no good for the next sign-in of this browser. */
export function takeNonce(reply: FastifyReply): void {
  reply.clearCookie(nonceCookie, { ...place, sameSite: "strict" });
}

export function newFlow(ids: IdSource): FlowSecrets {
  return { state: ids.token(), nonce: ids.token(), verifier: ids.token() };
}

/** Lax and not strict: the provider's page sends the browser back here. */
export function giveFlow(reply: FastifyReply, provider: SocialProvider, flow: FlowSecrets): void {
  const value = [flow.state, flow.nonce, flow.verifier].join(".");
  reply.setCookie(flowCookie(provider), value, { ...place, sameSite: "lax", maxAge: flowMinutes * 60 });
}

export function flowIn(cookies: Cookies, provider: SocialProvider): FlowSecrets | undefined {
  const [state = "", nonce = "", verifier = "", ...more] = (cookies[flowCookie(provider)] ?? "").split(".");
  return more.length === 0 && [state, nonce, verifier].every((part) => secret.test(part))
    ? { state, nonce, verifier }
    : undefined;
}

export function takeFlow(reply: FastifyReply, provider: SocialProvider): void {
  reply.clearCookie(flowCookie(provider), { ...place, sameSite: "lax" });
}
