import { isIP, isIPv6 } from "node:net";

/** The /24 of an IPv4 address or the /48 of an IPv6 address, for audit rows; null for other text. */
export function addressBlock(address: string): string | null {
  const plain = address.split("%")[0] ?? address; // without the interface name
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1] ?? plain;
  if (isIP(mapped) === 0) return null;
  if (!isIPv6(mapped)) return `${mapped.split(".").slice(0, 3).join(".")}.0/24`;
  const [before = "", after] = mapped.toLowerCase().split("::");
  const groups = before.split(":").filter(Boolean);
  const rest = after === undefined ? [] : after.split(":").filter(Boolean);
  const missing = Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => "0");
  const head = [...groups, ...missing, ...rest].slice(0, 3).map((group) => group.replace(/^0+(?=.)/, ""));
  return `${head.join(":")}::/48`;
}
