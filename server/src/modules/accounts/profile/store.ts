import type { UserType } from "@idanimo/contract/accounts";
import { apiBase } from "@idanimo/contract/operation";
import { productNow, type Tx } from "../../../database/database.ts";
import type { ProfileChanges, ProfileColumns } from "./rules.ts";

/** Path of pictures relative to the API base; the picture's id follows. */
export const picturePath = "/user/image/";

/** Reads and locks a profile until the transaction ends. */
export async function lockProfile(
  tx: Tx,
  userId: string,
): Promise<(ProfileColumns & { readonly user_type: UserType }) | undefined> {
  return tx
    .selectFrom("users")
    .select([
      "user_type",
      "first_name",
      "last_name",
      "phone",
      "address",
      "office_address",
      "business_name",
      "rc_number",
      "designation",
    ])
    .where("id", "=", userId)
    .forUpdate()
    .executeTakeFirst();
}

/** Updates a profile. A new phone number is unconfirmed. */
export async function updateProfileColumns(tx: Tx, userId: string, columns: ProfileChanges["columns"]): Promise<void> {
  const changes = columns.phone === undefined ? columns : { ...columns, phone_verified_at: null };
  await tx.updateTable("users").set(changes).where("id", "=", userId).execute();
}

/** Replaces an account's picture; the new one has a new id. */
export async function replacePicture(tx: Tx, userId: string, id: string, bytes: Buffer): Promise<void> {
  await tx
    .insertInto("profile_images")
    .values({ id, user_id: userId, bytes })
    .onConflict((row) => row.column("user_id").doUpdateSet({ id, bytes, created_at: productNow }))
    .execute();
  await tx
    .updateTable("users")
    .set({ profile_image: apiBase + picturePath + id })
    .where("id", "=", userId)
    .execute();
}

/** A picture's bytes, for its owner only. */
export async function findPicture(tx: Tx, userId: string, id: string): Promise<Buffer | undefined> {
  const row = await tx
    .selectFrom("profile_images")
    .select("bytes")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row?.bytes;
}
