import { type FileHandle, open, rm } from "node:fs/promises";
import type { Tx } from "../../database/database.ts";
import { type CsvCell, csvRow, csvByteOrderMark } from "../../kernel/csv.ts";
import { writeAudit } from "../audit/index.ts";
import { breachSentenceMaxLength, breachMessage } from "../notifications/index.ts";
import {
  type Command,
  type CommandInput,
  type OperatorDeps,
  type CommandResult,
  success,
  usageError,
} from "./command.ts";
import { notifyAffectedExclusively, affectedBatchSize } from "./breach-notices.ts";
import {
  addToTally,
  addToGroup,
  type TallyGroups,
  sortBySize,
  createTally,
  exposedParts,
  personKey,
  type Tally,
} from "./breach-rules.ts";
import { readAffectedInBatches, type BreachWindow, type AffectedRequest } from "./breach-store.ts";
import { isUuid, parseLagosTimestamp } from "./rules.ts";
import { formatTimestamp, formatTable } from "./terminal-format.ts";

/** Who was touched by a breach, and telling them: ready within the hour, for the 72 hours the law gives. Source: T-78. */

const invalidTimestamp = 'is no moment: write 2026-12-31 or "2026-12-31 18:00", in Lagos time';
const windowOptions = { since: "moment", until: "moment", account: "id" } as const;

/** The stretch of time that the options say, or which of them is wrong. */
function parseWindow({ since, until, account }: CommandInput["options"]): BreachWindow | CommandResult {
  const moments: Date[] = [];
  for (const [name, text] of Object.entries({ since, until })) {
    if (text === undefined)
      return usageError(`--${name}`, "is missing: the first and the last moment somebody may have been inside");
    const at = parseLagosTimestamp(text);
    if (!at) return usageError(`--${name} ${text}`, invalidTimestamp);
    moments.push(at);
  }
  const [from, to] = moments;
  if (!from || !to || from >= to) return usageError("--until", "is not after --since");
  if (account !== undefined && !isUuid(account)) return usageError("--account", "takes an account's id");
  return { since: from, until: to, account: account?.toLowerCase() ?? null };
}

const formatPeopleCount = (count: number) => (count === 1 ? "1 person" : `${count} people`);
const formatWindow = ({ since, until, account }: BreachWindow) =>
  `${formatTimestamp(since)} to ${formatTimestamp(until)}${account === null ? "" : `, account ${account}`}`;
const auditBreach = (tx: Tx, { ids }: OperatorDeps, by: string, action: string, stretch: BreachWindow, what: string) =>
  writeAudit(tx, ids, {
    actorKind: "operator",
    action,
    ...(stretch.account !== null && { objectId: stretch.account }),
    reason: `${by}: ${formatTimestamp(stretch.since)} to ${formatTimestamp(stretch.until)}: ${what}`,
  });

/** Groups that are printed; the file has all of them. */
const maxGroupsShown = 50;
const listHeader = [
  "request",
  "account",
  "search",
  "made (Lagos)",
  "asked (Lagos)",
  "consent",
  "record delivered",
  "parts",
  "opened",
  "person (keyed hash)",
  "deleted (Lagos)",
  "still sealed alive",
];

const listRow = (one: AffectedRequest, stretch: BreachWindow, isAlive: boolean): readonly CsvCell[] => [
  one.requestId,
  one.ownerId,
  one.searchType,
  one.createdAt,
  one.askedAt ?? "",
  one.consent ?? "",
  one.isDelivered ? "yes" : "no",
  exposedParts(one, stretch).join(" "),
  one.opened,
  personKey(one) ?? "",
  one.purgedAt ?? "",
  isAlive ? "yes" : "no",
];

/** A file that nobody else reads; undefined where there is one already. */
const createFile = (path: string) =>
  open(path, "wx", 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "EEXIST") return undefined;
    throw error;
  });

/** Counts what was touched, and lists it in a file where one is given. */
async function countAffected(deps: OperatorDeps, stretch: BreachWindow, list: FileHandle | undefined) {
  const counted = {
    all: createTally(),
    alive: 0,
    byAccount: new Map<string, Tally>(),
    byKind: new Map<string, Tally>(),
  };
  await list?.write(csvByteOrderMark + csvRow(listHeader));
  await readAffectedInBatches(deps.db, stretch, affectedBatchSize, async (some) => {
    const alive = await deps.keys.findAll(some.map(({ requestId }) => requestId));
    counted.alive += alive.size;
    for (const one of some) {
      addToTally(counted.all, one);
      addToGroup(counted.byAccount, one.ownerId, one);
      addToGroup(counted.byKind, [one.searchType, ...exposedParts(one, stretch)].join(" "), one);
    }
    await list?.write(some.map((one) => csvRow(listRow(one, stretch, alive.has(one.requestId)))).join(""));
  });
  return counted;
}

