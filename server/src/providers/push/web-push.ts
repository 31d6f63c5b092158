import type { HttpResponse, HttpOutcome } from "../http-client.ts";
import type { Fault, ProviderClient } from "../provider-client.ts";
import type { Push, PushDevice, PushResult } from "./port.ts";
import { vapidKeysOf } from "./vapid.ts";

/** Web Push (RFC 8030, 8291, 8292): messages are encrypted for the device, so its push service cannot read them. */

export type PushSettings = {
  /** Hosts of push services; `*.` matches any subdomain. */
  readonly hosts: readonly string[];
  /** The sandbox's origin in a demonstration: the only one without TLS. */
  readonly sandboxOrigin: string | undefined;
  /** Without it nothing is sent. */
  readonly privateKey: string | undefined;
  /** An address at which a push service reaches the operator: `https:` or `mailto:`. */
  readonly subject: string;
};

/** A device that is offline for an hour shows the notification in the list only. */
const ttlSeconds = 3_600;
const sendTimeoutMs = 10_000;

/** @param lineTo one client per service, so that a failing service does not affect others */
export function webPush(lineTo: (name: string) => ProviderClient, settings: PushSettings): Push {
  const keys = settings.privateKey === undefined ? undefined : vapidKeysOf(settings.privateKey);
  const lines = new Map<string, ProviderClient>();
  const lineOf = (service: string): ProviderClient => {
    const line = lines.get(service) ?? lineTo(`push ${service}`);
    lines.set(service, line);
    return line;
  };

  return {
    publicKey: keys?.publicKey ?? null,
    accepts: (device) => serviceOf(device.endpoint, settings) !== undefined && hasValidKeys(device),

    async send(device, words) {
      const service = serviceOf(device.endpoint, settings);
      if (!keys || service === undefined) return { kind: "gone", why: "not_ours" };
      const { default: library } = await import("web-push"); // loaded for the first push
      const vapidDetails = { subject: settings.subject, ...keys };
      const seal = () =>
        library.generateRequestDetails(
          { endpoint: device.endpoint, keys: { p256dh: device.p256dh, auth: device.auth } },
          JSON.stringify(words),
          { vapidDetails, TTL: ttlSeconds, contentEncoding: "aes128gcm" },
        );
      let sealed: ReturnType<typeof seal>;
      try {
        sealed = seal();
      } catch {
        return { kind: "gone", why: "bad_keys" }; // 65 bytes that are not a point of the curve
      }
      const headers = Object.fromEntries(
        Object.entries(sealed.headers).map(([name, value]) => [name.toLowerCase(), value]),
      );
      const question = {
        method: "POST",
        url: device.endpoint,
        headers,
        bytes: sealed.body,
        totalMs: sendTimeoutMs,
      } as const;
      return parsePushResult(await lineOf(service).request(question, findFault));
    },
  };
}

/** The list's entry for an endpoint's host; undefined for any URL that is not exactly such a service's. */
function serviceOf(endpoint: string, { hosts, sandboxOrigin }: PushSettings): string | undefined {
  const url = URL.parse(endpoint);
  if (!url || url.username !== "" || url.password !== "" || url.hash !== "") return undefined;
  if (sandboxOrigin !== undefined && url.origin === sandboxOrigin)
    return /^\/push\/[A-Za-z0-9_-]{16,64}$/.test(url.pathname) ? "sandbox" : undefined;
  if (url.protocol !== "https:" || url.port !== "") return undefined;
  return hosts.find((host) => (host.startsWith("*.") ? url.hostname.endsWith(host.slice(1)) : url.hostname === host));
}

function hasValidKeys({ p256dh, auth }: PushDevice): boolean {
  const point = Buffer.from(p256dh, "base64url");
  return point.length === 65 && point[0] === 4 && Buffer.from(auth, "base64url").length === 16;
}

/** Only these mean that the device is no longer subscribed. See RFC 8030 section 7.3. */
const goneStatuses: readonly number[] = [404, 410];
/**
 * Our signature is wrong, or the device subscribed with an earlier key of ours: services use both for both. See RFC
 * 8292.
 */
const keyStatuses: readonly number[] = [401, 403];

/**
 * Which responses count as failures. A 5xx is the service's. A rejected signature or message is ours and is
 * counted, but may concern a single device, so it must not stop pushes to others. A 429 concerns one device.
 */
function findFault({ status }: HttpResponse): Fault | undefined {
  if (status >= 500) return "server_error";
  if (keyStatuses.includes(status)) return { outcome: "auth", isAboutOneRequest: true };
  if (status < 400 || status === 429 || goneStatuses.includes(status)) return undefined;
  return { outcome: `http_${status}`, isAboutOneRequest: true };
}

function parsePushResult(end: HttpOutcome): PushResult {
  if (end.kind !== "response") return { kind: "later", why: end.why };
  const { status } = end;
  if (status < 300) return { kind: "sent" };
  const why = `http_${status}`;
  if (goneStatuses.includes(status)) return { kind: "gone", why };
  return { kind: keyStatuses.includes(status) || status === 429 || status >= 500 ? "later" : "refused", why };
}
