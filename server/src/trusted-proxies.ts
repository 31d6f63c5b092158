import { isIP, isIPv6 } from "node:net";

/** Names of ranges that the HTTP library knows. */
const namedRanges = ["loopback", "linklocal", "uniquelocal"];

/** Whether a text is an address, a range such as `10.0.0.0/8`, or the name of a range. */
export function isProxy(part: string): boolean {
  const [ip = "", bits, ...more] = part.split("/");
  const family = isIP(ip);
  if (family === 0) return namedRanges.includes(part);
  return (
    more.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)))
  );
}

/** The widest ranges of one owner: 10.0.0.0/8 among private networks, and a /16 of IPv6 is more than any registry gives out. */
const widestPrefix = { ipv4: 8, ipv6: 16 };
/** `fc00::/7` and `fe80::/10`, which are private however wide. */
const privateIpv6 = /^(f[cd]|fe[89ab])/i;

/**
 * Whether a range, such as `0.0.0.0/0`, contains addresses of strangers: each of them could then name any address as a visitor's, and
 * limits per address would hold off nobody.
 */
export function isTooWide(part: string): boolean {
  const [ip = "", bits] = part.split("/");
  if (bits === undefined) return false;
  if (!isIPv6(ip)) return Number(bits) < widestPrefix.ipv4;
  const isMapped = /^(0*:)*:?ffff:/i.test(ip);
  if (isMapped) return Number(bits) - 96 < widestPrefix.ipv4;
  return Number(bits) < widestPrefix.ipv6 && !(privateIpv6.test(ip) && Number(bits) >= 7);
}
