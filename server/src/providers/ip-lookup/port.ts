/** Which country an address is in. Never the address a client claims, always the connection's own. */
export type IpLookup = {
  /** Null members where the service does not know; the whole is null when every service failed. */
  find(ip: string): Promise<{ readonly ip: string; readonly country: string | null } | null>;
};
