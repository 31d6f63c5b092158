import { formatCount } from "@idanimo/contract/date-format";
import type { Tx } from "../../../database/database.ts";
import { crashPoint } from "../../../kernel/crash-points.ts";
import { notify } from "../../notifications/index.ts";
import type { VerificationDeps } from "../deps.ts";
import { standingOfSearch } from "../source-weather.ts";
import {
  beginLines,
  deleteChunks,
  deleteUpload,
  giveBackLines,
  overdueStops,
  queueBulk,
  takeCompleted,
  uploadsToPurge,
  wakeBulk,
} from "./store.ts";

/** Lines of one file that are looked up at the same time. */
const mostInFlight = 200;
/** Lines that one statement gives back. */
const linesAtOnce = 100;
const purgedAtOnce = 50;
const toldAtOnce = 50;
/** Wake-ups older than this may be lost. */
const staleAfterSeconds = 60;
/** A file waits this long before it tries a source again that is down. */
const pauseSeconds = 10;

/** The work on files; each piece is safe to repeat, and to break off at any instant. */
export function bulkJobs(deps: VerificationDeps) {
  /** Begins the next slice; the SQL wakes this again while lines are left. */
  const begin = async ({ purchaseId }: { readonly purchaseId: string }) => {
    const plan = deps.lookUps.nin;
    const isDown = plan && standingOfSearch(plan, [], await deps.weather.read()).state === "down";
    await deps.db.transaction("system", async (tx) => {
      if (isDown) await queueBulk(tx, purchaseId, pauseSeconds);
      else await beginLines(tx, purchaseId, mostInFlight);
    });
    crashPoint("bulk_lines_begun");
  };
  const giveBack = async (purchaseId: string) => {
    for (;;) {
      const lines = await deps.db.transaction("system", (tx) => giveBackLines(tx, purchaseId, linesAtOnce));
      if (lines < linesAtOnce) return;
    }
  };
  /** One notice for a whole file: its lines are not told of one by one. */
  const tellCompleted = async (tx: Tx) => {
    for (const { id, ownerId, records, reference } of await takeCompleted(tx, toldAtOnce))
      await notify(tx, deps, {
        ownerId,
        key: `bulk:${id}`,
        kind: "bulk_completed",
        facts: { lines: formatCount(records), reference },
        link: `/bulk/${id}`,
      });
  };
  /** The key first, then the lines; of a file that nobody bought nothing stays. */
  const purge = async () => {
    for (;;) {
      const files = await deps.db.transaction("system", (tx) => uploadsToPurge(tx, purgedAtOnce));
      await deps.keys.destroy(files.map(({ id }) => id));
      for (const { id, isKept } of files)
        await deps.db.transaction("system", (tx) => (isKept ? deleteChunks(tx, id) : deleteUpload(tx, id)));
      if (files.length < purgedAtOnce) return;
    }
  };
  return {
    begin_bulk: begin,
    /** Re-reads the tables: wakes what lost its wake-up, gives back what stood stopped for too long, erases what is over. */
    sweep_bulk: async () => {
      await deps.db.transaction("system", (tx) => wakeBulk(tx, staleAfterSeconds));
      for (const purchaseId of await deps.db.transaction("system", overdueStops)) await giveBack(purchaseId);
      await deps.db.transaction("system", (tx) => tellCompleted(tx));
      await purge();
    },
  };
}
