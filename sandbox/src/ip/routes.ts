import { BlockList, isIP } from "node:net";
import type { FastifyInstance } from "fastify";
import { seededRandom } from "../kernel/seeded-random.ts";
import { textIn } from "../kernel/fields.ts";

export const errorBody = (message: string) => ({ error: true, reason: "RateLimited", message });

/** Address of a visitor from this machine, as every visitor is. */
const visitorAddress = "102.89.23.41";

type City = { readonly city: string; readonly region: string; readonly latitude: number; readonly longitude: number };
const cities: readonly [City, ...City[]] = [
  { city: "Lagos", region: "Lagos", latitude: 6.4541, longitude: 3.3947 },
  { city: "Abuja", region: "Federal Capital Territory", latitude: 9.0579, longitude: 7.4951 },
  { city: "Kano", region: "Kano State", latitude: 12.0022, longitude: 8.592 },
  { city: "Port Harcourt", region: "Rivers State", latitude: 4.7774, longitude: 7.0134 },
  { city: "Ibadan", region: "Oyo State", latitude: 7.3776, longitude: 3.947 },
];

const loopbackRanges = new BlockList();
loopbackRanges.addSubnet("127.0.0.0", 8);
loopbackRanges.addAddress("::1", "ipv6");

const reservedRanges = new BlockList();
for (const [net, prefix] of [
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["169.254.0.0", 16],
  ["0.0.0.0", 8],
] as const)
  reservedRanges.addSubnet(net, prefix);
reservedRanges.addSubnet("fc00::", 7, "ipv6");
reservedRanges.addSubnet("fe80::", 10, "ipv6");

/** The two IP lookups, which a browser may call from the product's pages. */
export function ipRoutes(app: FastifyInstance): void {
  app.addHook("onRequest", async (_request, reply) => void reply.header("access-control-allow-origin", "*"));

  app.get("/ipapi/json/", async () => locationOf(visitorAddress));

  app.get("/ipapi/:ip/json/", (request) => {
    const ip = textIn(request.params, "ip") ?? "";
    const family = isIP(ip) === 6 ? "ipv6" : "ipv4";
    if (isIP(ip) === 0) return { ip, error: true, reason: "Invalid IP Address" };
    if (loopbackRanges.check(ip, family)) return locationOf(visitorAddress);
    if (reservedRanges.check(ip, family)) return { ip, reserved: true, error: true, reason: "Reserved IP Address" };
    return locationOf(ip);
  });

  app.get("/ipify", async (request, reply) =>
    textIn(request.query, "format") === "json" ? { ip: visitorAddress } : reply.type("text/plain").send(visitorAddress),
  );
}

/** A fictitious place in Nigeria, always the same for one address. */
function locationOf(ip: string) {
  const { city, region, latitude, longitude } = seededRandom(`ip:${ip}`).pick(cities);
  return {
    ip,
    version: isIP(ip) === 6 ? "IPv6" : "IPv4",
    city,
    region,
    country: "NG",
    country_code: "NG",
    country_code_iso3: "NGA",
    country_name: "Nigeria",
    country_capital: "Abuja",
    continent_code: "AF",
    in_eu: false,
    latitude,
    longitude,
    timezone: "Africa/Lagos",
    utc_offset: "+0100",
    country_calling_code: "+234",
    currency: "NGN",
    currency_name: "Naira",
    languages: "en-NG,ha,yo,ig",
    asn: "AS00000",
    org: "Sandbox Network",
  };
}
