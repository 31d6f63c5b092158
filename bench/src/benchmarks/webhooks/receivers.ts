import { once } from "node:events";
import { createServer } from "node:net";
import { Webhook } from "standardwebhooks";
import * as z from "zod/mini";
import { onCleanup } from "../../support/cleanup.ts";
import { freePort, startProgram, stop } from "../../support/processes.ts";

/** Servers of customers on loopback addresses of their own, all behind one port: `127.1.0.0` to `127.1.255.255`. */

const hostOf = (at: number) => `127.1.${Math.floor(at / 256)}.${at % 256}`;

const arrival = z.object({
  /** In milliseconds of the clock. */
  at: z.number(),
  host: z.string(),
  text: z.string(),
  headers: z.record(z.string(), z.string()),
});
export type Arrival = z.output<typeof arrival>;

export type HealthyReceiver = {
  urlOf(at: number): string;
  /** Events that arrived since the last call of `takeAll`. */
  count(): Promise<number>;
  /** The first arrival of each event. Throws unless each signature is valid. @param secrets by position */
  takeAll(secrets: readonly string[]): Promise<ReadonlyMap<string, Arrival>>;
};

/** Answers at once, in a process of its own. */
export async function openHealthyReceiver(): Promise<HealthyReceiver> {
  const port = await freePort();
  const program = await startProgram("bench/src/benchmarks/webhooks/receiver-program.ts", { PORT: String(port) });
  onCleanup(() => stop(program));
  const get = async (path: string): Promise<unknown> => (await fetch(`http://127.0.0.1:${port}${path}`)).json();
  return {
    urlOf: (at) => `http://${hostOf(at)}:${port}/`,
    count: async () => z.number().parse(await get("/count")),
    takeAll: async (secrets) => {
      const found = new Map(Object.entries(z.record(z.string(), arrival).parse(await get("/"))));
      const verifiers = new Map(secrets.map((secret, at) => [hostOf(at), new Webhook(secret)]));
      for (const { host, text, headers } of found.values()) {
        const verifier = verifiers.get(host);
        if (!verifier) throw new Error(`a webhook came to ${host}`);
        verifier.verify(text, headers);
      }
      return found;
    },
  };
}

/** Accepts connections and never answers. @returns the address of each of its endpoints */
export async function openSilentReceiver(): Promise<(at: number) => string> {
  const sockets = new Set<{ destroy(): unknown }>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.resume();
    socket.on("error", () => undefined); // the product gave up
    socket.on("close", () => sockets.delete(socket));
  });
  server.listen(0, "0.0.0.0");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("no port");
  const { port } = address;
  onCleanup(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (at) => `http://${hostOf(at)}:${port}/`;
}
