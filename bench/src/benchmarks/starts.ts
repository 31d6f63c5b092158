import { initCluster, startCluster } from "../support/postgres.ts";
import { createFolder, freePort, removeFolder, serverEntry, startProgram, stop } from "../support/processes.ts";
import { atMost, type Benchmark, durationOf } from "./benchmark.ts";

export const starts: Benchmark = {
  name: "starts",
  goals: ["G-U1", "G-U2"],
  what: "start of the product with its own PostgreSQL, to Fastify and pg with the same PostgreSQL",
  defaultRounds: 5,
  defaultSeconds: 0,
  async run({ rounds }) {
    const again = atMost([1.5, 2.5], "G-U1", "second start to Fastify, pg and PostgreSQL's own start", "ms");
    const first = atMost([2, 3], "G-U2", "first start from nothing to initdb and the same", "ms");
    for (let round = 0; round < rounds; round += 1) {
      const [folder, referenceFolder] = [await createFolder(), await createFolder()];
      const initMs = await durationOf(() => initCluster(referenceFolder));
      first.addRound(await startProduct(folder), initMs + (await startReference(referenceFolder)));
      again.addRound(await startProduct(folder), await startReference(referenceFolder));
      await removeFolder(folder);
      await removeFolder(referenceFolder);
    }
    return [again.result(), first.result()];
  },
};

async function startProduct(folder: string): Promise<number> {
  const settings = { DATA_DIR: folder, PORT: "0", SANDBOX_PORT: String(await freePort()), LOG_LEVEL: "error" };
  const program = await startProgram(serverEntry, settings);
  await stop(program);
  return program.startMs;
}

async function startReference(folder: string): Promise<number> {
  const port = String(await freePort());
  const began = performance.now();
  const cluster = await startCluster(folder);
  const databaseMs = performance.now() - began;
  const settings = { DATABASE_URL: cluster.urlOf("postgres"), PORT: port };
  const program = await startProgram("bench/src/benchmarks/references/fastify-and-pg.ts", settings);
  await stop(program);
  await cluster.end("SIGINT");
  return databaseMs + program.startMs;
}
