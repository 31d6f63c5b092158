import { type FileHandle, open, rm } from "node:fs/promises";
import type { Tx } from "../../database/database.ts";
import { type CsvCell, csvRow, csvStart } from "../../kernel/csv.ts";
import { writeAudit } from "../audit/index.ts";
import { breachSentenceMaxLength, breachWords } from "../notifications/index.ts";
import { type Command, type Given, type OperatorDeps, type Told, well, wrong } from "./command.ts";
import { tellAlone, touchedAtOnce } from "./drill-letters.ts";
import {
  addTo,
  addToGroup,
  type Groups,
  largestFirst,
  newTally,
  partsThere,
  personOf,
  type Tally,
} from "./drill-rules.ts";
import { eachTouched, type Stretch, type Touched } from "./drill-store.ts";
import { isId, momentFrom } from "./rules.ts";
import { moment, table } from "./table.ts";

/** Who was touched by a breach, and telling them: ready within the hour, for the 72 hours the law gives. Source: T-78. */

const noMoment = 'is no moment: write 2026-12-31 or "2026-12-31 18:00", in Lagos time';
const stretchOptions = { since: "moment", until: "moment", account: "id" } as const;

/** The stretch of time that the options say, or which of them is wrong. */
function readStretch({ since, until, account }: Given["options"]): Stretch | Told {
  const moments: Date[] = [];
  for (const [name, text] of Object.entries({ since, until })) {
    if (text === undefined)
      return wrong(`--${name}`, "is missing: the first and the last moment somebody may have been inside");
    const at = momentFrom(text);
    if (!at) return wrong(`--${name} ${text}`, noMoment);
    moments.push(at);
  }
  const [from, to] = moments;
  if (!from || !to || from >= to) return wrong("--until", "is not after --since");
  if (account !== undefined && !isId(account)) return wrong("--account", "takes an account's id");
  return { since: from, until: to, account: account?.toLowerCase() ?? null };
}

const peopleWords = (count: number) => (count === 1 ? "1 person" : `${count} people`);
const spanWords = ({ since, until, account }: Stretch) =>
  `${moment(since)} to ${moment(until)}${account === null ? "" : `, account ${account}`}`;
const audited = (tx: Tx, { ids }: OperatorDeps, by: string, action: string, stretch: Stretch, what: string) =>
  writeAudit(tx, ids, {
    actorKind: "operator",
    action,
    ...(stretch.account !== null && { objectId: stretch.account }),
    reason: `${by}: ${moment(stretch.since)} to ${moment(stretch.until)}: ${what}`,
  });

/** Groups that are printed; the file has all of them. */
const groupsShown = 50;
const head = [
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

const cellsOf = (one: Touched, stretch: Stretch, isAlive: boolean): readonly CsvCell[] => [
  one.requestId,
  one.ownerId,
  one.searchType,
  one.createdAt,
  one.askedAt ?? "",
  one.consent ?? "",
  one.isDelivered ? "yes" : "no",
  partsThere(one, stretch).join(" "),
  one.opened,
  personOf(one) ?? "",
  one.purgedAt ?? "",
  isAlive ? "yes" : "no",
];

/** A file that nobody else reads; undefined where there is one already. */
const openNew = (path: string) =>
  open(path, "wx", 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "EEXIST") return undefined;
    throw error;
  });

/** Counts what was touched, and lists it in a file where one is given. */
async function count(deps: OperatorDeps, stretch: Stretch, list: FileHandle | undefined) {
  const counted = { all: newTally(), alive: 0, byAccount: new Map<string, Tally>(), byKind: new Map<string, Tally>() };
  await list?.write(csvStart + csvRow(head));
  await eachTouched(deps.db, stretch, touchedAtOnce, async (some) => {
    const alive = await deps.keys.findAll(some.map(({ requestId }) => requestId));
    counted.alive += alive.size;
    for (const one of some) {
      addTo(counted.all, one);
      addToGroup(counted.byAccount, one.ownerId, one);
      addToGroup(counted.byKind, [one.searchType, ...partsThere(one, stretch)].join(" "), one);
    }
    await list?.write(some.map((one) => csvRow(cellsOf(one, stretch, alive.has(one.requestId)))).join(""));
  });
  return counted;
}

