import { fail, ok } from "@idanimo/contract/problems";
import type { switchCurrency, updateProfile } from "@idanimo/contract/profile";
import { rightMissing } from "../../../http/authorise.ts";
import type { Handler } from "../../../http/call.ts";
import { writeAudit } from "../../audit/index.ts";
import { findMemberRights, lockOrganisation, setActiveCurrency } from "../../organisations/index.ts";
import type { AccountDeps } from "../deps.ts";
import { isSessionOpen } from "../session-store.ts";
import { loadProfile } from "../use-cases/sessions.ts";
import { enqueueBusinessMatch } from "../business-verification/match-business.ts";
import type { PictureEncoder } from "./picture-encoder.ts";
import { diffProfile, checkFieldsAllowed } from "./rules.ts";
import * as store from "./store.ts";
import { decodePictureUpload } from "./picture-upload.ts";

type ProfileDeps = Pick<AccountDeps, "db" | "ids" | "limits">;

/** Columns of a business account that its organisation shows. */
const organisationColumns: ReadonlySet<string> = new Set(["business_name", "rc_number", "office_address"]);

/** Saves all changes or none. The picture is re-encoded before anything is locked. [T-16 T-57] */
export function saveProfile(deps: ProfileDeps, pictures: PictureEncoder): Handler<typeof updateProfile> {
  return async ({ profileImage, ...sent }, caller) => {
    const upload = profileImage === undefined ? ok(undefined) : decodePictureUpload(profileImage);
    if (!upload.ok) return upload;
    if (upload.value) {
      const inLimit = await deps.limits.consume("picture_account", caller.userId);
      if (!inLimit.ok) return inLimit;
    }
    const picture = upload.value ? await pictures.reencode(upload.value) : ok(undefined);
    if (!picture.ok) return picture;

    const changed = await deps.db.transaction({ owner: caller.userId }, async (tx) => {
      // an organisation is locked before the account that it follows
      const organisation = await lockOrganisation(tx, caller.userId);
      const current = await store.lockProfile(tx, caller.userId);
      // locked by now: a claim meanwhile has ended this session [T-15]
      if (!current || !(await isSessionOpen(tx, caller.signInId))) return fail("not_signed_in", {});
      const allowed = checkFieldsAllowed(current.user_type, sent);
      if (!allowed.ok) return allowed;
      const changes = diffProfile(current.user_type, current, sent);
      if (!changes.ok) return changes;
      const { fields, columns } = changes.value;
      // these are also the details of the organisation of the account's id
      if (organisation && Object.keys(columns).some((column) => organisationColumns.has(column))) {
        const rights = await findMemberRights(tx, organisation.id, caller.userId);
        if (!rights.has("members:manage")) return rightMissing("members:manage");
      }
      if (fields.length > 0) await store.updateProfileColumns(tx, caller.userId, columns);
      if (columns.business_name !== undefined || columns.rc_number !== undefined)
        await enqueueBusinessMatch(tx, caller.userId);
      if (picture.value) await store.replacePicture(tx, caller.userId, deps.ids.publicId(), picture.value);
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
    const profile = await loadProfile(deps.db, caller);
    return profile ? ok({ result: "success", profile }) : fail("not_signed_in", {});
  };
}

/** Switches the active wallet. No money moves. */
export function switchActiveCurrency(deps: Pick<AccountDeps, "db">): Handler<typeof switchCurrency> {
  return async ({ currency }, caller) => {
    await setActiveCurrency(deps.db.single, caller.ownerId, currency);
    const profile = await loadProfile(deps.db, caller);
    return profile ? ok({ result: "success", profile }) : fail("not_signed_in", {});
  };
}
