import { once } from "node:events";
import net from "node:net";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { captureRemoteAddress } from "./remote-address.ts";

test("a client that disconnects during the call keeps its remote address [T-06]", async () => {
  const app = Fastify();
  captureRemoteAddress(app.server);
  let resolveAddress = (_ip: string | undefined) => {};
  const seenAddress = new Promise<string | undefined>((resolve) => (resolveAddress = resolve));
  app.post("/", async (request, reply) => {
    request.socket.resume();
    if (!request.socket.destroyed) await once(request.socket, "close");
    resolveAddress(request.ip);
    return reply.send();
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const address = app.server.address();
  const line = net.connect(typeof address === "object" && address ? address.port : 0, "127.0.0.1");
  const began = once(app.server, "request");
  line.write("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n");
  await began;
  line.destroy();
  expect(await seenAddress).toBe("127.0.0.1");
  await app.close();
});
