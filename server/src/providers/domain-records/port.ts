/** The TXT records of domains. */
export type DomainRecords = {
  /** The records of a domain, empty without any; undefined if its servers do not answer. */
  find(domain: string): Promise<readonly string[] | undefined>;
};
