import type { SocialProvider } from "@idanimo/contract/social";
import type { FastifyReply } from "fastify";
import { clearCookie, setCookie } from "../../../http/cookies.ts";
import type { IdSource } from "../../../kernel/ids.ts";
import type { FlowSecrets } from "../../../providers/social-sign-in/port.ts";

/** HttpOnly cookies that a browser stores during a sign-in with a provider. [T-14] */

type Cookies = Readonly<Record<string, string | undefined>>;

const nonceCookie = "__Host-idanimo-nonce";
const nonceHours = 12;
const flowMinutes = 10;
const flowCookie = (provider: SocialProvider) => `__Host-idanimo-${provider}`;
const cookieOptions = { path: "/", secure: true, httpOnly: true } as const;
/** 256 random bits in base64url. */
const secretPattern = /^[A-Za-z0-9_-]{43}$/;

/** The nonce that this browser sent, if it is well-formed. */
export function readNonce(cookies: Cookies): string | undefined {
  const nonce = cookies[nonceCookie];
  return nonce !== undefined && secretPattern.test(nonce) ? nonce : undefined;
}

export function setNonceCookie(reply: FastifyReply, nonce: string): void {
  setCookie(reply, nonceCookie, nonce, { ...cookieOptions, sameSite: "strict", maxAge: nonceHours * 3_600 });
}

/** A used nonce is not valid for the browser's next sign-in. */
export function clearNonceCookie(reply: FastifyReply): void {
  clearCookie(reply, nonceCookie, { ...cookieOptions, sameSite: "strict" });
}

/** A flow's secrets, and the browser's device token, if it has one. */
export type RedirectFlow = FlowSecrets & { readonly device: string | undefined };

export function createFlow(ids: IdSource, device: string | undefined): RedirectFlow {
  return { state: ids.token(), nonce: ids.token(), verifier: ids.token(), device };
}

/**
 * Lax, not strict: the provider's page redirects the browser back here. Strict cookies are not sent with that page
 * load, so this cookie also carries the device token.
 */
export function setFlowCookie(reply: FastifyReply, provider: SocialProvider, flow: RedirectFlow): void {
  setCookie(reply, flowCookie(provider), flowParts(flow).join("."), {
    ...cookieOptions,
    sameSite: "lax",
    maxAge: flowMinutes * 60,
  });
}

export function readFlow(cookies: Cookies, provider: SocialProvider): RedirectFlow | undefined {
  return parseFlow((cookies[flowCookie(provider)] ?? "").split("."));
}

const flowParts = (flow: RedirectFlow): readonly string[] => [
  flow.state,
  flow.nonce,
  flow.verifier,
  ...(flow.device === undefined ? [] : [flow.device]),
];

function parseFlow(parts: readonly string[]): RedirectFlow | undefined {
  const [state, nonce, verifier, device] = parts;
  if (parts.length > 4 || !parts.every((part) => secretPattern.test(part))) return undefined;
  return state !== undefined && nonce !== undefined && verifier !== undefined
    ? { state, nonce, verifier, device }
    : undefined;
}

const ssoCookie = "__Host-idanimo-sso";
const organisationPattern = /^[0-9a-f-]{36}$/;

/** The same for the provider of an organisation, with the organisation's id in front. */
export function setSsoCookie(reply: FastifyReply, organisationId: string, flow: RedirectFlow): void {
  const value = [organisationId, ...flowParts(flow)].join(".");
  setCookie(reply, ssoCookie, value, { ...cookieOptions, sameSite: "lax", maxAge: flowMinutes * 60 });
}

export function readSsoFlow(
  cookies: Cookies,
): { readonly organisationId: string; readonly flow: RedirectFlow } | undefined {
  const [organisationId = "", ...parts] = (cookies[ssoCookie] ?? "").split(".");
  const flow = parseFlow(parts);
  return flow && organisationPattern.test(organisationId) ? { organisationId, flow } : undefined;
}

export function clearSsoCookie(reply: FastifyReply): void {
  clearCookie(reply, ssoCookie, { ...cookieOptions, sameSite: "lax" });
}

export function clearFlowCookie(reply: FastifyReply, provider: SocialProvider): void {
  clearCookie(reply, flowCookie(provider), { ...cookieOptions, sameSite: "lax" });
}
