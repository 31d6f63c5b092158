import ipaddr from "ipaddr.js";

/**
 * The ranges of a key in one spelling: an address alone is a range of one, and the bits after the prefix are zero.
 * @returns undefined if one of them is no address or range
 */
export function parseNetworks(texts: readonly string[]): readonly string[] | undefined {
  const parsed = texts.map((text) => parseNetwork(text.trim()));
  const known = parsed.flatMap((network) => network ?? []);
  return known.length === parsed.length ? [...new Set(known)] : undefined;
}

function parseNetwork(text: string): string | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return `${text}/32`;
  if (ipaddr.IPv6.isValid(text) && !text.includes("%")) return `${ipaddr.IPv6.parse(text).toRFC5952String()}/128`;
  if (ipaddr.IPv4.isValidCIDRFourPartDecimal(text))
    return `${ipaddr.IPv4.networkAddressFromCIDR(text).toString()}/${bitsOf(text)}`;
  if (ipaddr.IPv6.isValidCIDR(text))
    return `${ipaddr.IPv6.networkAddressFromCIDR(text).toRFC5952String()}/${bitsOf(text)}`;
  return undefined;
}

const bitsOf = (network: string) => Number(network.split("/")[1]);

/** Whether an address is in one of the ranges. An IPv4 address in IPv6 form counts as IPv4. */
export function isInNetworks(address: string, networks: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const caller = ipaddr.process(address);
  return networks.some((network) => {
    const [range, bits] = ipaddr.parseCIDR(network);
    return range.kind() === caller.kind() && caller.match(range, bits);
  });
}
