import { timingSafeEqual } from "node:crypto";
import type { activation } from "@idanimo/contract/accounts";
import { maskValue } from "@idanimo/contract/masking";
import { fail, ok } from "@idanimo/contract/problems";
import type { Handler } from "../../../http/call.ts";
import { seal } from "../../../kernel/vault.ts";
import { writeAudit } from "../../audit/index.ts";
import type { AccountDeps } from "../deps.ts";
import { unsealDetails } from "../registration-details.ts";
import { hashActivationCode } from "../sign-up-messages.ts";
import type { RegistrationDetails } from "../rules.ts";
import * as store from "../store.ts";
import { enqueueBusinessMatch } from "../business-verification/match-business.ts";
import { queueEmailConfirmation } from "./confirm-email.ts";

/**
 * Opens an account with its code, which is valid only with the id it was created for [T-01]. An unknown id responds
 * like a wrong code; `code_ended` is returned only for an id of ours, which cannot be guessed, and reveals nothing
 * about the code: sign-ups of known addresses and erased ones count down and end alike.
 */
export function activateAccount(deps: AccountDeps): Handler<typeof activation> {
  return async (input, _caller, context) => {
    const fromAddress = await deps.limits.consume("code_address", context.ip);
    if (!fromAddress.ok) return fromAddress;
    const given = hashActivationCode(deps, input.id, input.code);
    const tried = await store.countActivationAttempt(deps.db.single, input.id);
    if (!tried)
      return fail((await store.registrationExists(deps.db.single, input.id)) ? "code_ended" : "code_wrong", {});
    const isCode = (hash: Buffer | null) => timingSafeEqual(given, hash ?? Buffer.alloc(given.length));
    const [bySms, byMail] = [isCode(tried.code_hash), isCode(tried.mail_code_hash)];
    if (!(bySms || byMail) || !tried.details_sealed || tried.password_hash === null) return fail("code_wrong", {});

    const registrationKey = await deps.keys.find(input.id);
    if (!registrationKey) return fail("code_ended", {}); // deleted between the two statements
    const details = unsealDetails(registrationKey, input.id, tried.details_sealed);
    const opened = await createAccount(
      deps,
      input.id,
      details,
      { ...tried, password_hash: tried.password_hash },
      byMail ? "email" : "phone",
    );
    if (!opened) return fail("code_wrong", {});
    await deps.limits.refund("code_address", context.ip); // only failures count: many people share an address
    await deps.keys.destroy([input.id]); // what it sealed is erased by now; queued messages become unreadable
    return ok({ result: "user activated", ...(!byMail && { emailToConfirm: true }) });
  };
}

/**
 * @param confirmed where the code was sent. The code of the SMS confirms the phone and not the email address, which
 * gets a link [T-15]
 * @returns false if another sign-up opened an account for the address meanwhile
 */
async function createAccount(
  deps: AccountDeps,
  registrationId: string,
  details: RegistrationDetails,
  tried: store.AttemptedRegistration & { readonly password_hash: string },
  confirmed: store.NewUser["confirmed"],
): Promise<boolean> {
  const id = deps.ids.publicId();
  const key = await deps.keys.create(id);
  return deps.db.transaction("system", async (tx) => {
    await store.lockEmail(tx, tried.email);
    const user = {
      id,
      email: tried.email,
      userType: tried.user_type,
      details,
      passwordHash: tried.password_hash,
      acceptedTerms: tried.accepted_terms,
      clickId: tried.click_id,
      confirmed,
      ...sealNin(key, id, details.nin),
    };
    const walletIds = [deps.ids.rowId(), deps.ids.rowId()] as const;
    // the address has its account: from this same sign-up if a concurrent call was first
    if (!(await store.insertUser(tx, user, walletIds))) return store.isRegistrationActivated(tx, registrationId);
    await store.markRegistrationActivated(tx, registrationId);
    await store.invalidateRegistrations(tx, tried.email);
    await writeAudit(tx, deps.ids, { actorKind: "user", actorId: id, action: "account_opened", objectId: id });
    if (user.userType === "business") await enqueueBusinessMatch(tx, id);
    if (confirmed !== "email") await queueEmailConfirmation(tx, deps, { id, email: tried.email, key });
    return true;
  });
}

function sealNin(key: Buffer, userId: string, nin: string | null) {
  if (nin === null) return { ninSealed: null, ninMasked: null };
  const context = { table: "users", id: userId, field: "nin_sealed" };
  return { ninSealed: seal(key, Buffer.from(nin), context), ninMasked: maskValue(nin) };
}
