import { readSettings, readTestModeSettings } from "./config.ts";
import { SettingError } from "./kernel/setting-error.ts";
import { type Sandbox, startSandbox } from "./sandbox.ts";

/** Starts the program; prints one line of JSON on standard output once everything listens. */
async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const sandbox = await startSandbox(settings);
  const testModeSettings = readTestModeSettings(process.env);
  const testMode = testModeSettings && (await startSandbox(testModeSettings));
  let isShuttingDown = false;
  const shutDown = () => {
    if (isShuttingDown) return;
    isShuttingDown = true;
    Promise.all([sandbox.close(), testMode?.close()]).then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on("SIGINT", shutDown);
  process.on("SIGTERM", shutDown);
  if (settings.watchStdin) process.stdin.on("end", shutDown).on("close", shutDown).on("error", shutDown).resume();
  process.stdout.on("error", shutDown); // the reader has disconnected
  const ports = ({ port, smtpPort }: Sandbox) => ({ port, smtpPort });
  const ready = { ready: true, ...ports(sandbox), ...(testMode && { testMode: ports(testMode) }) };
  process.stdout.write(`${JSON.stringify(ready)}\n`);
}

main().catch((error: unknown) => {
  const reason = error instanceof SettingError ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`The sandbox cannot start: ${reason}\n`);
  process.exit(1);
});