/** The same; a list that was not finished is no list, and goes. */
async function countAndList(deps: OperatorDeps, stretch: Stretch, path: string | undefined) {
  const list = path === undefined ? undefined : await openNew(path);
  if (path !== undefined && !list) return undefined;
  try {
    return await count(deps, stretch, list);
  } catch (error) {
    if (path !== undefined) await rm(path);
    throw error;
  } finally {
    await list?.close();
  }
}

const drill: Command = {
  about: "who was touched in a stretch of time: people, requests, accounts; --file writes the list of ids",
  options: { ...stretchOptions, file: "path" },
  changes: true,
  run: async (deps, { options, by }) => {
    const stretch = readStretch(options);
    if (!("since" in stretch)) return stretch;
    const path = options["file"];
    const counted = await countAndList(deps, stretch, path);
    if (!counted) return wrong("--file", `${path} is there already; nothing was written`);
    const { all, alive, byAccount, byKind } = counted;
    await deps.db.transaction("system", (tx) =>
      audited(tx, deps, by, "breach_listed", stretch, `${all.requests} requests, ${peopleWords(all.people.size)}`),
    );
    const groups = (name: string, counts: Groups) => {
      const found = largestFirst(counts);
      const rows = found
        .slice(0, groupsShown)
        .map(([group, { requests, people, opened, times }]) => [
          group,
          ...[requests, people.size, opened, times].map(String),
        ]);
      const more = found.length - rows.length;
      return [
        ...table([name, ">requests", ">people", ">opened", ">times"], rows),
        ...(more > 0 ? [`and ${more} more, which stand in the list of --file`] : []),
      ];
    };
    return well([
      spanWords(stretch),
      "",
      ...table(
        ["touched", ">"],
        [
          ["requests whose values were here", String(all.requests)],
          ["people behind them, by the contacts of their records", String(all.people.size)],
          ["requests about a person who was not asked, so nobody can say who", String(all.nameless)],
          ["accounts that asked", String(all.accounts.size)],
          ["requests whose record was opened in that time", String(all.opened)],
          ["times they were opened", String(all.times)],
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

const tell: Command = {
  about: "writes to everybody touched whose contact is still here, once; says how many are out of reach",
  options: { ...stretchOptions, what: "one sentence about what happened" },
  changes: true,
  run: async (deps, { options, by }) => {
    const stretch = readStretch(options);
    if (!("since" in stretch)) return stretch;
    const what = options["what"];
    if (what !== undefined && (what.length > breachSentenceMaxLength || /\p{Cc}/u.test(what)))
      return wrong("--what", `is one line of at most ${breachSentenceMaxLength} letters`);
    const told = await tellAlone(deps, stretch, breachWords(what, `${deps.publicUrl}/my-data`));
    if (!told) return wrong("drill-tell", "is at work already, by somebody else; wait until it is done");
    const { queued, before, people } = told;
    const reached = told.reached.size;
    const away = people.size - reached;
    await deps.db.transaction("system", (tx) =>
      audited(
        tx,
        deps,
        by,
        "breach_told",
        stretch,
        `${queued} messages, ${peopleWords(reached)}, ${away} out of reach`,
      ),
    );
    return well([
      spanWords(stretch),
      `${queued} messages wait to be sent; ${before} had been before.`,
      `${peopleWords(reached)} can be reached. ${away} can no longer be reached: their contact is deleted. Tell them in public (docs/privacy/breach.md).`,
    ]);
  },
};

export const drillCommands = { drill, "drill-tell": tell } as const;
