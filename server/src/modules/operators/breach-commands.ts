import { commissionOutcomes, decideCommission, notifyBreach, startBreach } from "@idanimo/contract/console/breaches";
import { type FileHandle, open, rm } from "node:fs/promises";
import { Database, type Tx } from "../../database/database.ts";
import { type CsvCell, csvRow, csvByteOrderMark } from "../../kernel/csv.ts";
import { findBreachPage, writeAudit } from "../audit/index.ts";
import { breachAuditEntry, formatListed } from "./breach-audit.ts";
import { affectedBatchSize } from "./breach-notices.ts";
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
import {
  type Command,
  type CommandInput,
  type CommandResult,
  type KeyedCommand,
  type KeyedInput,
  type OperatorDeps,
  success,
  usageError,
} from "./command.ts";
import { approvalLines, operationCommand } from "./operation-command.ts";
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
const auditListing = (tx: Tx, { ids }: OperatorDeps, operatorId: string, window: BreachWindow, what: string) =>
  writeAudit(tx, ids, breachAuditEntry({ operatorId }, "breach_listed", window, what));

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

const breachReportCommand: KeyedCommand = {
  summary: "count the people, requests and accounts affected in a period; --file lists their ids",
  options: { ...windowOptions, file: "path" },
  needsKey: true,
  right: "handle_grievances",
  run: async (deps, { options, operator }) => {
    const stretch = parseWindow(options);
    if (!("since" in stretch)) return stretch;
    const path = options["file"];
    const counted = await countAndListAffected(deps, stretch, path);
    if (!counted) return usageError("--file", `${path} already exists; nothing was written`);
    const { all, alive, byAccount, byKind } = counted;
    await deps.db.transaction("system", (tx) => auditListing(tx, deps, operator.id, stretch, formatListed(all)));
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

const unknownBreach = ["breach", "is not a breach; `breaches` lists them"] as const;
const breachId = ({ words }: KeyedInput) => words["breach"]?.toLowerCase() ?? "";
/** A time in Lagos as the console takes it. */
const minuteField = (text: string | undefined) => (text ?? "").replace(" ", "T");

const startBreachCommand = operationCommand(startBreach, {
  summary: "start the clock of 72 hours of a breach; the job process counts who is affected",
  options: { noticed: "time", ...windowOptions, what: "one sentence about what happened" },
  fields: ({ options: { noticed, since, until, account, what } }) => ({
    noticedAt: minuteField(noticed),
    since: minuteField(since),
    until: minuteField(until),
    ...(account !== undefined && { accountId: account.toLowerCase() }),
    description: what ?? "",
  }),
  lines: ({ id }) => [
    `The clock runs. Next, when the job process has counted who is affected: breach-notify ${id} --reason "<why>"`,
  ],
});

const breachNotifyCommand = operationCommand(notifyBreach, {
  summary: "request the notice to everyone affected whose contact is still stored; another operator approves",
  words: ["breach"],
  options: { reason: "one sentence" },
  unknown: unknownBreach,
  fields: (given) => ({ id: breachId(given), reason: given.options["reason"] ?? "" }),
  lines: ({ approvalId }) => approvalLines(approvalId),
});

const breachCommissionCommand = operationCommand(decideCommission, {
  summary: "record that the Commission was notified, or why no notification is needed; the clock ends",
  words: ["breach"],
  options: { outcome: commissionOutcomes.join("|"), reason: "one sentence" },
  unknown: unknownBreach,
  fields: (given) => {
    const outcome = commissionOutcomes.find((known) => known === given.options["outcome"]);
    if (!outcome) return usageError("--outcome", `must be one of ${commissionOutcomes.join(", ")}`);
    return { id: breachId(given), outcome, reason: given.options["reason"] ?? "" };
  },
  lines: () => ["Recorded. The clock has ended."],
});

const listBreachesCommand: Command = {
  summary: "list breaches with the time left of their 72 hours and the people affected",
  run: async ({ owner }) => {
    const page = await new Database(owner).transaction("system", (tx) =>
      findBreachPage(tx, { after: undefined, limit: 50 }),
    );
    if (page.length === 0) return success(["No breach."]);
    const rows = page.map(({ id, noticedAt, minutesLeft, commission, counts, description }) => [
      id,
      formatTimestamp(noticedAt),
      commission === null ? `${Math.max(0, Math.floor(minutesLeft / 60))} hours` : "ended",
      counts ? String(counts.people) : "-",
      description,
    ]);
    return success(formatTable(["breach", "noticed", "left", ">people", "what"], rows));
  },
};

export const breachCommands = {
  breaches: listBreachesCommand,
  "start-breach": startBreachCommand,
  "breach-report": breachReportCommand,
  "breach-notify": breachNotifyCommand,
  "breach-commission": breachCommissionCommand,
} as const;
