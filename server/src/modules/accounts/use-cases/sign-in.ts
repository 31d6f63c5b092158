import type { login } from "@idanimo/contract/accounts";
import { fail, ok } from "@idanimo/contract/problems";
import { addressPrefix } from "../../../http/remote-address.ts";
import type { Handler } from "../../../http/call.ts";
import type { LimitKey } from "../../../http/rate-limits.ts";
import { tokenHash } from "../../../kernel/vault.ts";
import { consumeCaptcha } from "../captcha.ts";
import { type AccountDeps, limitKey } from "../deps.ts";
import { deviceTokenOf } from "../known-devices.ts";
import { normaliseEmail } from "../rules.ts";
import { findLoginCandidate } from "../session-store.ts";
import { checkSsoOfEmail } from "../sso/enforcement.ts";
import { completeFirstFactor } from "./complete-sign-in.ts";
import { sendNewCode } from "./send-new-code.ts";

/**
 * The limits that a wrong password counts against. Unknown browsers share the account's attempts, whatever their
 * address; a known device has its own, so that others do not use up the owner's. [T-06]
 */
function passwordAttemptLimits(mailbox: string, ip: string, knownDevice: Buffer | null): readonly LimitKey[] {
  const limitSubject = knownDevice === null ? mailbox : `${mailbox}:${knownDevice.toString("base64url")}`;
  return [
    ["login_pair", `${limitSubject}|${addressPrefix(ip)}`],
    ["login_account", limitSubject],
    ["login_account_day", limitSubject],
  ];
}

/** Problems that a password guesser meets. */
const guessingProblems: readonly string[] = ["incorrect_credentials", "too_many_requests"];

/** Signs in and counts failures for an alarm: many at once are an attack. [T-78] */
export function signIn(deps: AccountDeps): Handler<typeof login> {
  const attemptSignIn = signInWithPassword(deps);
  return async (input, caller, context) => {
    const result = await attemptSignIn(input, caller, context);
    if (!result.ok && guessingProblems.includes(result.problem.code)) deps.alarms.count("failed_sign_ins");
    return result;
  };
}

/**
 * Every email address, known or not, costs one query and one password check before the responses differ [T-04].
 * Limits count before the costly check [T-06 T-07]; the claimed address must be present and is not used [T-18].
 */
function signInWithPassword(deps: AccountDeps): Handler<typeof login> {
  return async (input, _caller, context) => {
    if (input.ipAddress === undefined) return fail("ip_address_missing", {});
    const email = normaliseEmail(input.email);
    const fromAddress = await deps.limits.consume("login_address", context.ip);
    if (!fromAddress.ok) return fromAddress;
    const allowedBySso = await checkSsoOfEmail(deps.db, email);
    if (!allowedBySso.ok) return allowedBySso;
    if (!(await consumeCaptcha(deps, "login", input.captcha))) return fail("captcha_failed", {});
    const device = deviceTokenOf(context.cookies);
    const deviceHash = device === undefined ? null : tokenHash(device);
    const candidate = await findLoginCandidate(deps.db.single, email, deviceHash);
    const mailbox = limitKey(deps.vault, email);
    const attemptLimits = passwordAttemptLimits(mailbox, context.ip, candidate.known_device ? deviceHash : null);
    const allowed = await deps.limits.consumeAll(attemptLimits);
    if (!allowed.ok) return allowed;

    const right = await deps.passwords.matches(candidate.password_hash, input.password);
    if (!right.ok) return right;
    // only failures count, for the address too: many people share one
    if (right.value) await deps.limits.refundAll([...attemptLimits, ["login_address", addressPrefix(context.ip)]]);
    if (right.value && candidate.user_id !== null) {
      const extras = { comparedWith: candidate.password_hash, deviceToken: input.deviceToken };
      const response = await completeFirstFactor(deps, candidate.user_id, context, extras);
      return response ? ok(response) : fail("incorrect_credentials", {});
    }
    if (right.value && candidate.registration_id !== null) {
      // too soon for a new code is not an error: the previous one is still valid
      await sendNewCode(deps, candidate.registration_id);
      return fail("account_not_activated", {}, { details: { id: candidate.registration_id } });
    }
    return fail("incorrect_credentials", {});
  };
}
