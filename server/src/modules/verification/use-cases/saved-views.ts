import type { removeView as remove, savedViews as list, saveView as save } from "@idanimo/contract/history-views";
import { savedViews as operation } from "@idanimo/contract/history-views";
import { fail, ok } from "@idanimo/contract/problems";
import * as texts from "@idanimo/contract/texts";
import type { Tx } from "../../../database/database.ts";
import type { Handler } from "../../../http/call.ts";
import type { VerificationDeps } from "../deps.ts";
import { deleteSavedView, findSavedViews, storeSavedView } from "../history/saved-view-store.ts";

type Deps = Pick<VerificationDeps, "db">;

const readViews = async (tx: Tx, ownerId: string) =>
  ok(operation.output.parse({ views: await findSavedViews(tx, ownerId) }));

/** Returns the views that an account saved. */
export const savedViews =
  ({ db }: Deps): Handler<typeof list> =>
  (_input, { userId }) =>
    db.transaction({ owner: userId }, (tx) => readViews(tx, userId));

/** Saves filters under a name, in place of an earlier view of that name. */
export const saveView =
  ({ db }: Deps): Handler<typeof save> =>
  ({ name, filters }, { userId }) =>
    db.transaction({ owner: userId }, async (tx) =>
      (await storeSavedView(tx, userId, name, filters))
        ? readViews(tx, userId)
        : fail("bad_input", {}, { fields: { name: texts.savedViewsFull } }),
    );

/** Removes a saved view. Idempotent. */
export const removeView =
  ({ db }: Deps): Handler<typeof remove> =>
  ({ name }, { userId }) =>
    db.transaction({ owner: userId }, async (tx) => {
      await deleteSavedView(tx, userId, name);
      return readViews(tx, userId);
    });
