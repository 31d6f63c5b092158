import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { apiBase } from "@idanimo/contract/operation";
import type { FastifyInstance, FastifyReply } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildApp } from "./app.ts";
import { precomputeHeaders } from "./precomputed-headers.ts";

/** Answers in all the ways in which a head is written, each with its own word on one header that all data bears. */
const said = "no-referrer";
const ways: Readonly<Record<string, (reply: FastifyReply) => unknown>> = {
  text: (reply) => reply.header("Referrer-Policy", said).send("x"),
  stream: (reply) => reply.header("referrer-policy", said).send(Readable.from(["x"])),
  nothing: (reply) => reply.header("referrer-policy", said).code(204).send(),
  past: (reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { "Referrer-Policy": said }).end("x");
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
      for (const [way, answer] of Object.entries(ways))
        here.get(`${apiBase}/${way}`, async (_request, reply) => {
          answer(reply);
          return reply;
        });
    },
    isReady: () => Promise.resolve(true),
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(() => app.close());

test.each(Object.keys(ways))(
  "T-63 an answer of data that says a header otherwise says it once, and all others (%s)",
  async (way) => {
    const { port } = app.server.address() as AddressInfo;
    const [answer] = (await once(get({ port, path: `${apiBase}/${way}`, agent: false }), "response")) as [
      IncomingMessage,
    ];
    answer.resume();
    const names = answer.rawHeaders.filter((_one, at) => at % 2 === 0).map((name) => name.toLowerCase());
    expect(names.toSorted()).toEqual(Object.keys(answer.headers).toSorted());
    expect(answer.headers).toMatchObject({
      "referrer-policy": said,
      "content-security-policy": expect.stringContaining("default-src 'none'"),
      "x-frame-options": "DENY",
    });
  },
);

test("T-63 a header that would end its line early, or none at all, is refused where it is made ready", () => {
  for (const [name, value] of [
    ["x-a", "1\r\nx-b: 2"],
    ["x a", "1"],
    ["", "1"],
  ] as const)
    expect(() => precomputeHeaders({ [name]: value })).toThrow(TypeError);
});
