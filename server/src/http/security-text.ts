import { brand } from "@idanimo/contract/brand";
import type { FastifyInstance } from "fastify";

/** Where researchers find whom to tell about a vulnerability. Source: RFC 9116. */
const path = "/.well-known/security.txt";

/** The file says that it can be relied on for this long; RFC 9116 advises less than a year. */
const validDays = 180;

/** @param publicUrl origin that the product is reached at, where it is known */
export function securityText(app: FastifyInstance, publicUrl: string | undefined): void {
  app.get(path, (_request, reply) => {
    const expires = new Date(Date.now() + validDays * 86_400_000);
    expires.setUTCHours(0, 0, 0, 0);
    const lines = [
      `Contact: mailto:${brand.securityEmail}`,
      `Expires: ${expires.toISOString()}`,
      "Preferred-Languages: en",
      ...(publicUrl === undefined ? [] : [`Canonical: ${publicUrl}${path}`]),
    ];
    return reply
      .type("text/plain; charset=utf-8")
      .header("cache-control", "public, max-age=86400")
      .send(`${lines.join("\n")}\n`);
  });
}
