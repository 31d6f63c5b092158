// Opens event streams as so many browsers do and ends with an error when one of them closes. `STREAMS` is a file with JSON, a list of
// `{port, path, token}`. Prints a ready line once each stream has its first line.
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { connect } from "node:net";
import * as z from "zod/mini";
import { forEachConcurrently } from "../support/concurrency.ts";

const streams = z
  .array(z.object({ port: z.number(), path: z.string(), token: z.string() }))
  .parse(JSON.parse(await readFile(process.env["STREAMS"] ?? "", "utf8")));

async function open({ port, path, token }: (typeof streams)[number]): Promise<void> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined); // `close` follows
  socket.once("close", () => process.exit(1));
  await once(socket, "connect");
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nAuthorization: Bearer ${token}\r\nAccept: text/event-stream\r\n\r\n`,
  );
  let head = "";
  while (!head.includes("retry: ")) {
    const [chunk] = await once(socket, "data");
    head += String(chunk);
    if (head.includes("\r\n\r\n") && !head.startsWith("HTTP/1.1 200")) throw new Error(head.split("\r\n")[0]);
  }
  socket.resume();
}

await forEachConcurrently(streams, open, 40);
console.log(JSON.stringify({ ready: true }));
