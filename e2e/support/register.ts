import { randomInt } from "node:crypto";

import { places } from "./places.ts";

/** A NIN that nobody was asked about before, also when a test is begun anew, and of no reserved ending. */
export const newNin = (): string => `71${String(randomInt(1e7)).padStart(7, "0")}55`;

/** A NIN in the three groups a page writes it in. */
export const shownNin = (nin: string): string => nin.replace(/^(\d{3})(\d{4})/, "$1 $2 ");

/** What the register of the sandbox holds about a person, asked for as the provider's customer does. Source: providers 2.1. */
export async function recordOf(nin: string): Promise<Readonly<Record<string, string>>> {
  const answer = await fetch(`${places.sandbox}/prembly/verification/vnin`, {
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
