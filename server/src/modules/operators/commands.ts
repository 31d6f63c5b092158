import type pg from "pg";

/** What an operator can ask at the terminal. Each answers lines to print and whether all is well. */
export type Command = {
  readonly about: string;
  readonly run: (owner: pg.Pool) => Promise<{ readonly lines: readonly string[]; readonly isWell: boolean }>;
};

export const commands: Readonly<Record<string, Command>> = {
  "check-invariants": {
    about: "asks the database whether the product's laws hold",
    run: async (owner) => {
      const broken = await owner.query<{ law: string; detail: string }>("select law, detail from check_invariants()");
      const lines = broken.rows.map(({ law, detail }) => `${law}: ${detail}`);
      return { lines: lines.length > 0 ? lines : ["All laws hold."], isWell: lines.length === 0 };
    },
  },
  "verify-audit": {
    about: "walks the chain of audit seals and names the first broken or unsealed row",
    run: async (owner) => {
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
  },
};
