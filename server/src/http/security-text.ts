import { brand } from "@idanimo/contract/brand";
import type { FastifyInstance } from "fastify";

/** Contact for reporting vulnerabilities. [RFC 9116] */
const path = "/.well-known/security.txt";

/** RFC 9116 recommends less than a year. */
const validDays = 180;

/** @param publicUrl the product's origin, if known */
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
