import { faceReference } from "@idanimo/contract/live-face";
import { faceTicketMinutes } from "@idanimo/contract/limits";
import * as z from "zod/mini";
import { joinUrl, type ProviderClient, defaultFault } from "../provider-client.ts";
import type { HttpOutcome } from "../http-client.ts";
import type { LiveFace } from "./port.ts";

/** A provider of live captures, with our own contract, because no public one is known. See docs/sandbox.md. */

export type LiveFaceSettings = { readonly baseUrl: string; readonly key: string };

const ticket = z.object({ address: z.url({ protocol: /^https?$/ }), endsAt: z.iso.datetime() });
/** A JPEG or PNG in base64, at most 2 MB of it. */
const picture = z.object({
  image: z.string().check(z.maxLength(2_900_000), z.regex(/^(\/9j\/|iVBORw0KGgo)[A-Za-z0-9+/]*={0,2}$/)),
});
/** A capture that no longer exists is a normal response. */
const goneStatuses: readonly number[] = [404, 410];

export function liveFace(client: ProviderClient, { baseUrl, key }: LiveFaceSettings): LiveFace {
  const pageOrigin = new URL(baseUrl).origin;
  const post = (path: string, body: unknown): Promise<HttpOutcome> => {
    const headers = { authorization: `Bearer ${key}` };
    return client.request({ method: "POST", url: joinUrl(baseUrl, path), headers, body }, defaultFault);
  };
  return {
    pageOrigin,
    health: () => client.health(),
    async createTicket(holder) {
      const end = await post("v1/tickets", { lifeSeconds: faceTicketMinutes * 60, holder });
      if (end.kind !== "response" || end.status !== 201) return undefined;
      const read = z.safeParse(ticket, end.json);
      // our Content-Security-Policy blocks a page of another origin, and its messages are ignored
      if (!read.success || new URL(read.data.address).origin !== pageOrigin) return undefined;
      return { address: read.data.address, endsAt: new Date(read.data.endsAt) };
    },
    async fetchPicture(reference, holder) {
      if (!z.safeParse(faceReference, reference).success) return { kind: "gone" };
      const end = await post("v1/pictures/take", { reference, holder });
      if (end.kind !== "response") return { kind: "failed" };
      if (goneStatuses.includes(end.status)) return { kind: "gone" };
      const read = z.safeParse(picture, end.json);
      return end.status === 200 && read.success ? { kind: "found", image: read.data.image } : { kind: "failed" };
    },
  };
}
