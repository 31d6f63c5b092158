import { once } from "node:events";
import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { gracefulShutdown } from "./graceful-shutdown.ts";

test("serves requests in progress and does not wait for silent connections [R-32]", async () => {
  const app = Fastify({ return503OnClosing: false, connectionTimeout: 70_000 });
  gracefulShutdown(app);
  app.get("/slow", async () => sleep(500, { served: true }));
  await app.listen({ port: 0, host: "127.0.0.1" });
  const address = app.server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const lines: net.Socket[] = [];
  for (let at = 0; at < 3; at += 1) {
    const line = net.connect(port, "127.0.0.1");
    await once(line, "connect");
    lines.push(line);
  }
  const [, late] = lines;
  const underWay = fetch(`http://127.0.0.1:${port}/slow`);
  await sleep(100);
  const closing = app.close();
  late?.write("GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n"); // was on its way when the shutdown began
  const heard = late ? once(late, "data") : Promise.resolve([]);
  expect((await underWay).status).toBe(200);
  expect(String(await heard)).toContain("HTTP/1.1 200");
  expect(await Promise.race([closing.then(() => "ended"), sleep(10_000, "still waits", { ref: false })])).toBe("ended");
});
