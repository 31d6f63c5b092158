import { openPool } from "../../database/pools.ts";
import { finishRestore, totalLosses } from "../retention/index.ts";
import type { Operator } from "../operator-identity/index.ts";
import { type Command, type OperatorDeps, type CommandResult, failure, usageError } from "./command.ts";
import { findKeyOperator, keyMessages } from "./key-operator.ts";
import { parseLagosTimestamp } from "./rules.ts";
import { findBrokenInvariants } from "../audit/index.ts";

/** The last step of a restore, before the product is reachable again [R-33]. */

/**
 * Opens the database whose URL is in an environment variable. A URL as argument would show its password in the
 * process list.
 */
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
  by: Operator | undefined,
  at: string,
  from: { keys?: string; later?: string; expected?: number },
): Promise<CommandResult> {
  const [keys, later] = [openOptionalPool(from.keys, "keys-of-today"), openOptionalPool(from.later, "later")];
  try {
    const done = await finishRestore(
      deps,
      { keys, later },
      { by: by ? { actorKind: "operator", actorId: by.id } : { actorKind: "system" }, at, expected: from.expected },
    );
    if ("refused" in done) {
      const { keys: k, requests, accounts } = done.refused;
      return usageError(
        "--expect",
        `is missing or wrong, and nothing was done. This would permanently delete ${k.lost} of ${k.total} keys, ${requests.lost} of ${requests.total} requests and ${accounts.lost} of ${accounts.total} accounts. Check that these are the right databases (KEYS_DATABASE_URL, --keys), then add --expect ${totalLosses(done.refused)}`,
      );
    }
    const violations = await findBrokenInvariants(deps.owner, 1_000_000);
    return {
      isWell: violations.length === 0,
      lines: [
        ...(keys ? [`${done.keys} keys that were destroyed after ${at} are destroyed again.`] : []),
        `${done.requests} requests without a key are erased.`,
        `${done.signIns} sign-ins are ended; all links and one-time codes are revoked.`,
        done.blocks === undefined
          ? `Blocks made after ${at} are not known: those people may receive requests again.`
          : `${done.blocks} blocks made after ${at} are restored.`,
        ...done.accounts.map(
          ({ id, held: recipients }) =>
            `account ${id} was closed after ${at}: it is closed again.${recipients === "" ? "" : ` Its balance was ${recipients} (minor units): check its case, whether that was paid out.`}`,
        ),
        ...violations.map(({ invariant, detail }) => `${invariant}: ${detail}`),
        ...(violations.length === 0 ? ["All invariants hold."] : []),
        `Next: compare every day since ${at} with the card provider's list: reconcile --day <day>. A payment on the list that we do not have becomes a case.`,
        `Audit heads stored after ${at} no longer match: store the one that verify-audit prints.`,
      ],
    };
  } finally {
    await Promise.all([keys?.end(), later?.end()]);
  }
}

const finishRestoreCommand: Command = {
  summary: "finish a restore before anyone signs in: repeat deletions, closures and blocks made since the backup",
  options: {
    at: "time",
    keys: "environment variable with the URL of today's key database, if keys were restored too",
    later: "environment variable with the URL of a newer state of this database, or none",
    expect: "number of permanent deletions",
  },
  run: async (deps, { options: { at, keys, later, expect } }) => {
    // the restored database may be older than every key, so none is needed; a key that is set must be valid
    const by = await findKeyOperator(deps);
    if (by === "invalid") return failure(...keyMessages.invalid);
    if (at === undefined || !parseLagosTimestamp(at))
      return usageError("--at", 'must be the time it was restored to, such as "2026-12-31 18:00:05"');
    if (later === undefined)
      return usageError(
        "--later",
        "is missing: a newer state of this database has the blocks made since; write none if there is none",
      );
    for (const [option, variable] of [
      ["--keys", keys],
      ["--later", later === "none" ? undefined : later],
    ] as const)
      if (variable !== undefined && !process.env[variable])
        return usageError(option, "must be the name of an environment variable that contains the URL");
    if (expect !== undefined && !/^\d{1,9}$/.test(expect)) return usageError("--expect", "must be a whole number");
    return finishAndReport(deps, by === "no_key" ? undefined : by, at, {
      ...(keys !== undefined && { keys }),
      ...(later !== "none" && { later }),
      ...(expect !== undefined && { expected: Number(expect) }),
    });
  },
};

export const restoreCommands = { "after-restore": finishRestoreCommand } as const;
