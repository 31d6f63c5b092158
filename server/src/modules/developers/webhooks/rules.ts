import { webhookFailureDays, webhookRetrySeconds } from "@idanimo/contract/developers/limits";
import * as texts from "@idanimo/contract/developers/texts";

/** Rules of deliveries. Pure. */

const ports = new Set(["", "443", "8443"]);
const loopbackHosts = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * What is wrong with the address of an endpoint; undefined if nothing is. An IP address must also be public. [DP-06]
 * @param isLoopbackAllowed in a demonstration: any port of this machine, also without TLS
 */
export function findAddressError(url: string, isLoopbackAllowed: boolean): string | undefined {
  const parsed = URL.parse(url);
  if (!parsed || parsed.username !== "" || parsed.password !== "" || parsed.hash !== "") return texts.webhookUrlInvalid;
  if (isLoopbackAllowed && loopbackHosts.test(parsed.hostname)) return undefined;
  if (parsed.protocol !== "https:") return texts.webhookUrlInvalid;
  return ports.has(parsed.port) ? undefined : texts.webhookPortInvalid;
}

/** How an attempt ended: with a status, or without a response. */
export type AttemptResult = { readonly status: number | null };

export type NextStep =
  | { readonly kind: "accepted" }
  | { readonly kind: "retry"; readonly inSeconds: number }
  | { readonly kind: "given_up"; readonly disables: "failing" | "gone" | undefined };

const daySeconds = 86_400;

/**
 * What follows an attempt. Only a 2xx status is a success; a redirect is a failure like any other. [DP-10]
 * @param attempt 1 for the first attempt of a schedule
 * @param failingSeconds for how long every attempt of the endpoint failed; 0 if the last one succeeded
 */
export function nextStepOf({ status }: AttemptResult, attempt: number, failingSeconds: number): NextStep {
  if (status !== null && status >= 200 && status < 300) return { kind: "accepted" };
  if (status === 410) return { kind: "given_up", disables: "gone" };
  if (failingSeconds >= webhookFailureDays * daySeconds) return { kind: "given_up", disables: "failing" };
  const inSeconds = webhookRetrySeconds[attempt - 1];
  return inSeconds === undefined ? { kind: "given_up", disables: undefined } : { kind: "retry", inSeconds };
}
