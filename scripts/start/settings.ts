import { createServer } from "node:net";
import { join, resolve } from "node:path";

import type { SandboxReady } from "./ready-messages.ts";
import { root } from "../prepare/project-paths.mjs";

/** Paths, ports and addresses, decided before anything starts. */
export type StartSettings = {
  /** Whether the sandbox replaces the external providers. */
  readonly usesSandbox: boolean;
  /** Port of the product. */
  readonly port: string;
  /** Port of the operator console; undefined if none is served. */
  readonly operatorPort: string | undefined;
  readonly sandboxPort: string;
  readonly smtpPort: string;
  /** Folder of the demonstration's data. */
  readonly dataDir: string;
};

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the settings of the start itself; all others are read by the programs. Port 0 becomes a free port. */
export async function readStartSettings(env: Environment): Promise<StartSettings> {
  const port = await resolvePort("PORT", env["PORT"] || "8080");
  const sandboxPort = await resolvePort("SANDBOX_PORT", env["SANDBOX_PORT"] || "8090");
  const smtpPort = env["SANDBOX_SMTP_PORT"] || (env["SANDBOX_PORT"] === "0" ? "0" : String(Number(sandboxPort) + 1));
  return {
    usesSandbox: !env["PUBLIC_URL"] && env["SANDBOX"] !== "off",
    port,
    operatorPort: await resolveOperatorPort(env, port, [sandboxPort, smtpPort, env["METRICS_PORT"]]),
    sandboxPort,
    smtpPort,
    dataDir: resolve(root, env["DATA_DIR"] || ".data"),
  };
}

/**
 * A demonstration serves the console on the first port from two after the product that no other part uses, or on a
 * free port if the product is on one.
 */
async function resolveOperatorPort(
  env: Environment,
  port: string,
  taken: readonly (string | undefined)[],
): Promise<string | undefined> {
  const wanted = env["OPERATOR_PORT"];
  if (wanted) return resolvePort("OPERATOR_PORT", wanted);
  if (env["PUBLIC_URL"]) return undefined;
  if (env["PORT"] === "0") return resolvePort("OPERATOR_PORT", "0");
  let next = Number(port) + 2;
  while (taken.includes(String(next))) next += 1;
  return next > 65_535 ? resolvePort("OPERATOR_PORT", "0") : String(next);
}

/** The product and the sandbox must know each other's address before they start, so a free port is chosen here. */
async function resolvePort(name: string, wanted: string): Promise<string> {
  if (!/^\d{1,5}$/.test(wanted) || Number(wanted) > 65_535)
    throw new Error(`${name} must be a port: a number up to 65535.`);
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

/** The sandbox's settings; the keys that it shares with the product come from the environment. */
export function sandboxSettings(plan: StartSettings, env: Environment): Record<string, string> {
  return {
    SANDBOX_PORT: plan.sandboxPort,
    SANDBOX_SMTP_PORT: plan.smtpPort,
    SANDBOX_DATA: env["SANDBOX_DATA"] || join(plan.dataDir, "sandbox.sqlite"),
    SANDBOX_WATCH_STDIN: "1",
    PRODUCT_URL: `http://localhost:${plan.port}`,
    // the sandbox of test mode, on any free port
    ...(env["TEST_MODE"] !== "off" && { SANDBOX_TEST_MODE_PORT: "0" }),
  };
}

/**
 * The server's settings. In a demonstration its providers are at the sandbox's ports.
 * @param sandbox undefined without one
 */
export function serverSettings(plan: StartSettings, sandbox: SandboxReady | undefined): Record<string, string> {
  return {
    PORT: plan.port,
    ...(plan.operatorPort !== undefined && { OPERATOR_PORT: plan.operatorPort }),
    DATA_DIR: plan.dataDir,
    WATCH_STDIN: "1",
    ...(sandbox && { SANDBOX_PORT: plan.sandboxPort, SANDBOX_SMTP_PORT: String(sandbox.smtpPort) }),
    ...(sandbox?.testMode && {
      TEST_MODE_SANDBOX_PORT: String(sandbox.testMode.port),
      TEST_MODE_SANDBOX_SMTP_PORT: String(sandbox.testMode.smtpPort),
    }),
  };
}
