/** The TXT records of fictitious domains. */
export type DomainTexts = {
  /** Undefined: there is no such domain. */
  find(domain: string): readonly string[] | undefined;
  /** Replaces the records of a domain. */
  set(domain: string, texts: readonly string[]): void;
  clear(): void;
};

/** No such domain exists outside (RFC 2606). */
export const isExampleDomain = (domain: string): boolean => /^([a-z0-9-]{1,63}\.)+example$/.test(domain);

export function createDomainTexts(): DomainTexts {
  const known = new Map<string, readonly string[]>();
  return {
    find: (domain) => (isExampleDomain(domain) ? (known.get(domain) ?? []) : undefined),
    set: (domain, texts) => void known.set(domain, texts),
    clear: () => known.clear(),
  };
}
