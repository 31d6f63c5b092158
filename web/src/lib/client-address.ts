import { clientAddress } from "@idanimo/contract/accounts";
import type { OutputOf } from "@idanimo/contract/operation";
import { call } from "./call.ts";

type ClientAddress = OutputOf<typeof clientAddress>;

const unknownAddress: ClientAddress = { ip: null, country_name: null };
/** The address is optional, so a form does not wait longer. */
const timeoutMs = 2_000;

let pending: Promise<ClientAddress> | undefined;

/** Fetches this browser's IP address once, before the form that sends it [IP-01]. */
export function fetchClientAddress(): Promise<ClientAddress> {
  pending ??= call(clientAddress, {}).then((result) => (result.ok ? result.value : unknownAddress));
  return pending;
}

/** The IP address and country to send with a form; nulls after the timeout. Never fails. */
export function fetchClientAddressWithTimeout(): Promise<ClientAddress> {
  const timedOut = new Promise<ClientAddress>((resolve) => {
    setTimeout(resolve, timeoutMs, unknownAddress);
  });
  return Promise.race([fetchClientAddress(), timedOut]);
}
