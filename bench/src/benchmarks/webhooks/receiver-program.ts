// The servers of 1,000 customers in a process of their own, which answer at once. Prints a ready line; `GET /` returns what arrived and
// forgets it, `GET /count` how much that is.
import { createServer } from "node:http";
import type { Arrival } from "./receivers.ts";

const arrivals = new Map<string, Arrival>();
const names = ["webhook-id", "webhook-timestamp", "webhook-signature"];
createServer((request, response) => {
  const at = performance.timeOrigin + performance.now();
  if (request.method === "GET") {
    if (request.url === "/count") return void response.end(JSON.stringify(arrivals.size));
    response.end(JSON.stringify(Object.fromEntries(arrivals)));
    return arrivals.clear();
  }
  const parts: Buffer[] = [];
  request.on("data", (part: Buffer) => parts.push(part));
  request.on("end", () => {
    const headers = Object.fromEntries(names.map((name) => [name, String(request.headers[name])]));
    const id = headers["webhook-id"] ?? "";
    const host = (request.headers.host ?? "").split(":")[0] ?? "";
    if (!arrivals.has(id)) arrivals.set(id, { at, host, text: Buffer.concat(parts).toString(), headers });
    response.writeHead(200).end();
  });
  return undefined;
}).listen(Number(process.env["PORT"]), "0.0.0.0", () => console.log(JSON.stringify({ ready: true })));
process.on("SIGTERM", () => process.exit(0));
