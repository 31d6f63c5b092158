import * as operations from "@idanimo/contract/console/keys";
import { hasRight } from "@idanimo/contract/console/rights";
import { fail, ok } from "@idanimo/contract/problems";
import { createKey, endKey, listKeys } from "../modules/operator-identity/index.ts";
import type { ConsoleDeps } from "./deps.ts";
import type { ConsoleMount } from "./mount.ts";

/** Mounts the operations of operators' personal keys: their own; owners end any, auditors see them. [OC-10] */
export function keyRoutes(mount: ConsoleMount, { db, ids }: ConsoleDeps): void {
  mount(operations.listOperatorKeys, async ({ id }, operator) => {
    if (id !== operator.id && !hasRight(operator.roles, "read_operators")) return fail("not_found", {});
    return ok({ keys: await db.transaction("system", (tx) => listKeys(tx, id)) });
  });
  mount(operations.createOperatorKey, async ({ id, name }, operator) =>
    id === operator.id ? db.transaction("system", (tx) => createKey(tx, ids, id, name)) : fail("not_found", {}),
  );
  mount(operations.endOperatorKey, async ({ id, keyId }, operator) => {
    if (id !== operator.id && !hasRight(operator.roles, "manage_operators")) return fail("not_found", {});
    const isEnded = await db.transaction("system", (tx) => endKey(tx, ids, { operatorId: id, keyId, by: operator.id }));
    return isEnded ? ok({ result: "success" }) : fail("not_found", {});
  });
}