/** The same; a list that was not finished is no list, and goes. */
async function countAndListAffected(deps: OperatorDeps, stretch: BreachWindow, path: string | undefined) {
  const list = path === undefined ? undefined : await createFile(path);
  if (path !== undefined && !list) return undefined;
  try {
    return await countAffected(deps, stretch, list);
  } catch (error) {
    if (path !== undefined) await rm(path);
    throw error;
  } finally {
    await list?.close();
  }
}

const breachReportCommand: Command = {
  summary: "who was touched in a stretch of time: people, requests, accounts; --file writes the list of ids",
  options: { ...windowOptions, file: "path" },
  isMutating: true,
  run: async (deps, { options, by }) => {
    const stretch = parseWindow(options);
    if (!("since" in stretch)) return stretch;
    const path = options["file"];
    const counted = await countAndListAffected(deps, stretch, path);
    if (!counted) return usageError("--file", `${path} is there already; nothing was written`);
    const { all, alive, byAccount, byKind } = counted;
    await deps.db.transaction("system", (tx) =>
      auditBreach(
        tx,
        deps,
        by,
        "breach_listed",
        stretch,
        `${all.requests} requests, ${formatPeopleCount(all.people.size)}`,
      ),
    );
    const groups = (name: string, counts: TallyGroups) => {
      const found = sortBySize(counts);
      const rows = found
        .slice(0, maxGroupsShown)
        .map(([group, { requests, people, opened, openings }]) => [
          group,
          ...[requests, people.size, opened, openings].map(String),
        ]);
      const more = found.length - rows.length;
      return [
        ...formatTable([name, ">requests", ">people", ">opened", ">times"], rows),
        ...(more > 0 ? [`and ${more} more, which stand in the list of --file`] : []),
      ];
    };
    return success([
      formatWindow(stretch),
      "",
      ...formatTable(
        ["touched", ">"],
        [
          ["requests whose values were here", String(all.requests)],
          ["people behind them, by the contacts of their records", String(all.people.size)],
          ["requests about a person who was not asked, so nobody can say who", String(all.unidentified)],
          ["accounts that asked", String(all.accounts.size)],
          ["requests whose record was opened in that time", String(all.opened)],
          ["times they were opened", String(all.openings)],
          ["requests that can still be opened now", String(alive)],
        ],
      ),
      "",
      ...groups("account", byAccount),
      "",
      ...groups("search and parts", byKind),
      ...(path === undefined ? [] : ["", `${all.requests} requests are listed in ${path}.`]),
    ]);
  },
};

const breachNotifyCommand: Command = {
  summary: "writes to everybody touched whose contact is still here, once; says how many are out of reach",
  options: { ...windowOptions, what: "one sentence about what happened" },
  isMutating: true,
  run: async (deps, { options, by }) => {
    const stretch = parseWindow(options);
    if (!("since" in stretch)) return stretch;
    const what = options["what"];
    if (what !== undefined && (what.length > breachSentenceMaxLength || /\p{Cc}/u.test(what)))
      return usageError("--what", `is one line of at most ${breachSentenceMaxLength} letters`);
    const notified = await notifyAffectedExclusively(deps, stretch, breachMessage(what, `${deps.publicUrl}/my-data`));
    if (!notified) return usageError("drill-tell", "is at work already, by somebody else; wait until it is done");
    const { queued, before, people } = notified;
    const reached = notified.reached.size;
    const away = people.size - reached;
    await deps.db.transaction("system", (tx) =>
      auditBreach(
        tx,
        deps,
        by,
        "breach_told",
        stretch,
        `${queued} messages, ${formatPeopleCount(reached)}, ${away} out of reach`,
      ),
    );
    return success([
      formatWindow(stretch),
      `${queued} messages wait to be sent; ${before} had been before.`,
      `${formatPeopleCount(reached)} can be reached. ${away} can no longer be reached: their contact is deleted. Tell them in public (docs/privacy/breach.md).`,
    ]);
  },
};

export const breachCommands = { drill: breachReportCommand, "drill-tell": breachNotifyCommand } as const;
