import { BlockList, isIP } from "node:net";
import type { Clock } from "../../kernel/clock.ts";
import type { ProviderClient } from "../provider-client.ts";
import { membersOf, wireText } from "../wire-json.ts";
import type { IpLookup } from "./port.ts";

/** ipapi.co, with ipify as the fallback. */

export type IpLookupSettings = {
  /** Ends in `json/`; an address to look up is inserted before that. */
  readonly url: string;
  readonly fallbackUrl: string;
};

type AddressLocation = NonNullable<Awaited<ReturnType<IpLookup["find"]>>>;

const requestTimeoutMs = 3_000;
const cacheMs = 24 * 60 * 60_000;
/** After a failure, the same lookup returns null at once for this long. */
const cacheFailureMs = 60_000;
const maxCached = 5_000;

/** Private addresses: for these, the address of this machine is looked up. */
const privateAddresses = new BlockList();
for (const [net, prefix] of [
  ["127.0.0.0", 8],
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["169.254.0.0", 16],
  ["100.64.0.0", 10],
  ["0.0.0.0", 8],
] as const)
  privateAddresses.addSubnet(net, prefix);
for (const [net, prefix] of [
  ["::", 127],
  ["fc00::", 7],
  ["fe80::", 10],
] as const)
  privateAddresses.addSubnet(net, prefix, "ipv6");

export function ipLookup(
  main: ProviderClient,
  fallback: ProviderClient,
  settings: IpLookupSettings,
  clock: Clock,
): IpLookup {
  const stored = new Map<string, { readonly location: AddressLocation | null; readonly until: number }>();

  return {
    async find(ip) {
      const plain = ip.replace(/^::ffff:(?=\d+\.)/i, "");
      const family = isIP(plain);
      if (family === 0) return null;
      const isInside = privateAddresses.check(plain, family === 6 ? "ipv6" : "ipv4");
      const asked = isInside ? "" : plain;
      const now = clock.now().getTime();
      const known = stored.get(asked);
      if (known && known.until > now) return known.location;
      const location = await find(asked);
      stored.delete(asked);
      stored.set(asked, { location, until: now + (location ? cacheMs : cacheFailureMs) });
      for (const oldest of stored.keys()) {
        if (stored.size <= maxCached) break;
        stored.delete(oldest);
      }
      return location;
    },
  };

  /** @param ip empty to look up our own address */
  async function find(ip: string): Promise<AddressLocation | null> {
    const url = ip ? settings.url.replace(/json\/?(?=$|\?)/, `${encodeURIComponent(ip)}/json/`) : settings.url;
    const end = await main.request({ method: "GET", url, totalMs: requestTimeoutMs });
    const location = end.kind === "response" && end.status === 200 ? parseLocation(end.json, ip) : null;
    return location ?? findAddressOnly(ip);
  }

  async function findAddressOnly(ip: string): Promise<AddressLocation | null> {
    const end = await fallback.request({ method: "GET", url: settings.fallbackUrl, totalMs: requestTimeoutMs });
    const own = end.kind === "response" && end.status === 200 ? wireText(membersOf(end.json)["ip"]) : undefined;
    if (own === undefined || isIP(own) === 0) return null;
    return { ip: ip || own, country: null }; // this service only returns the caller's address, which is ours
  }
}

/** Failures have status 200 and `error`, so that is checked first. */
function parseLocation(json: unknown, asked: string): AddressLocation | null {
  const body = membersOf(json);
  const ip = wireText(body["ip"]);
  if ((body["error"] ?? false) !== false || ip === undefined || isIP(ip) === 0) return null;
  return { ip: asked || ip, country: wireText(body["country_name"])?.slice(0, 60) ?? null };
}
