// Reference for open event streams: Node's own HTTP server, which sends headers and one line. Prints a ready line.
import { createServer, type ServerResponse } from "node:http";

const open = new Set<ServerResponse>();
const server = createServer((request, response) => {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
  response.write("retry: 2000\n\n");
  open.add(response);
  request.on("close", () => open.delete(response));
});
server.requestTimeout = 0;
server.listen(Number(process.env["PORT"]), "127.0.0.1", () => console.log('{"ready":true}'));
