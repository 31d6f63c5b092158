import type { removeView as remove, savedViews as list, saveView as save } from "@idanimo/contract/history-views";
import { savedViews as operation } from "@idanimo/contract/history-views";
import { fail, ok } from "@idanimo/contract/problems";
import * as texts from "@idanimo/contract/texts";
import type { Tx } from "../../../database/database.ts";
import { type Handler, scopeOf } from "../../../http/call.ts";
import type { VerificationDeps } from "../deps.ts";
import { deleteSavedView, findSavedViews, storeSavedView } from "../history/saved-view-store.ts";

type Deps = Pick<VerificationDeps, "db">;

const readViews = async (tx: Tx, ownerId: string) =>
  ok(operation.output.parse({ views: await findSavedViews(tx, ownerId) }));

/** Returns the views that an account saved. */
export const savedViews =
  ({ db }: Deps): Handler<typeof list> =>
  (_input, caller) =>
    db.transaction(scopeOf(caller), (tx) => readViews(tx, caller.ownerId));

/** Saves filters under a name, in place of an earlier view of that name. */
export const saveView =
  ({ db }: Deps): Handler<typeof save> =>
  ({ name, filters }, caller) =>
    db.transaction(scopeOf(caller), async (tx) =>
      (await storeSavedView(tx, caller.ownerId, name, filters))
        ? readViews(tx, caller.ownerId)
        : fail("bad_input", {}, { fields: { name: texts.savedViewsFull } }),
    );

/** Removes a saved view. Idempotent. */
export const removeView =
  ({ db }: Deps): Handler<typeof remove> =>
  ({ name }, caller) =>
    db.transaction(scopeOf(caller), async (tx) => {
      await deleteSavedView(tx, caller.ownerId, name);
      return readViews(tx, caller.ownerId);
    });
