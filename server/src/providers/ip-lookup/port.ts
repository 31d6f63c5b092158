/** The country of an address. Always the connection's own address, never one that a client claims. */
export type IpLookup = {
  /** Members are null if unknown; the result is null if every service failed. */
  find(ip: string): Promise<{ readonly ip: string; readonly country: string | null } | null>;
};
