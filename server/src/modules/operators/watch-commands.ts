import { inWords, latestAnswers } from "../verification/index.ts";
import type { Command } from "./command.ts";
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

const verifyAudit: Command = {
  about: "walks the chain of audit seals and names the first broken or unsealed row",
  run: async ({ owner }) => {
    const found = await owner.query<{ finding: string; at_position: bigint | null; audit_row: string | null }>(
      "select finding, at_position, audit_row from verify_audit()",
    );
    const sealed = await owner.query<{ sealed: bigint }>(
      "select coalesce(max(position), 0) as sealed from audit_seals",
    );
    const lines = found.rows.map(
      (row) => `${row.finding}: position ${row.at_position ?? "none"}, row ${row.audit_row ?? "none"}`,
    );
    const count = sealed.rows[0]?.sealed ?? 0n;
    return {
      lines: lines.length > 0 ? lines : [`The chain holds: ${count} rows sealed.`],
      isWell: lines.length === 0,
    };
  },
};

const nobody: Hour = { asked: 0, answered: 0, failed: 0, usualSeconds: null };

/** As many of a source's newest answers as its state before paying is read from. */
const newestRead = 50;

const sources: Command = {
  about: "how each source did in the last hour: its state, questions, share answered, usual seconds",
  run: async ({ db, sources: known }) => {
    const hours = await hourOf(db.single);
    const names = [...new Set([...known, ...hours.keys()])];
    const answers = await latestAnswers(db.single, names, newestRead);
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

export const watchCommands = { "check-invariants": checkInvariants, "verify-audit": verifyAudit, sources } as const;
