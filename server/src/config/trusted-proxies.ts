import { isIPv6 } from "node:net";
import { isNetwork } from "./networks.ts";

/** Range names of proxy-addr, which Fastify uses. */
const namedRanges = ["loopback", "linklocal", "uniquelocal"];

/** Whether a text is an address, a range such as `10.0.0.0/8`, or a named range. */
export const isProxy = (part: string): boolean => namedRanges.includes(part) || isNetwork(part);

/** Widest ranges of one owner: 10.0.0.0/8 is private, and no registry assigns an IPv6 /16. */
const widestPrefix = { ipv4: 8, ipv6: 16 };
/** `fc00::/7` and `fe80::/10`, which are private. */
const privateIpv6 = /^(f[cd]|fe[89ab])/i;

/**
 * Whether a range, such as `0.0.0.0/0`, contains untrusted hosts: each of them could claim any client address and
 * evade the limits per address.
 */
export function isTooWide(part: string): boolean {
  const [ip = "", bits] = part.split("/");
  if (bits === undefined) return false;
  if (!isIPv6(ip)) return Number(bits) < widestPrefix.ipv4;
  const isMapped = /^(0*:)*:?ffff:/i.test(ip);
  if (isMapped) return Number(bits) - 96 < widestPrefix.ipv4;
  return Number(bits) < widestPrefix.ipv6 && !(privateIpv6.test(ip) && Number(bits) >= 7);
}
