// A worker process for tests that kill it: prints `began` when its job has started, and never ends the job.
import { pino } from "pino";
import { openPool } from "../../database/pools.ts";
import { startJobs } from "../runner.ts";

const [url = ""] = process.argv.slice(2);
const owner = openPool({ url, size: 10, name: "test-worker", bigintAsText: true, onConnectionError: () => {} });
const never = new Promise<void>(() => {});
await startJobs(
  owner,
  {
    slow: async () => {
      process.stdout.write("began\n");
      await never;
    },
  },
  [],
  pino({ level: "silent" }),
  () => true,
);
