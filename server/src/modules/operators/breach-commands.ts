import { breachSentenceMaxLength } from "@idanimo/contract/console/breaches";
import { type FileHandle, open, rm } from "node:fs/promises";
import type { Tx } from "../../database/database.ts";
import { type CsvCell, csvRow, csvByteOrderMark } from "../../kernel/csv.ts";
import { writeAudit } from "../audit/index.ts";
import { breachMessage } from "../notifications/index.ts";
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
import { type BreachAct, breachAuditEntry, formatListed, formatNotified, formatPeopleCount } from "./breach-audit.ts";
import { readAffectedInBatches, type BreachWindow, type AffectedRequest } from "./breach-store.ts";
import { isUuid, parseLagosTimestamp } from "./rules.ts";
import { formatTimestamp, formatTable } from "./terminal-format.ts";

/** Reports who is affected by a breach and notifies them [T-78]. */

const invalidTimestamp = 'is not a time: write 2026-12-31 or "2026-12-31 18:00", in Lagos time';
const windowOptions = { since: "time", until: "time", account: "id" } as const;

/** Parses the window from the options; returns the usage error if one of them is wrong. */
function parseWindow({ since, until, account }: CommandInput["options"]): BreachWindow | CommandResult {
  const moments: Date[] = [];
  for (const [name, text] of Object.entries({ since, until })) {
    if (text === undefined)
      return usageError(
        `--${name}`,
        "is missing: give the first and the last time at which someone may have had access",
      );
    const at = parseLagosTimestamp(text);
    if (!at) return usageError(`--${name} ${text}`, invalidTimestamp);
    moments.push(at);
  }
  const [from, to] = moments;
  if (!from || !to || from >= to) return usageError("--until", "must be after --since");
  if (account !== undefined && !isUuid(account)) return usageError("--account", "must be the id of an account");
  return { since: from, until: to, account: account?.toLowerCase() ?? null };
}

const formatWindow = ({ since, until, account }: BreachWindow) =>
  `${formatTimestamp(since)} to ${formatTimestamp(until)}${account === null ? "" : `, account ${account}`}`;
const auditBreach = (
  tx: Tx,
  { ids }: OperatorDeps,
  name: string,
  action: BreachAct,
  window: BreachWindow,
  what: string,
) => writeAudit(tx, ids, breachAuditEntry({ name }, action, window, what));

/** Maximum number of groups printed; the file has all of them. */
const maxGroupsShown = 50;
const listHeader = [
  "request",
  "account",
  "search",
  "created (Lagos)",
  "consent requested (Lagos)",
  "consent",
  "record delivered",
  "parts",
  "opened",
  "person (keyed hash)",
  "deleted (Lagos)",
  "key still stored",
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

/** Creates a file that only its owner can read; undefined if the file already exists. */
const createFile = (path: string) =>
  open(path, "wx", 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "EEXIST") return undefined;
    throw error;
  });

/** Counts the affected requests and lists them in the file, if one is given. */
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

/** Counts and lists the affected requests. Deletes the file if the list could not be completed. */
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
  summary: "count the people, requests and accounts affected in a period; --file lists their ids",
  options: { ...windowOptions, file: "path" },
  isMutating: true,
  run: async (deps, { options, by }) => {
    const stretch = parseWindow(options);
    if (!("since" in stretch)) return stretch;
    const path = options["file"];
    const counted = await countAndListAffected(deps, stretch, path);
    if (!counted) return usageError("--file", `${path} already exists; nothing was written`);
    const { all, alive, byAccount, byKind } = counted;
    await deps.db.transaction("system", (tx) => auditBreach(tx, deps, by, "breach_listed", stretch, formatListed(all)));
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
        ...(more > 0 ? [`and ${more} more: --file lists them all`] : []),
      ];
    };
    return success([
      formatWindow(stretch),
      "",
      ...formatTable(
        ["affected", ">"],
        [
          ["requests whose values were stored", String(all.requests)],
          ["people in them, by the contacts in their records", String(all.people.size)],
          ["requests about a person who was never contacted and cannot be identified", String(all.unidentified)],
          ["accounts that made them", String(all.accounts.size)],
          ["requests whose record was opened in this period", String(all.opened)],
          ["times these were opened", String(all.openings)],
          ["requests that can still be decrypted now", String(alive)],
        ],
      ),
      "",
      ...groups("account", byAccount),
      "",
      ...groups("type and parts", byKind),
      ...(path === undefined ? [] : ["", `${path} lists all ${all.requests} requests.`]),
    ]);
  },
};

const breachNotifyCommand: Command = {
  summary: "notify everyone affected whose contact is still stored, once; count those who cannot be reached",
  options: { ...windowOptions, what: "one sentence about what happened" },
  isMutating: true,
  run: async (deps, { options, by }) => {
    const stretch = parseWindow(options);
    if (!("since" in stretch)) return stretch;
    const what = options["what"];
    if (what !== undefined && (what.length > breachSentenceMaxLength || /\p{Cc}/u.test(what)))
      return usageError("--what", `must be one line of at most ${breachSentenceMaxLength} characters`);
    const notified = await notifyAffectedExclusively(deps, stretch, breachMessage(what, `${deps.publicUrl}/my-data`));
    if (!notified) return usageError("breach-notify", "is already running; wait until it has finished");
    const { queued, before, people } = notified;
    const reached = notified.reached.size;
    const away = people.size - reached;
    await deps.db.transaction("system", (tx) =>
      auditBreach(tx, deps, by, "breach_told", stretch, formatNotified({ queued, reached, away })),
    );
    return success([
      formatWindow(stretch),
      `${queued} messages are queued now; ${before} were queued earlier.`,
      `${formatPeopleCount(reached)} can be reached. ${away} cannot be reached, because their contact is deleted: publish a notice (docs/privacy/breach.md).`,
    ]);
  },
};

export const breachCommands = { "breach-report": breachReportCommand, "breach-notify": breachNotifyCommand } as const;
