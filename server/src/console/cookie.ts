import { operatorSignInHours } from "@idanimo/contract/console/rights";
import type { FastifyReply } from "fastify";
import { clearCookie, setCookie } from "../http/cookies.ts";

/** The operators' session cookie: another name than the customers', sent by the console's own pages only. */
export const operatorCookieName = "__Host-operator";
const attributes = { path: "/", secure: true, httpOnly: true, sameSite: "strict" } as const;

export function setOperatorCookie(reply: FastifyReply, token: string): void {
  setCookie(reply, operatorCookieName, token, { ...attributes, maxAge: operatorSignInHours * 3600 });
}

export function clearOperatorCookie(reply: FastifyReply): void {
  clearCookie(reply, operatorCookieName, attributes);
  reply.header("clear-site-data", '"storage"');
}
