import { places } from "./places.ts";

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
