import { spawn, execFile } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { request, type RequestOptions } from "node:https";
import type { IncomingHttpHeaders } from "node:http";
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { freePort, inRoot } from "./program.ts";

/** The proxy of `ops/proxy/idanimo.conf`, as an operator would run it, on loopback and with a certificate of its own. */

/** The name in the file, and in the certificate. */
export const proxyName = "idanimo.example";

export type Answered = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly text: string };
export type Asked = Pick<RequestOptions, "method" | "headers"> & {
  readonly body?: string;
  /** An address of this machine to come from. */
  readonly from?: string;
};
export type Proxy = {
  readonly port: number;
  /** The port that speaks no TLS. */
  readonly plainPort: number;
  /** What the certificate is proved by. */
  readonly ca: string;
  /** How to reach it: for `node:https` and `node:http2`. */
  readonly reach: RequestOptions;
  ask(path: string, asked?: Asked): Promise<Answered>;
  /** Everything it wrote down. */
  log(): Promise<string>;
  close(): Promise<void>;
};

/**
 * @param nginx path of the program
 * @param ports of the programs behind it, on loopback
 * @param folder of its own files; it must exist
 * @param how `anyName`: also a client that names no host is served, for tools that cannot say one; `http`: what else its nginx.conf says;
 *   `connections`: so many at once for one visitor
 */
export async function startProxy(
  nginx: string,
  ports: readonly number[],
  folder: string,
  how: { readonly anyName?: true; readonly http?: string; readonly connections?: number } = {},
): Promise<Proxy> {
  await chmod(folder, 0o755); // as root its workers have another account
  const [port, plainPort] = [await freePort(), await freePort()];
  const made = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2".split(" ");
  const places = ["-keyout", `${folder}/privkey.pem`, "-out", `${folder}/fullchain.pem`];
  const names = ["-subj", `/CN=${proxyName}`, "-addext", `subjectAltName=DNS:${proxyName}`];
  await promisify(execFile)("openssl", [...made, ...places, ...names]);
  await writeFile(`${folder}/idanimo.conf`, await confFor(ports, port, plainPort, folder, how));
  await mkdir(`${folder}/temporary`);
  const kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const temporary = kinds.map((kind) => `${kind}_temp_path ${folder}/temporary/${kind};`).join(" ");
  await writeFile(
    `${folder}/nginx.conf`,
    `daemon off; pid ${folder}/nginx.pid; error_log stderr error; worker_processes 2;
     events { worker_connections 4096; }
     http { ${temporary} access_log ${folder}/access.log; ${how.http ?? ""} include ${folder}/idanimo.conf; }\n`,
  );
  const child = spawn(nginx, ["-e", "stderr", "-p", folder, "-c", `${folder}/nginx.conf`], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (chunk) => (said += chunk));
  const dies = () => void child.kill();
  process.once("exit", dies);
  for (let tries = 0; !(await isOpen(port)); tries += 1) {
    if (child.exitCode !== null || tries > 200) throw new Error(`nginx did not begin: ${said}`);
    await sleep(50);
  }
  const ca = await readFile(`${folder}/fullchain.pem`, "utf8");
  const reach: RequestOptions = { host: "127.0.0.1", port, servername: proxyName, ca };
  return {
    port,
    plainPort,
    ca,
    reach,
    ask: (path, { body, from, headers, ...rest } = {}) =>
      new Promise((resolve, reject) => {
        const own = { host: proxyName, ...headers };
        const asked = request(
          { ...reach, ...rest, path, headers: own, agent: false, ...(from !== undefined && { localAddress: from }) },
          (answer) =>
            void buffer(answer).then(
              (bytes) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: bytes.toString() }),
              reject,
            ),
        );
        asked.on("error", reject).end(body);
      }),
    log: async () => {
      const files = ["idanimo.log", "idanimo-error.log", "access.log"].map((name) =>
        readFile(`${folder}/${name}`, "utf8"),
      );
      return [said, ...(await Promise.all(files))].join("\n");
    },
    close: async () => {
      process.off("exit", dies);
      if (child.exitCode !== null) return;
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}

/** The file as an operator edits it: ports, certificate, and where its logs go. */
async function confFor(
  ports: readonly number[],
  port: number,
  plainPort: number,
  folder: string,
  { anyName = false, connections }: { readonly anyName?: boolean; readonly connections?: number },
): Promise<string> {
  let text = await readFile(inRoot("ops/proxy/idanimo.conf"), "utf8");
  const put = (what: RegExp, by: string, isThere = true) => {
    if (isThere && text.search(what) === -1) throw new Error(`the proxy's file has no ${what.source}`);
    text = text.replaceAll(what, by);
  };
  put(/ +server 127\.0\.0\.1:8082(.*)\n/g, "");
  put(/( +)server 127\.0\.0\.1:8081(.*)\n/g, ports.map((one) => `$1server 127.0.0.1:${one}$2\n`).join(""));
  const hasIPv6 = Object.values(networkInterfaces()).some((list) => list?.some(({ address }) => address === "::1"));
  put(/ +listen \[::\]:(80|443) (.*)\n/g, hasIPv6 ? "    listen [::1]:$1 $2\n" : "");
  put(/listen \[::1\]:80 /g, `listen [::1]:${plainPort} `, hasIPv6);
  put(/listen \[::1\]:443 /g, `listen [::1]:${port} `, hasIPv6);
  put(/listen 80 /g, `listen 127.0.0.1:${plainPort} `);
  put(/listen 443 /g, `listen 127.0.0.1:${port} `);
  if (anyName) {
    put(/ssl http2;/g, "ssl http2 default_server ours;");
    put(/ssl http2 default_server;/g, "ssl http2;");
    put(/ default_server ours;/g, " default_server;");
  }
  if (connections !== undefined) put(/limit_conn idanimo_visitor 200;/g, `limit_conn idanimo_visitor ${connections};`);
  put(/\/etc\/idanimo\/tls/g, folder);
  put(/\/var\/log\/nginx/g, folder);
  return text;
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
