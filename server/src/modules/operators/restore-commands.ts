import { openPool } from "../../database/pools.ts";
import { finishRestore, totalLosses } from "../retention/index.ts";
import { type Command, type OperatorDeps, type CommandResult, usageError } from "./command.ts";
import { parseLagosTimestamp } from "./rules.ts";

/** The last step of a restore, before anybody reaches the product again. Source: R-33. */

/** Opens the database whose address a variable of the environment holds: an address has a password, and would stand in lists of programs. */
const openOptionalPool = (variable: string | undefined, name: string) =>
  variable === undefined
    ? undefined
    : openPool({
        url: process.env[variable] ?? "",
        size: 1,
        name: `idanimo-${name}`,
        onConnectionError: () => undefined,
      });

async function finishAndReport(
  deps: OperatorDeps,
  by: string,
  at: string,
  from: { keys?: string; later?: string; expected?: number },
): Promise<CommandResult> {
  const [keys, later] = [openOptionalPool(from.keys, "keys-of-today"), openOptionalPool(from.later, "later")];
  try {
    const done = await finishRestore(deps, { keys, later }, { by, at, expected: from.expected });
    if ("refused" in done) {
      const { keys: k, requests, accounts } = done.refused;
      return usageError(
        "--expect",
        `is not as it must be, and nothing was done. For ever would go: ${k.lost} of ${k.total} keys, ${requests.lost} of ${requests.total} requests, ${accounts.lost} of ${accounts.total} accounts. Are these the right databases (KEYS_DATABASE_URL, --keys)? If so: --expect ${totalLosses(done.refused)}`,
      );
    }
    const violations = await deps.owner.query<{ law: string; detail: string }>(
      "select law, detail from check_invariants(1000000)",
    );
    return {
      isWell: violations.rows.length === 0,
      lines: [
        ...(keys ? [`${done.keys} keys that were destroyed after ${at} are destroyed again.`] : []),
        `${done.requests} requests whose key is gone are erased.`,
        `${done.signIns} sign-ins ended; every link and code that proves something is void.`,
        done.blocks === undefined
          ? `Whom people blocked after ${at} is not known: they may be asked again.`
          : `${done.blocks} blocks that people made after ${at} stand again.`,
        ...done.accounts.map(
          ({ id, held }) =>
            `account ${id} was closed after ${at}: it is closed again.${held === "" ? "" : ` It held ${held} (minor units): a case asks whether that was paid out.`}`,
        ),
        ...violations.rows.map(({ law, detail }) => `${law}: ${detail}`),
        ...(violations.rows.length === 0 ? ["All laws hold."] : []),
        `Now compare every day since ${at} with the card provider's list: reconcile --day <day>. A payment it knows and we do not is a case.`,
        `A head of the audit kept after ${at} differs from now on: keep the one that verify-audit prints.`,
      ],
    };
  } finally {
    await Promise.all([keys?.end(), later?.end()]);
  }
}

const finishRestoreCommand: Command = {
  summary: "after a restore, before anybody signs in: what was deleted or said since the moment holds again",
  options: {
    at: "moment",
    keys: "variable with the address of today's key database, where it was restored too",
    later: "variable with the address of a newer state of this database, or: none",
    expect: "how much goes for ever",
  },
  isMutating: true,
  run: async (deps, { options: { at, keys, later, expect }, by }) => {
    if (at === undefined || !parseLagosTimestamp(at))
      return usageError("--at", 'takes the moment it was restored to: "2026-12-31 18:00:05"');
    if (later === undefined)
      return usageError(
        "--later",
        "is missing: blocks made since are in a newer state of this database; write none where there is none",
      );
    for (const [option, variable] of [
      ["--keys", keys],
      ["--later", later === "none" ? undefined : later],
    ] as const)
      if (variable !== undefined && !process.env[variable])
        return usageError(option, "takes the name of a variable of the environment that holds the address");
    if (expect !== undefined && !/^\d{1,9}$/.test(expect)) return usageError("--expect", "takes a whole number");
    return finishAndReport(deps, by, at, {
      ...(keys !== undefined && { keys }),
      ...(later !== "none" && { later }),
      ...(expect !== undefined && { expected: Number(expect) }),
    });
  },
};

export const restoreCommands = { "after-restore": finishRestoreCommand } as const;
