import { isIPv6, type Server, type Socket } from "node:net";

/**
 * The key of an address for rate limits: an IPv4 address itself, or the /64 of an IPv6 address, since one
 * connection may use any of its 2^64 addresses. Other text is returned unchanged. [T-06]
 */
export function addressPrefix(ip: string): string {
  const plain = ip.split("%")[0] ?? ip; // without the interface name
  if (!isIPv6(plain)) return plain;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain);
  if (mapped?.[1] !== undefined) return mapped[1];
  const [before = "", after] = plain.toLowerCase().split("::");
  const groups = before.split(":").filter(Boolean);
  const rest = after === undefined ? [] : after.split(":").filter(Boolean);
  const missing = Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => "0");
  const head = [...groups, ...missing, ...rest].slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ""));
  return `${head.join(":")}::/64`;
}

/**
 * Reads a socket's remote address when it connects. Node caches it then; after a disconnect it could not be read.
 * [T-06]
 */
export function captureRemoteAddress(server: Server): void {
  server.on("connection", (socket: Socket) => void socket.remoteAddress);
}
