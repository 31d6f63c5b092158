import type { registration } from "@idanimo/contract/accounts";
import { fail, ok } from "@idanimo/contract/problems";
import * as texts from "@idanimo/contract/texts";
import type { Handler } from "../../../http/call.ts";
import { writeAudit } from "../../audit/index.ts";
import { consumeCaptcha } from "../captcha.ts";
import { type AccountDeps, limitKey } from "../deps.ts";
import { sealDetails } from "../registration-details.ts";
import { rejectGuessablePassword } from "../guessable-passwords.ts";
import { createActivationCodes, queueSignUpMessages, reserveSms } from "../sign-up-messages.ts";
import { normaliseEmail, registrationDetailsOf, acceptsCurrentTerms } from "../rules.ts";
import * as store from "../store.ts";

/** The terms version of a form that names none: clients of the earlier version do not send it. */
const unversionedTerms = "unversioned";

/**
 * Stores a sign-up until its code is entered. A known address gets the same response for the same work, and its
 * owner a notice; whether it is known is checked only after everything that can reject the call. [T-04]
 */
export function register(deps: AccountDeps): Handler<typeof registration> {
  return async (form, _caller, context) => {
    const email = normaliseEmail(form.email);
    if (!acceptsCurrentTerms(form.acceptedTerms))
      return fail("bad_input", {}, { fields: { acceptedTerms: texts.termsChanged } });
    const fromAddress = await deps.limits.consume("registration_address", context.ip);
    if (!fromAddress.ok) return fromAddress;
    const guessable = await rejectGuessablePassword(form.password, email, "password");
    if (!guessable.ok) return guessable;
    if (!(await consumeCaptcha(deps, "registration", form.captcha))) return fail("captcha_failed", {});
    const toMailbox = await deps.limits.consume("code_destination", limitKey(deps.vault, email));
    if (!toMailbox.ok) return toMailbox;
    const passwordHash = await deps.passwords.hash(form.password);
    if (!passwordHash.ok) return passwordHash;

    const id = deps.ids.publicId();
    const details = registrationDetailsOf(form);
    const phone = await reserveSms(deps, details.phone);
    const key = await deps.keys.create(id); // stored before anything is sealed with it; an unused key opens nothing
    const codes = createActivationCodes(deps, id, phone !== null);
    await deps.db.transaction("system", async (tx) => {
      const known = await store.hasAccount(tx, email);
      await store.insertRegistration(tx, {
        id,
        email,
        known,
        userType: form.userType,
        detailsSealed: sealDetails(key, id, details),
        passwordHash: passwordHash.value,
        codes: codes.hashes,
        acceptedTerms: form.acceptedTerms ?? unversionedTerms,
        clickId: form.CLICK_ID ?? null,
      });
      await queueSignUpMessages(tx, deps, { registrationId: id, key, email, phone, known }, codes);
      await writeAudit(tx, deps.ids, { actorKind: "visitor", action: "signed_up", objectId: id });
    });
    return ok({ result: "success", id });
  };
}
