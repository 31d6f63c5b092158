import { formatDateTimeWithoutZone } from "@idanimo/contract/date-format";
import { suspensionSentence } from "@idanimo/contract/suspensions";
import { sql } from "kysely";
import type { Database } from "../../../database/database.ts";
import { readOwnerRows } from "../../../database/owner-rows.ts";
import { type ExportSection, exportSection, humanizeCode } from "../../../kernel/export-section.ts";
import { ownersView } from "../../organisations/index.ts";
import { describeDevice } from "../profile/describe-device.ts";
import { findSignInMethods } from "../second-factor/store.ts";

type TimedRow = { readonly id: string; readonly at: Date };
type SessionRow = TimedRow & {
  readonly kind: string;
  readonly device: string;
  readonly seen_at: Date;
  readonly ended_at: Date | null;
};
type PasskeyRow = TimedRow & { readonly name: string; readonly last_used_at: Date | null };
type LinkedIdentityRow = TimedRow & { readonly provider: string };
type OrganisationSignInRow = TimedRow & { readonly issuer: string };
type KnownDeviceRow = TimedRow;
type SuspensionRow = TimedRow & { readonly reason_code: string; readonly ended_at: Date | null };

/** The account's own fields, named as in the profile. The NIN is masked. */
async function* readAccount(db: Database, ownerId: string) {
  const row = await db.single
    .selectFrom("users")
    .leftJoin("profile_images as i", "i.user_id", "users.id")
    .innerJoin(ownersView.as("o"), "o.id", "users.id")
    .selectAll("users")
    .select("o.active_currency")
    .select(["i.bytes as picture", "i.created_at as picture_at"])
    .where("users.id", "=", ownerId)
    .executeTakeFirst();
  const signInMethods = await findSignInMethods(db.single, ownerId);
  if (!row || !signInMethods) return;
  yield {
    email: row.email,
    emailConfirmedAt: row.email_verified_at,
    firstName: row.first_name,
    lastName: row.last_name,
    userType: row.user_type,
    phoneNumber: row.phone,
    phoneConfirmedAt: row.phone_verified_at,
    nin: row.nin_masked,
    address: row.address,
    businessName: row.business_name,
    rcNumber: row.rc_number,
    designation: row.designation,
    officeAddress: row.office_address,
    verifiedAt: row.verified_at,
    currency: row.active_currency,
    acceptedTerms: row.accepted_terms,
    cameBy: row.click_id,
    openedAt: row.created_at,
    waysToSignIn: { ...signInMethods, authenticatorSince: row.totp_on_at },
    picture: row.picture && { at: row.picture_at, type: "image/webp", base64: row.picture.toString("base64") },
  };
}

