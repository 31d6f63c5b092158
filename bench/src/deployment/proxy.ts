import { execFile, spawn } from "node:child_process";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import type { IncomingHttpHeaders } from "node:http";
import { request, type RequestOptions } from "node:https";
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { waitFor } from "../support/concurrency.ts";
import { freePort, hasExited, inRoot, stop } from "../support/processes.ts";

/** The host name in ops/proxy/idanimo.conf, and in the certificate. */
export const proxyName = "idanimo.example";

export type ProxyResponse = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly text: string };
export type ProxyRequest = Pick<RequestOptions, "method" | "headers" | "servername"> & {
  readonly body?: string;
  /** Loopback address to come from. */
  readonly from?: string;
};
type Options = { readonly http?: string; readonly connections?: number };
export type Proxy = Awaited<ReturnType<typeof startProxy>>;

/**
 * Starts nginx with ops/proxy/idanimo.conf on loopback, with a certificate of its own.
 * @param nginx path of the program
 * @param port of the program behind it
 * @param folder of its files; it is created
 * @param options `http`: more settings of its nginx.conf; `connections`: the limit for one visitor
 */
export async function startProxy(nginx: string, port: number, folder: string, options: Options = {}) {
  await mkdir(folder);
  await chmod(folder, 0o755); // its workers have another account
  const [tlsPort, plainPort] = [await freePort(), await freePort()];
  const shape = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2".split(" ");
  const files = ["-keyout", `${folder}/privkey.pem`, "-out", `${folder}/fullchain.pem`];
  const names = ["-subj", `/CN=${proxyName}`, "-addext", `subjectAltName=DNS:${proxyName}`];
  await promisify(execFile)("openssl", [...shape, ...files, ...names]);
  await writeFile(`${folder}/idanimo.conf`, await configuration(folder, { port, tlsPort, plainPort, ...options }));
  await mkdir(`${folder}/temporary`);
  const kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const temporary = kinds.map((kind) => `${kind}_temp_path ${folder}/temporary/${kind};`).join(" ");
  await writeFile(
    `${folder}/nginx.conf`,
    `daemon off; pid ${folder}/nginx.pid; error_log stderr error; worker_processes 2;
     events { worker_connections 4096; }
     http { ${temporary} access_log ${folder}/access.log; ${options.http ?? ""} include ${folder}/idanimo.conf; }\n`,
  );
  const child = spawn(nginx, ["-e", "stderr", "-p", folder, "-c", `${folder}/nginx.conf`], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let stderr = "";
  child.stderr.on("data", (chunk) => (stderr += chunk));
  process.once("exit", () => child.kill());
  await waitFor("nginx", async () => {
    if (hasExited({ process: child })) throw new Error(`nginx did not start: ${stderr}`);
    return acceptsConnections(tlsPort);
  });
  const ca = await readFile(`${folder}/fullchain.pem`, "utf8");
  const target: RequestOptions = { host: "127.0.0.1", port: tlsPort, servername: proxyName, ca };
  return {
    plainPort,
    /** How to connect: for `node:https` and `node:http2`. */
    target,
    send: ({ path, body, from, headers, ...rest }: ProxyRequest & { readonly path: string }): Promise<ProxyResponse> =>
      new Promise((resolve, reject) => {
        const localAddress = from === undefined ? {} : { localAddress: from };
        const all = { host: proxyName, ...headers };
        request({ ...target, ...rest, ...localAddress, path, headers: all, agent: false }, (response) => {
          buffer(response).then(
            (bytes) => resolve({ status: response.statusCode ?? 0, headers: response.headers, text: bytes.toString() }),
            reject,
          );
        })
          .on("error", reject)
          .end(body);
      }),
    /** Everything that it logged. */
    log: async (): Promise<string> => {
      const names = ["idanimo.log", "idanimo-error.log", "access.log"];
      const logs = names.map((name) => readFile(`${folder}/${name}`, "utf8"));
      return [stderr, ...(await Promise.all(logs))].join("\n");
    },
    close: () => stop({ process: child }),
  };
}

type Ports = { readonly port: number; readonly tlsPort: number; readonly plainPort: number };

/** The file as an operator edits it: ports, certificate and log folder. */
async function configuration(folder: string, { port, tlsPort, plainPort, connections }: Ports & Options) {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  const hasIPv6 = addresses.some(({ address }) => address === "::1");
  let text = await readFile(inRoot("ops/proxy/idanimo.conf"), "utf8");
  const edits: readonly (readonly [what: RegExp, by: string])[] = [
    [/ +server 127\.0\.0\.1:8082(.*)\n/g, ""],
    [/( +)server 127\.0\.0\.1:8081(.*)\n/g, `$1server 127.0.0.1:${port}$2\n`],
    [/ +listen \[::\]:80 (.*)\n/g, hasIPv6 ? `    listen [::1]:${plainPort} $1\n` : ""],
    [/ +listen \[::\]:443 (.*)\n/g, hasIPv6 ? `    listen [::1]:${tlsPort} $1\n` : ""],
    [/listen 80 /g, `listen 127.0.0.1:${plainPort} `],
    [/listen 443 /g, `listen 127.0.0.1:${tlsPort} `],
    [/limit_conn idanimo_visitor 200;/g, `limit_conn idanimo_visitor ${connections ?? 200};`],
    [/\/etc\/idanimo\/tls/g, folder],
    [/\/var\/log\/nginx/g, folder],
  ];
  for (const [what, by] of edits) {
    if (text.search(what) === -1) throw new Error(`ops/proxy/idanimo.conf has no ${what.source}`);
    text = text.replaceAll(what, by);
  }
  return text;
}

const acceptsConnections = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
