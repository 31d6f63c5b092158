import { clientAddress } from "@idanimo/contract/accounts";
import type { OutputOf } from "@idanimo/contract/operation";
import { call } from "./call.ts";

type ClientAddress = OutputOf<typeof clientAddress>;

const unknownAddress: ClientAddress = { ip: null, country_name: null };
/** A form does not wait longer for something it can do without. */
const timeoutMs = 2_000;

let pending: Promise<ClientAddress> | undefined;

/** Asks once where this browser's calls come from, ahead of the form that tells it. Source: A§4. */
export function fetchClientAddress(): Promise<ClientAddress> {
  pending ??= call(clientAddress, {}).then((answer) => (answer.ok ? answer.value : unknownAddress));
  return pending;
}

/** The address and country a form tells; nulls when nobody knows them in time. Never fails. */
export function fetchClientAddressWithTimeout(): Promise<ClientAddress> {
  const timedOut = new Promise<ClientAddress>((resolve) => {
    setTimeout(resolve, timeoutMs, unknownAddress);
  });
  return Promise.race([fetchClientAddress(), timedOut]);
}
