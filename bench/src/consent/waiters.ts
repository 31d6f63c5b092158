// A program that holds open streams, as so many browsers would: plain sockets, so that the one who measures has a free hand.
// `WAITERS` is JSON: a list of `{port, path, token}`. Its ready line comes when each has its first line; it then prints what ended
// or never came, each second in which that changes.
import { connect } from "node:net";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import * as z from "zod/mini";

const wanted = z
  .array(z.object({ port: z.number(), path: z.string(), token: z.string() }))
  .parse(JSON.parse(await readFile(process.env["WAITERS"] ?? "", "utf8")));
/** As many are being opened at once. */
const lanes = 40;
let lost = 0;

async function open({ port, path, token }: (typeof wanted)[number]): Promise<void> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined); // `close` follows
  socket.once("close", () => (lost += 1));
  await once(socket, "connect");
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nAuthorization: Bearer ${token}\r\nAccept: text/event-stream\r\n\r\n`,
  );
  let head = "";
  for (;;) {
    const [chunk] = await once(socket, "data");
    head += String(chunk);
    if (head.includes("retry: ")) break;
    if (head.includes("\r\n\r\n") && !head.startsWith("HTTP/1.1 200")) throw new Error(head.split("\r\n")[0]);
  }
  socket.resume();
}

const queue = [...wanted];
await Promise.all(
  Array.from({ length: lanes }, async () => {
    for (let next = queue.pop(); next; next = queue.pop()) await open(next);
  }),
);
console.log(JSON.stringify({ ready: true, open: wanted.length }));
let said = 0;
setInterval(() => {
  if (lost === said) return;
  said = lost;
  console.log(JSON.stringify({ lost }));
}, 1_000);
