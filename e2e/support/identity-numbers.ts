import { randomInt } from "node:crypto";

import { origins } from "./test-environment.ts";

/** A new number, also when a test is retried. Its ending has no reserved meaning unless given. */
const newNumber = (begin: string, ending = "55"): string => {
  const between = 11 - begin.length - ending.length;
  return `${begin}${String(randomInt(10 ** between)).padStart(between, "0")}${ending}`;
};
export const newNin = (ending?: string): string => newNumber("71", ending);
export const newBvn = (ending?: string): string => newNumber("222", ending);
/** A phone number of a subject or contact that no other test uses. */
export const newPhone = (): string => newNumber("0803");

/** A NIN or a BVN in three groups, as pages show it. */
export const formatNin = (nin: string): string => nin.replace(/^(\d{3})(\d{4})/, "$1 $2 ");

/** The record of a person in the sandbox's register, requested as a provider's customer does. */
export async function fetchNinRecord(nin: string): Promise<Readonly<Record<string, string>>> {
  const response = await fetch(`${origins.sandbox}/prembly/verification/vnin`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-api-key": "sandbox-prembly-api-key",
      "app-id": "sandbox-prembly-app-id",
    },
    body: JSON.stringify({ number: nin }),
  });
  const body = (await response.json()) as { readonly nin_data: Readonly<Record<string, string>> };
  return body.nin_data;
}
