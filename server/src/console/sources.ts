import type { listSources, switchSource } from "@idanimo/contract/console/sources";
import { fail, ok } from "@idanimo/contract/problems";
import * as texts from "@idanimo/contract/texts";
import { writeAudit } from "../modules/audit/index.ts";
import { findOperators } from "../modules/operator-identity/index.ts";
import {
  assessHealth,
  findRecentAttempts,
  findSourceSwitches,
  insertSourceSwitch,
  lockSource,
  maxAttemptsRead,
} from "../modules/verification/index.ts";
import type { ConsoleDeps } from "./deps.ts";
import type { ConsoleHandler } from "./mount.ts";

/** Every source of this installation, by name. */
export function createListSources({ db, sources }: ConsoleDeps): ConsoleHandler<typeof listSources> {
  return () =>
    db.transaction("system", async (tx) => {
      const names = sources.map(({ source }) => source);
      const attempts = Map.groupBy(await findRecentAttempts(tx, names, maxAttemptsRead), ({ provider }) => provider);
      const switches = new Map((await findSourceSwitches(tx)).map((row) => [row.source, row]));
      const operators = new Map((await findOperators(tx)).map(({ id, name }) => [id, name]));
      return ok({
        sources: sources.map(({ source, searchTypes }) => {
          const health = assessHealth(attempts.get(source) ?? []);
          const change = switches.get(source);
          return {
            source,
            searchTypes: [...searchTypes],
            health: health.state,
            usualSeconds: health.usualSeconds,
            isOpen: change?.message === undefined,
            message: change?.message ?? null,
            changedBy: change ? (operators.get(change.madeBy) ?? null) : null,
            changedAt: change?.madeAt.toISOString() ?? null,
          };
        }),
      });
    });
}

/** Closes or opens a source; closing a closed one with another message changes what customers read. [OC-13] */
export function createSwitchSource({ db, ids, sources }: ConsoleDeps): ConsoleHandler<typeof switchSource> {
  return ({ source, state, messageCode, reason }, operator) =>
    db.transaction("system", async (tx) => {
      if (!sources.some((known) => known.source === source)) return fail("not_found", {});
      if (state === "closed" && !messageCode)
        return fail("bad_input", {}, { fields: { messageCode: texts.sourceMessageRequired } });
      const message = state === "closed" ? messageCode : undefined;
      await lockSource(tx, source);
      const newest = (await findSourceSwitches(tx)).find((row) => row.source === source);
      if (newest?.message === message) return fail("source_unchanged", {});
      await insertSourceSwitch(tx, { source, message, madeBy: operator.id });
      await writeAudit(tx, ids, {
        actorKind: "operator",
        actorId: operator.id,
        action: message ? "source_closed" : "source_opened",
        reason: `${source}: ${reason}`,
      });
      return ok({ result: "success" });
    });
}
