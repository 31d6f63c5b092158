import { findBrokenInvariants, findSealAt, isSealDetached, verifyAuditChain } from "../audit/index.ts";
import {
  findOverdueWork,
  overdueThresholdSeconds,
  readOverdueSeconds,
  overdueWorkLabels,
  overdueWorkNames,
} from "../retention/index.ts";
import { assessHealth, findRecentAttempts, type HourlyStats, readHourlyStats } from "../verification/index.ts";
import { type Command, usageError } from "./command.ts";
import { formatAnsweredShare } from "./rules.ts";
import { formatTable } from "./terminal-format.ts";

/** Checks whether the product and its sources are healthy. */

const checkInvariantsCommand: Command = {
  summary: "check that all invariants hold in the database",
  run: async ({ owner }) => {
    const broken = await findBrokenInvariants(owner);
    const lines = broken.map(({ invariant, detail }) => `${invariant}: ${detail}`);
    return { lines: lines.length > 0 ? lines : ["All invariants hold."], isWell: lines.length === 0 };
  },
};

/** A position in the chain and its seal, as `verify-audit` prints them. */
const auditHeadPattern = /^(\d{1,18}):([0-9a-f]{64})$/;

const verifyAuditCommand: Command = {
  summary: "verify the hash chain over audit rows and consent evidence, and name the first broken or unsealed row",
  options: { head: "position:seal, stored from an earlier run" },
  run: async ({ owner }, { options }) => {
    const givenHead = options["head"] === undefined ? undefined : auditHeadPattern.exec(options["head"]);
    if (givenHead === null)
      return usageError("--head", "must be what followed audit-head: a number, a colon and 64 hex digits");
    const found = await verifyAuditChain(owner);
    const head = await findSealAt(owner, undefined);
    const lines = found.map(
      (row) =>
        row.finding +
        (row.at_position === null ? "" : ` at position ${row.at_position}`) +
        (row.row_id === null ? "" : `: ${row.row_kind} row ${row.row_id}`),
    );
    if (givenHead && (await findSealAt(owner, givenHead[1]))?.hash !== givenHead[2])
      lines.push(
        (await isSealDetached(owner, givenHead[1]))
          ? `position ${givenHead[1]} is in a detached month; give the head stored then, or a later one`
          : `head differs at position ${givenHead[1]} from the one given`,
      );
    if (lines.length > 0) return { lines, isWell: false };
    const count = head?.position ?? 0n;
    return {
      lines: [
        `The chain is intact: ${count} rows sealed.`,
        ...(head
          ? [
              `audit-head ${head.position}:${head.hash}`,
              "Store this line where no one with access to the database can change it.",
            ]
          : []),
      ],
      isWell: true,
    };
  },
};

const noAttempts: HourlyStats = { asked: 0, answered: 0, failed: 0, medianSeconds: null };

/** Newest attempts per source from which its status is derived, as at the quote. */
const newestAttempts = 50;

const sourcesCommand: Command = {
  summary: "show each source in the last hour: its state, calls, share answered, median seconds",
  run: async ({ db, sources: known }) => {
    const hours = await db.transaction("system", readHourlyStats);
    const names = [...new Set([...known, ...hours.keys()])];
    const results = await db.transaction("system", (tx) => findRecentAttempts(tx, names, newestAttempts));
    const rows = names.map((name) => {
      const hour = hours.get(name) ?? noAttempts;
      const newest = results.filter(({ provider }) => provider === name);
      const state = newest.length === 0 ? "quiet" : assessHealth(newest).state;
      const seconds = hour.medianSeconds === null ? "-" : hour.medianSeconds.toFixed(1);
      return [name, state, String(hour.asked), formatAnsweredShare(hour), seconds];
    });
    const isDown = rows.some(([, state]) => state === "down");
    return { lines: formatTable(["source", "state", ">calls", ">answered", ">median seconds"], rows), isWell: !isDown };
  },
};

const overdueCommand: Command = {
  summary: "check that purge, messages, sealing and queued work are on time",
  run: async ({ db }) => {
    const overdue = await readOverdueSeconds(db);
    const late = findOverdueWork(overdue);
    const rows = overdueWorkNames.map((what) => {
      const seconds = Math.floor(overdue[what]);
      return [overdueWorkLabels[what], String(seconds), seconds > overdueThresholdSeconds ? "OVERDUE" : "on time"];
    });
    return { lines: formatTable(["work", ">seconds late", ""], rows), isWell: late.length === 0 };
  },
};

export const healthCommands = {
  overdue: overdueCommand,
  "check-invariants": checkInvariantsCommand,
  "verify-audit": verifyAuditCommand,
  sources: sourcesCommand,
} as const;
