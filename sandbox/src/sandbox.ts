import { buildApp } from "./app.ts";
import type { Settings } from "./config.ts";
import { SettingError } from "./kernel/setting-error.ts";
import { createMailCatcher } from "./mail/catcher.ts";
import { createWorld, type World } from "./world.ts";

export type Sandbox = {
  readonly port: number;
  readonly smtpPort: number;
  /** For tests in the same process. */
  readonly world: World;
  close(): Promise<void>;
};

/** Starts the whole sandbox on loopback. Throws SettingError when a port is taken or the file cannot be used. */
export async function startSandbox(settings: Settings): Promise<Sandbox> {
  const world = createWorld(settings);
  const mail = createMailCatcher(world);
  let smtpPort = settings.smtpPort;
  const app = await buildApp(world, () => smtpPort);
  const close = async () => {
    await app.close();
    await mail.close();
    world.close();
  };
  try {
    const address = await named("SANDBOX_PORT", settings.port, app.listen({ host: "127.0.0.1", port: settings.port }));
    world.setOrigin(address);
    smtpPort = await named("SANDBOX_SMTP_PORT", settings.smtpPort, mail.listen(settings.smtpPort));
    world.notices.resume();
    return { port: Number(new URL(address).port), smtpPort, world, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Says which setting it was when a port cannot be listened on. */
async function named<Result>(setting: string, port: number, listening: Promise<Result>): Promise<Result> {
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
