import { lateOnes, lateSeconds, readOverdue, watched, watchedNames } from "../retention/index.ts";
import { inWords, latestAnswers } from "../verification/index.ts";
import { type Command, wrong } from "./command.ts";
import { type Hour, shareOf } from "./rules.ts";
import { hourOf } from "./store.ts";
import { table } from "./table.ts";

/** What asks whether the product and its sources are well. */

const checkInvariants: Command = {
  about: "asks the database whether the product's laws hold",
  run: async ({ owner }) => {
    const broken = await owner.query<{ law: string; detail: string }>("select law, detail from check_invariants()");
    const lines = broken.rows.map(({ law, detail }) => `${law}: ${detail}`);
    return { lines: lines.length > 0 ? lines : ["All laws hold."], isWell: lines.length === 0 };
  },
};

/** A place in the chain and its seal, as `verify-audit` prints them. */
const aHead = /^(\d{1,18}):([0-9a-f]{64})$/;

type Finding = {
  readonly finding: string;
  readonly at_position: bigint | null;
  readonly row_kind: string | null;
  readonly row_id: string | null;
};

const verifyAudit: Command = {
  about: "walks the chain of seals over audit rows and proofs of consent, and names the first broken or unsealed row",
  options: { head: "position:seal, kept from an earlier run" },
  run: async ({ owner }, { options }) => {
    const kept = options["head"] === undefined ? undefined : aHead.exec(options["head"]);
    if (kept === null)
      return wrong("--head", "takes what stood behind audit-head: a number, a colon and 64 hex digits");
    const found = await owner.query<Finding>("select finding, at_position, row_kind, row_id from verify_audit()");
    const sealAt = async (position: string | undefined) =>
      (
        await owner.query<{ position: bigint; hash: string }>(
          `select position, encode(hash, 'hex') as hash from (
             select position, hash from audit_seals union all select last_position, last_hash from audit_bridges) s
           where $1::bigint is null or position = $1 order by position desc limit 1`,
          [position],
        )
      ).rows[0];
    const isApart = async (position: string | undefined) =>
      (
        await owner.query(
          "select from audit_bridges where $1::bigint >= first_position and $1::bigint < last_position",
          [position],
        )
      ).rowCount === 1;
    const head = await sealAt(undefined);
    const lines = found.rows.map(
      (row) =>
        row.finding +
        (row.at_position === null ? "" : ` at position ${row.at_position}`) +
        (row.row_id === null ? "" : `: ${row.row_kind} row ${row.row_id}`),
    );
    if (kept && (await sealAt(kept[1]))?.hash !== kept[2])
      lines.push(
        (await isApart(kept[1]))
          ? `position ${kept[1]} stands in a month that was taken out; give the head that was kept then, or a later one`
          : `head differs at position ${kept[1]} from the one given`,
      );
    if (lines.length > 0) return { lines, isWell: false };
    const count = head?.position ?? 0n;
    return {
      lines: [
        `The chain holds: ${count} rows sealed.`,
        ...(head
          ? [`audit-head ${head.position}:${head.hash}`, "Keep this line where nobody with the database can write."]
          : []),
      ],
      isWell: true,
    };
  },
};

const nobody: Hour = { asked: 0, answered: 0, failed: 0, usualSeconds: null };

/** As many of a source's newest answers as its state before paying is read from. */
const newestRead = 50;

const sources: Command = {
  about: "how each source did in the last hour: its state, questions, share answered, usual seconds",
  run: async ({ db, sources: known }) => {
    const hours = await db.transaction("system", hourOf);
    const names = [...new Set([...known, ...hours.keys()])];
    const answers = await db.transaction("system", (tx) => latestAnswers(tx, names, newestRead));
    const rows = names.map((name) => {
      const hour = hours.get(name) ?? nobody;
      const newest = answers.filter(({ provider }) => provider === name);
      const state = newest.length === 0 ? "quiet" : inWords(newest).state;
      const seconds = hour.usualSeconds === null ? "-" : hour.usualSeconds.toFixed(1);
      return [name, state, String(hour.asked), shareOf(hour), seconds];
    });
    const isDown = rows.some(([, state]) => state === "down");
    return { lines: table(["source", "state", ">asked", ">answered", ">usual seconds"], rows), isWell: !isDown };
  },
};

const watch: Command = {
  about: "whether deleting, messages, sealing and queued work are on time",
  run: async ({ db }) => {
    const overdue = await readOverdue(db);
    const late = lateOnes(overdue);
    const rows = watchedNames.map((what) => {
      const seconds = Math.floor(overdue[what]);
      return [watched[what], String(seconds), seconds > lateSeconds ? "STANDS STILL" : "on time"];
    });
    return { lines: table(["work", ">seconds late", ""], rows), isWell: late.length === 0 };
  },
};

export const watchCommands = {
  watch,
  "check-invariants": checkInvariants,
  "verify-audit": verifyAudit,
  sources,
} as const;
