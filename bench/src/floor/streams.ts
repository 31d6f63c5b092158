// The floor of a server that keeps streams open: Node's own HTTP, headers and one line, nothing kept but the answer. Prints a ready line.
import { createServer, type ServerResponse } from "node:http";

const open = new Set<ServerResponse>();
const server = createServer((request, answer) => {
  answer.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
  answer.write("retry: 2000\n\n");
  open.add(answer);
  request.on("close", () => open.delete(answer));
});
server.requestTimeout = 0;
server.listen(Number(process.env["BARE_PORT"]), "127.0.0.1", () => console.log('{"ready":true}'));
