import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { apiBase } from "@idanimo/contract/operation";
import type { FastifyInstance, FastifyReply } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildApp } from "./app.ts";

/** Every way to send a response, each with its own value of one security header. */
const referrerPolicy = "no-referrer";
const ways: Readonly<Record<string, (reply: FastifyReply) => unknown>> = {
  text: (reply) => reply.header("Referrer-Policy", referrerPolicy).send("x"),
  stream: (reply) => reply.header("referrer-policy", referrerPolicy).send(Readable.from(["x"])),
  empty: (reply) => reply.header("referrer-policy", referrerPolicy).code(204).send(),
  hijacked: (reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { "Referrer-Policy": referrerPolicy }).end("x");
  },
};

let app: FastifyInstance;
beforeAll(async () => {
  app = await buildApp({
    logger: false,
    trustedProxies: [],
    production: true,
    paymentOrigin: "https://pay.example",
    brandName: "x",
    routes: (here) => {
      for (const [way, respond] of Object.entries(ways))
        here.get(`${apiBase}/${way}`, async (_request, reply) => {
          respond(reply);
          return reply;
        });
    },
    isReady: () => Promise.resolve(true),
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(() => app.close());

test.each(Object.keys(ways))(
  "sends each security header once, also one that the response replaces: %s [T-63]",
  async (way) => {
    const { port } = app.server.address() as AddressInfo;
    const [response] = (await once(get({ port, path: `${apiBase}/${way}`, agent: false }), "response")) as [
      IncomingMessage,
    ];
    response.resume();
    const names = response.rawHeaders.filter((_one, at) => at % 2 === 0).map((name) => name.toLowerCase());
    expect(names.toSorted()).toEqual(Object.keys(response.headers).toSorted());
    expect(response.headers).toMatchObject({
      "referrer-policy": referrerPolicy,
      "content-security-policy": expect.stringContaining("default-src 'none'"),
      "x-frame-options": "DENY",
    });
  },
);
