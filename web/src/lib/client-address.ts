import { clientAddress } from "@idanimo/contract/accounts";
import type { OutputOf } from "@idanimo/contract/operation";
import { call } from "./call.ts";

type Address = OutputOf<typeof clientAddress>;

const unknown: Address = { ip: null, country_name: null };
/** A form does not wait longer for something it can do without. */
const patienceMs = 2_000;

let asked: Promise<Address> | undefined;

/** Asks once where this browser's calls come from, ahead of the form that tells it. Source: A§4. */
export function askClientAddress(): Promise<Address> {
  asked ??= call(clientAddress, {}).then((answer) => (answer.ok ? answer.value : unknown));
  return asked;
}

/** The address and country a form tells; nulls when nobody knows them in time. Never fails. */
export function clientAddressInTime(): Promise<Address> {
  const late = new Promise<Address>((resolve) => {
    setTimeout(resolve, patienceMs, unknown);
  });
  return Promise.race([askClientAddress(), late]);
}
