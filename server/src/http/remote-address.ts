import { isIPv6, type Server, type Socket } from "node:net";

/**
 * Whom an address belongs to, for limits: an IPv4 address itself, of an IPv6 address the /64 that one connection is given, since
 * it may take any of its 2^64 addresses. Anything else is answered as it is. Source: T-06.
 */
export function addressPrefix(ip: string): string {
  const plain = ip.split("%")[0] ?? ip; // without the name of the interface it came over
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
 * Who calls is known from the first moment of a line on: a socket that is asked for its address once remembers it, and one that is
 * asked only when the caller has hung up has none. Source: T-06.
 */
export function captureRemoteAddress(server: Server): void {
  server.on("connection", (socket: Socket) => void socket.remoteAddress);
}
