import { BlockList, isIP } from "node:net";
import type { Clock } from "../../kernel/clock.ts";
import type { Line } from "../line.ts";
import { membersOf, textOf } from "../wire-json.ts";
import type { IpLookup } from "./port.ts";

/** ipapi.co, and ipify where that fails. Source: providers 6. */

export type IpLookupSettings = {
  /** Ends in `json/`; an address to ask about goes before that. */
  readonly url: string;
  readonly fallbackUrl: string;
};

type Place = NonNullable<Awaited<ReturnType<IpLookup["find"]>>>;

const askMs = 3_000;
const keepMs = 24 * 60 * 60_000;
/** After a failure nobody waits for the same question again for this long. */
const keepFailureMs = 60_000;
const mostKept = 5_000;

/** Addresses that mean nothing outside: for those we ask where this machine itself is. */
const inside = new BlockList();
for (const [net, prefix] of [
  ["127.0.0.0", 8],
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["169.254.0.0", 16],
  ["100.64.0.0", 10],
  ["0.0.0.0", 8],
] as const)
  inside.addSubnet(net, prefix);
for (const [net, prefix] of [
  ["::", 127],
  ["fc00::", 7],
  ["fe80::", 10],
] as const)
  inside.addSubnet(net, prefix, "ipv6");

export function ipLookup(main: Line, fallback: Line, settings: IpLookupSettings, clock: Clock): IpLookup {
  const kept = new Map<string, { readonly place: Place | null; readonly until: number }>();

  return {
    async find(ip) {
      const plain = ip.replace(/^::ffff:(?=\d+\.)/i, "");
      const family = isIP(plain);
      if (family === 0) return null;
      const isInside = inside.check(plain, family === 6 ? "ipv6" : "ipv4");
      const asked = isInside ? "" : plain;
      const now = clock.now().getTime();
      const known = kept.get(asked);
      if (known && known.until > now) return known.place;
      const place = await find(asked);
      kept.delete(asked);
      kept.set(asked, { place, until: now + (place ? keepMs : keepFailureMs) });
      for (const oldest of kept.keys()) {
        if (kept.size <= mostKept) break;
        kept.delete(oldest);
      }
      return place;
    },
  };

  /** @param ip empty to ask about ourselves */
  async function find(ip: string): Promise<Place | null> {
    const url = ip ? settings.url.replace(/json\/?(?=$|\?)/, `${encodeURIComponent(ip)}/json/`) : settings.url;
    const end = await main.ask({ method: "GET", url, totalMs: askMs });
    const place = end.kind === "answer" && end.status === 200 ? placeIn(end.json, ip) : null;
    return place ?? findAddressOnly(ip);
  }

  async function findAddressOnly(ip: string): Promise<Place | null> {
    const end = await fallback.ask({ method: "GET", url: settings.fallbackUrl, totalMs: askMs });
    const own = end.kind === "answer" && end.status === 200 ? textOf(membersOf(end.json)["ip"]) : undefined;
    if (own === undefined || isIP(own) === 0) return null;
    return { ip: ip || own, country: null }; // this service knows only who asks, which is us
  }
}

/** Its failures come with status 200 and `error`, so that is looked at first. */
function placeIn(json: unknown, asked: string): Place | null {
  const body = membersOf(json);
  const ip = textOf(body["ip"]);
  if ((body["error"] ?? false) !== false || ip === undefined || isIP(ip) === 0) return null;
  return { ip: asked || ip, country: textOf(body["country_name"])?.slice(0, 60) ?? null };
}
