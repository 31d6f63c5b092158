import { buildApp } from "./app.ts";
import type { Settings } from "./config.ts";
import { createDnsServer } from "./dns/dns-server.ts";
import { SettingError } from "./kernel/setting-error.ts";
import { createMailCatcher } from "./mail/mail-catcher.ts";
import { createSandboxContext, type SandboxContext } from "./sandbox-context.ts";

export type Sandbox = {
  readonly port: number;
  readonly smtpPort: number;
  /** For tests in the same process. */
  readonly context: SandboxContext;
  close(): Promise<void>;
};

/** Starts the complete sandbox on loopback. @throws SettingError if a port is taken or the file cannot be used */
export async function startSandbox(settings: Settings): Promise<Sandbox> {
  const context = createSandboxContext(settings);
  const mail = createMailCatcher(context);
  const dns = createDnsServer(context.domainTexts);
  let smtpPort = settings.smtpPort;
  const app = await buildApp(context, () => smtpPort);
  const close = async () => {
    await app.close();
    await mail.close();
    await dns.close();
    context.close();
  };
  try {
    const address = await explainListenError(
      "SANDBOX_PORT",
      settings.port,
      app.listen({ host: "127.0.0.1", port: settings.port }),
    );
    context.setOrigin(address);
    smtpPort = await explainListenError("SANDBOX_SMTP_PORT", settings.smtpPort, mail.listen(settings.smtpPort));
    const port = Number(new URL(address).port);
    await explainListenError("SANDBOX_PORT", port, dns.listen(port)); // the same number, by UDP
    context.webhooks.resume();
    return { port, smtpPort, context, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Names the setting of a port that cannot be listened on. */
async function explainListenError<Result>(setting: string, port: number, listening: Promise<Result>): Promise<Result> {
  try {
    return await listening;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "EADDRINUSE")
      throw new SettingError(`Port ${port} is already taken by another program; set ${setting} to a free port.`);
    if (code === "EACCES")
      throw new SettingError(`Port ${port} may not be used here; set ${setting} to a port from 1024 on.`);
    throw error;
  }
}
