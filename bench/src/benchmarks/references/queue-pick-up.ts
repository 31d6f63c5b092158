// Reference for the time in which a queue starts a job: graphile-worker with an empty task. Prints a ready line; `/` returns when each
// job started, in milliseconds of the clock, and forgets it.
import { createServer } from "node:http";
import { Logger, run } from "graphile-worker";
import pg from "pg";

const startedAt = new Map<string, number>();
const pgPool = new pg.Pool({ connectionString: process.env["DATABASE_URL"], max: 10 });
await run({
  pgPool,
  concurrency: 256,
  noHandleSignals: true,
  parsedCronItems: [],
  logger: new Logger(() => () => undefined),
  preset: { worker: { completeJobBatchDelay: 0, localQueue: { size: 64, ttl: 1_000 } } },
  taskList: {
    pick_up: (payload) => {
      const now = performance.timeOrigin + performance.now();
      if (typeof payload === "object" && payload !== null && "eventId" in payload)
        startedAt.set(String(payload.eventId), now);
    },
  },
});
const server = createServer((_request, response) => {
  response.end(JSON.stringify(Object.fromEntries(startedAt)));
  startedAt.clear();
});
server.listen(Number(process.env["PORT"]), "127.0.0.1", () => console.log(JSON.stringify({ ready: true })));
process.on("SIGTERM", () => process.exit(0));
