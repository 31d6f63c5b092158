import { createServer } from "node:net";
import { tmpdir } from "node:os";

import { createDataFolder } from "../../scripts/data-folder.ts";

/**
 * Ports of the started program. The first process of a run chooses them; the test processes, which load the same
 * file, read the choice from their environment.
 */
const ports = process.env["E2E_PORTS"] ?? (await findFreePorts()).join(",");
const dataDir = process.env["E2E_DATA_DIR"] ?? createDataFolder(tmpdir());
process.env["E2E_PORTS"] = ports;
process.env["E2E_DATA_DIR"] = dataDir;
const [port = "", sandboxPort = "", smtpPort = "", operatorPort = ""] = ports.split(",");

/** Origins of the product, the sandbox and the operator console. */
export const origins = {
  product: `http://localhost:${port}`,
  sandbox: `http://127.0.0.1:${sandboxPort}`,
  console: `http://localhost:${operatorPort}`,
} as const;

/** Environment of the program. Captchas are easy, since tests solve many. */
export const programSettings: Record<string, string> = {
  PORT: port,
  OPERATOR_PORT: operatorPort,
  SANDBOX_PORT: sandboxPort,
  SANDBOX_SMTP_PORT: smtpPort,
  DATA_DIR: dataDir,
  CAPTCHA_COST: "200",
  LOG_LEVEL: "warn",
  REFUND_APPROVAL_ABOVE: "0", // every refund goes to a second operator
  STOLEN_BASE_URL: `${origins.sandbox}/stolen`,
  STOLEN_KEY: "sandbox-stolen-key",
  LIVE_FACE_BASE_URL: `${origins.sandbox}/live-face`,
  LIVE_FACE_KEY: "sandbox-live-face-key",
  SANDBOX_GOOGLE_SESSION: "0", // One Tap covers the page; its own test starts a session
};

/** Four at once, so that they differ. */
async function findFreePorts(): Promise<number[]> {
  const servers = await Promise.all(
    [0, 1, 2, 3].map(
      () =>
        new Promise<ReturnType<typeof createServer>>((resolve, reject) => {
          const server = createServer();
          server.once("error", reject);
          server.listen(0, "127.0.0.1", () => resolve(server));
        }),
    ),
  );
  return servers.map((server) => {
    const address = server.address();
    server.close();
    return typeof address === "object" && address ? address.port : 0;
  });
}