/** The account, its sessions and its sign-in methods, without credentials. */
export const accountExportSections = (db: Database): readonly ExportSection[] => [
  exportSection({
    name: "account",
    title: "Your account",
    rows: (ownerId) => readAccount(db, ownerId),
    columns: {
      "Opened (Lagos time)": ({ openedAt }) => formatDateTimeWithoutZone(openedAt),
      Name: ({ firstName, lastName }) => `${firstName} ${lastName}`,
      Mail: ({ email }) => email,
      Phone: ({ phoneNumber }) => phoneNumber ?? "-",
      Business: ({ businessName, rcNumber }) =>
        businessName === null ? "-" : `${businessName}, RC ${rcNumber ?? "-"}`,
    },
  }),
  exportSection({
    name: "signIns",
    title: "Your sign-ins in the last weeks",
    rows: (ownerId) =>
      readOwnerRows(
        db,
        ownerId,
        (behind, most) => sql<SessionRow>`select id, created_at as at, kind, device, seen_at, ended_at from sign_ins
          where user_id = ${ownerId} and (created_at, id) < (${behind.at}, ${behind.id}) order by created_at desc, id desc limit ${most}`,
        (rows) =>
          Promise.all(
            rows.map(async (row) => ({
              at: row.at,
              kind: row.kind,
              device: row.device,
              deviceName: await describeDevice(row.device),
              seenAt: row.seen_at,
              endedAt: row.ended_at,
            })),
          ),
      ),
    columns: {
      "Began (Lagos time)": ({ at }) => formatDateTimeWithoutZone(at),
      "Last seen (Lagos time)": ({ seenAt }) => formatDateTimeWithoutZone(seenAt),
      Device: ({ deviceName }) => deviceName,
    },
  }),
  exportSection({
    name: "passkeys",
    title: "Your passkeys",
    rows: (ownerId) =>
      readOwnerRows(
        db,
        ownerId,
        (behind, most) => sql<PasskeyRow>`select id, created_at as at, name, last_used_at from passkeys
          where user_id = ${ownerId} and (created_at, id) < (${behind.at}, ${behind.id}) order by created_at desc, id desc limit ${most}`,
        (rows) => rows.map(({ at, name, last_used_at: lastUsedAt }) => ({ at, name, lastUsedAt })),
      ),
    columns: { "Made (Lagos time)": ({ at }) => formatDateTimeWithoutZone(at), Name: ({ name }) => name },
  }),
  exportSection({
    name: "linkedAccounts",
    title: "Linked Google and Facebook accounts",
    rows: (ownerId) =>
      readOwnerRows(
        db,
        ownerId,
        // at most one per provider, so the user id serves as the row id
        (
          behind,
          most,
        ) => sql<LinkedIdentityRow>`select user_id as id, created_at as at, provider from external_identities
          where user_id = ${ownerId} and (created_at, user_id) < (${behind.at}, ${behind.id}) order by created_at desc limit ${most}`,
        (rows) => rows.map(({ at, provider }) => ({ since: at, provider })),
      ),
    columns: {
      "Since (Lagos time)": ({ since }) => formatDateTimeWithoutZone(since),
      Where: ({ provider }) => humanizeCode(provider),
    },
  }),
  exportSection({
    name: "organisationSignIns",
    title: "Linked sign-ins of your organisations",
    rows: (ownerId) =>
      readOwnerRows(
        db,
        ownerId,
        // at most one per provider, so the user id serves as the row id
        (behind, most) => sql<OrganisationSignInRow>`select user_id as id, created_at as at, issuer from sso_identities
          where user_id = ${ownerId} and (created_at, user_id) < (${behind.at}, ${behind.id}) order by created_at desc limit ${most}`,
        (rows) => rows.map(({ at, issuer }) => ({ since: at, issuer })),
      ),
    columns: { "Since (Lagos time)": ({ since }) => formatDateTimeWithoutZone(since), Where: ({ issuer }) => issuer },
  }),
  exportSection({
    name: "knownBrowsers",
    title: "Browsers you have signed in from",
    rows: (ownerId) =>
      readOwnerRows(
        db,
        ownerId,
        (behind, most) => sql<KnownDeviceRow>`select user_id as id, last_at as at from known_devices
          where user_id = ${ownerId} and (last_at, user_id) < (${behind.at}, ${behind.id}) order by last_at desc limit ${most}`,
        (rows) => rows.map(({ at }) => ({ lastSeenAt: at })),
      ),
    columns: { "Last seen (Lagos time)": ({ lastSeenAt }) => formatDateTimeWithoutZone(lastSeenAt) },
  }),
  exportSection({
    name: "suspensions",
    title: "When your account was suspended",
    rows: (ownerId) =>
      readOwnerRows(
        db,
        ownerId,
        (behind, most) => sql<SuspensionRow>`select id, made_at as at, reason_code, ended_at from suspensions
          where owner_id = ${ownerId} and (made_at, id) < (${behind.at}, ${behind.id}) order by made_at desc, id desc limit ${most}`,
        (rows) =>
          rows.map(({ at, reason_code: code, ended_at: endedAt }) => ({
            at,
            because: suspensionSentence(code),
            endedAt,
          })),
      ),
    columns: {
      "Since (Lagos time)": ({ at }) => formatDateTimeWithoutZone(at),
      "Until (Lagos time)": ({ endedAt }) => (endedAt ? formatDateTimeWithoutZone(endedAt) : "Not ended"),
      Because: ({ because }) => because,
    },
  }),
];
