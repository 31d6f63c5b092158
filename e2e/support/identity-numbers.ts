import { randomInt } from "node:crypto";

import { origins } from "./test-environment.ts";

/** A number whose person was never asked before, also when a test is begun anew; its ending is no reserved one unless one is named. */
const newNumber = (begin: string, ending = "55"): string => {
  const between = 11 - begin.length - ending.length;
  return `${begin}${String(randomInt(10 ** between)).padStart(between, "0")}${ending}`;
};
export const newNin = (ending?: string): string => newNumber("71", ending);
export const newBvn = (ending?: string): string => newNumber("222", ending);
/** Of somebody who is asked about, or who has it at home: nobody else gets its messages. */
export const newPhone = (): string => newNumber("0803");

/** A NIN or a BVN in the three groups a page writes it in. */
export const formatNin = (nin: string): string => nin.replace(/^(\d{3})(\d{4})/, "$1 $2 ");

/** What the register of the sandbox holds about a person, asked for as the provider's customer does. Source: providers 2.1. */
export async function fetchNinRecord(nin: string): Promise<Readonly<Record<string, string>>> {
  const answer = await fetch(`${origins.sandbox}/prembly/verification/vnin`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-api-key": "sandbox-prembly-api-key",
      "app-id": "sandbox-prembly-app-id",
    },
    body: JSON.stringify({ number: nin }),
  });
  const body = (await answer.json()) as { readonly nin_data: Readonly<Record<string, string>> };
  return body.nin_data;
}
