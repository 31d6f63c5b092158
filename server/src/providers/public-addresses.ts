import { type LookupAddress, type LookupAllOptions, lookup } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

/**
 * Networks that no address given by a customer may lead to: this machine, private networks, cloud metadata, and
 * everything else that is not the public internet. [T-60]
 */
const blocked = new BlockList();
for (const [net, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const)
  blocked.addSubnet(net, prefix);

/** IPv6 addresses of the public internet; all others, with mapped and translated IPv4 ones, are blocked. */
const publicV6 = new BlockList();
publicV6.addSubnet("2000::", 3, "ipv6");
for (const [net, prefix] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
] as const)
  blocked.addSubnet(net, prefix, "ipv6");

export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !blocked.check(address, "ipv4");
  return isIP(address) === 6 && publicV6.check(address, "ipv6") && !blocked.check(address, "ipv6");
}

/** Whether an address is of this machine. */
export const isLoopbackAddress = (address: string): boolean =>
  isIP(address) === 4 ? address.startsWith("127.") : address === "::1";

/**
 * Resolves a name for one connection, which uses exactly the checked addresses: an answer that changes later cannot
 * lead elsewhere. One address that is not accepted rejects the name.
 * @param resolve replaces the system's resolver in tests
 */
export function createCheckedLookup(
  accepts: (address: string) => boolean,
  resolve: (hostname: string, options: LookupAllOptions, done: ResolveCallback) => void = lookup,
): LookupFunction {
  return (hostname, options, callback) => {
    const { family, hints, verbatim } = options;
    const asked: LookupAllOptions = { all: true };
    if (family !== undefined) asked.family = family;
    if (hints !== undefined) asked.hints = hints;
    if (verbatim !== undefined) asked.verbatim = verbatim;
    resolve(hostname, asked, (error, addresses) => {
      const [first] = error ? [] : addresses;
      if (error || !first) callback(error ?? notPublic(), "");
      else if (!addresses.every(({ address }) => accepts(address))) callback(notPublic(), "");
      else if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}
export type ResolveCallback = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void;

const notPublic = () => Object.assign(new Error("the address is not public"), { code: "NOT_PUBLIC" });
