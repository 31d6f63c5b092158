import { NODATA, NOTFOUND } from "node:dns";
import { Resolver } from "node:dns/promises";
import type { DomainRecords } from "./port.ts";

const timeoutMs = 3_000;
const tries = 2;
/** A domain can have many records; one that proves it is among the first. */
const mostRecords = 100;

/**
 * Asks DNS itself, so that a record that was just added is found as soon as it is published.
 * @param servers IP addresses with an optional port; empty: the resolvers of the system
 */
export function dnsDomainRecords(servers: readonly string[]): DomainRecords {
  return {
    async find(domain) {
      const resolver = new Resolver({ timeout: timeoutMs, tries });
      if (servers.length > 0) resolver.setServers([...servers]);
      try {
        const records = await resolver.resolveTxt(domain);
        return records.slice(0, mostRecords).map((parts) => parts.join(""));
      } catch (error) {
        const code: unknown = error instanceof Error && "code" in error ? error.code : undefined;
        return code === NODATA || code === NOTFOUND ? [] : undefined;
      }
    },
  };
}
