import { once } from "node:events";
import { createServer } from "node:net";
import { onCleanup } from "../../support/cleanup.ts";

const example = "7700123";

/**
 * A company register that responds at once and takes next to no processor time from the measured programs: it repeats the sandbox's
 * response about one company with the number that was asked for. @returns its base URL
 */
export async function startCompanyRegister(sandboxUrl: string): Promise<string> {
  const sample = await fetchSample(sandboxUrl);
  const server = createServer({ noDelay: true }, (socket) => {
    let received = "";
    socket.on("error", () => undefined); // the program at the other end is stopped on purpose
    socket.setEncoding("latin1").on("data", (chunk: string) => {
      received += chunk;
      for (let end = received.indexOf("\r\n\r\n"); end >= 0; end = received.indexOf("\r\n\r\n")) {
        const number = /^GET \/mono\/v3\/lookup\/cac\?search=(\d+)&exact=true HTTP/.exec(received)?.[1];
        if (number === undefined) socket.destroy(new Error("not a query for a company's number"));
        else socket.write(responseOf(sample.replaceAll(example, number)));
        received = received.slice(end + 4);
      }
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onCleanup(async () => server.close());
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("no port");
  return `http://127.0.0.1:${address.port}/mono`;
}

async function fetchSample(sandboxUrl: string): Promise<string> {
  const url = `${sandboxUrl}/mono/v3/lookup/cac?search=${example}&exact=true`;
  const response = await fetch(url, { headers: { "mono-sec-key": "test_sk_sandbox-mono" } });
  const text = await response.text();
  if (!response.ok || !text.includes(example)) throw new Error(`the sandbox responded with ${response.status}`);
  return text;
}

const responseOf = (body: string) =>
  `HTTP/1.1 200 OK\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
