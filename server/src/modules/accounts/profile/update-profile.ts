import { fail, ok } from "@idanimo/contract/problems";
import type { switchCurrency, updateProfile } from "@idanimo/contract/profile";
import type { Handler } from "../../../http/call.ts";
import { writeAudit } from "../../audit/index.ts";
import type { AccountDeps } from "../deps.ts";
import { isNotEnded } from "../sign-in-store.ts";
import { profileOf } from "../use-cases/signed-in.ts";
import { queueMatch } from "../verified/match-business.ts";
import type { Pictures } from "./pictures.ts";
import { changesOf, mayHold } from "./rules.ts";
import * as store from "./store.ts";
import { readUpload } from "./upload.ts";

type ProfileDeps = Pick<AccountDeps, "db" | "ids" | "limits">;

/** Changes what was sent: all of it, or nothing. The picture is drawn anew before anything is locked. Source: A§5, T-16, T-57. */
export function changeProfile(deps: ProfileDeps, pictures: Pictures): Handler<typeof updateProfile> {
  return async ({ profileImage, ...sent }, caller) => {
    const allowed = mayHold(caller.userType, sent);
    if (!allowed.ok) return allowed;
    const upload = profileImage === undefined ? ok(undefined) : readUpload(profileImage);
    if (!upload.ok) return upload;
    if (upload.value) {
      const inLimit = await deps.limits.take("picture_account", caller.userId);
      if (!inLimit.ok) return inLimit;
    }
    const picture = upload.value ? await pictures.redraw(upload.value) : ok(undefined);
    if (!picture.ok) return picture;

    const changed = await deps.db.transaction({ owner: caller.userId }, async (tx) => {
      const current = await store.lockProfile(tx, caller.userId);
      // locked by now: who took the account meanwhile has ended this sign-in (T-15)
      if (!current || !(await isNotEnded(tx, caller.signInId))) return fail("not_signed_in", {});
      const changes = changesOf(caller.userType, current, sent);
      if (!changes.ok) return changes;
      const { fields, columns } = changes.value;
      if (fields.length > 0) await store.changeProfile(tx, caller.userId, columns);
      if (columns.business_name !== undefined || columns.rc_number !== undefined) await queueMatch(tx, caller.userId);
      if (picture.value) await store.replacePicture(tx, caller.userId, deps.ids.open(), picture.value);
      const names = [...fields, ...(picture.value ? ["profileImage"] : [])];
      if (names.length > 0)
        await writeAudit(tx, deps.ids, {
          actorKind: "user",
          actorId: caller.userId,
          action: "profile_changed",
          objectId: caller.userId,
          reason: names.join(" "),
        });
      return ok(undefined);
    });
    if (!changed.ok) return changed;
    const profile = await profileOf(deps.db, caller);
    return profile ? ok({ result: "success", profile }) : fail("not_signed_in", {});
  };
}

/** Makes the other wallet the active one. No money moves. */
export function chooseCurrency(deps: Pick<AccountDeps, "db">): Handler<typeof switchCurrency> {
  return async ({ currency }, caller) => {
    await store.setCurrency(deps.db.single, caller.userId, currency);
    const profile = await profileOf(deps.db, caller);
    return profile ? ok({ result: "success", profile }) : fail("not_signed_in", {});
  };
}
