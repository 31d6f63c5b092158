import { createServer } from "node:net";
import { join, resolve } from "node:path";

import { root } from "../prepare/folders.mjs";

/** Where things are and what they are called, decided before anything starts. */
export type Plan = {
  /** Whether the outside world is the sandbox. */
  readonly demonstration: boolean;
  /** Port of the product. */
  readonly port: string;
  readonly sandboxPort: string;
  readonly smtpPort: string;
  /** Folder of everything the demonstration keeps. */
  readonly dataDir: string;
};

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the settings that the start itself needs; all others are the programs' own. Port 0 becomes a free port. */
export async function planFrom(env: Environment): Promise<Plan> {
  const sandboxPort = await realPort(env["SANDBOX_PORT"] || "8090");
  return {
    demonstration: !env["PUBLIC_URL"] && env["SANDBOX"] !== "off",
    port: await realPort(env["PORT"] || "8080"),
    sandboxPort,
    smtpPort: env["SANDBOX_SMTP_PORT"] || (env["SANDBOX_PORT"] === "0" ? "0" : String(Number(sandboxPort) + 1)),
    dataDir: resolve(root, env["DATA_DIR"] || ".data"),
  };
}

/** The product and the sandbox must know each other's address before they start, so a free port is looked for here. */
async function realPort(wanted: string): Promise<string> {
  if (wanted !== "0") return wanted;
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(String(typeof address === "object" && address ? address.port : 0)));
    });
  });
}

/** The keys by which product and sandbox know each other; the sandbox's documented ones unless set. */
const keys = {
  FLW_SECRET_KEY: "sandbox-flw-secret-key",
  FLW_SECRET_HASH: "sandbox-flw-secret-hash",
  PREMBLY_API_KEY: "sandbox-prembly-api-key",
  PREMBLY_APP_ID: "sandbox-prembly-app-id",
  TERMII_API_KEY: "sandbox-termii-api-key",
  TERMII_SECRET_KEY: "sandbox-termii-secret-key",
} as const;

function sharedKeys(env: Environment): Record<string, string> {
  return Object.fromEntries(Object.entries(keys).map(([name, own]) => [name, env[name] || own]));
}

/** What the sandbox is told. */
export function sandboxSettings(plan: Plan, env: Environment): Record<string, string> {
  return {
    ...sharedKeys(env),
    SANDBOX_PORT: plan.sandboxPort,
    SANDBOX_SMTP_PORT: plan.smtpPort,
    SANDBOX_DATA: env["SANDBOX_DATA"] || join(plan.dataDir, "sandbox.sqlite"),
    SANDBOX_WATCH_STDIN: "1",
    PRODUCT_URL: `http://localhost:${plan.port}`,
  };
}

/** What the server is told; in a demonstration also where the outside world is. Addresses that were set are kept. */
export function serverSettings(plan: Plan, env: Environment, smtpPort: number): Record<string, string> {
  const own = { PORT: plan.port, DATA_DIR: plan.dataDir, WATCH_STDIN: "1" };
  if (!plan.demonstration) return own;
  const sandbox = `http://127.0.0.1:${plan.sandboxPort}`;
  const addresses = {
    FLUTTERWAVE_URL: `${sandbox}/flutterwave/v3`,
    PREMBLY_URL: `${sandbox}/prembly`,
    TERMII_URL: `${sandbox}/termii`,
    IPAPI_URL: `${sandbox}/ipapi`,
    IPIFY_URL: `${sandbox}/ipify`,
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
  };
  const kept = Object.entries(addresses).map(([name, address]) => [name, env[name] || address] as const);
  return { ...own, ...sharedKeys(env), ...Object.fromEntries(kept) };
}
