// Runs an embedded server, for tests that kill programs: prints a line of JSON when the server is ready; on a
// signal to end, queries it once more and prints a second line.
import pg from "pg";

import { EmbeddedError, startEmbedded } from "../index.ts";

const [dataDir = ""] = process.argv.slice(2);
try {
  const server = await startEmbedded({ dataDir, durable: true });
  const url = server.url("postgres");
  const alive = setInterval(() => {}, 1000);
  const end = async () => {
    const answeredWhileEnding = await askOnce(url);
    await server.stop();
    clearInterval(alive);
    say({ answeredWhileEnding });
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void end());
  say({ url, adopted: server.adopted, dataDir: server.dataDir });
} catch (error) {
  say({ failed: error instanceof EmbeddedError ? error.message : String(error) });
}

async function askOnce(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rowCount } = await client.query("select 1");
  await client.end();
  return rowCount === 1;
}

function say(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
