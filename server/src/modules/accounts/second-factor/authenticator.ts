import { fail, ok } from "@idanimo/contract/problems";
import type { confirmTotp, removeTotp, renewRecoveryCodes, setUpTotp } from "@idanimo/contract/second-factor";
import type { Handler } from "../../../http/call.ts";
import type { AccountDeps } from "../deps.ts";
import { reauthenticate } from "../reauthenticate.ts";
import {
  refundCodeAttempt,
  issueRecoveryCodes,
  unsealTotpSecret,
  sealTotpSecret,
  consumeSecondFactorCode,
  countCodeAttempt,
} from "./codes.ts";
import { findAccountOwner, recordSecurityChange } from "./account-owner.ts";
import { parseTypedCode } from "./rules.ts";
import * as store from "./store.ts";
import { formatTotpSecret, findTotpStep, totpSecretBytes } from "./totp.ts";

/** Creates a secret. An authenticator that is on is not replaced: it must be turned off first, with a code. */
export function setUpAuthenticator(deps: AccountDeps): Handler<typeof setUpTotp> {
  return async (input, caller) => {
    const proved = await reauthenticate(deps, caller, input.password);
    if (!proved.ok) return proved;
    const owner = await findAccountOwner(deps, caller.userId);
    const secret = Buffer.from(deps.ids.token(), "base64url").subarray(0, totpSecretBytes);
    if (!(await store.storeTotpSecret(deps.db.single, owner.id, sealTotpSecret(owner.key, owner.id, secret))))
      return fail("totp_already_on", {});
    const shown = formatTotpSecret(secret, owner.email);
    return ok({ ...shown, qrCode: await renderQrCode(shown.uri) });
  };
}

/** Loads the library on demand, since few processes need it. */
export async function renderQrCode(uri: string): Promise<string> {
  const { default: qrCode } = await import("qrcode");
  const svg = await qrCode.toString(uri, { type: "svg", margin: 4, errorCorrectionLevel: "M" });
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
}

/** Turns the authenticator on with its first correct code, which is consumed. */
export function confirmAuthenticator(deps: AccountDeps): Handler<typeof confirmTotp> {
  return async (input, caller) => {
    const { userId } = caller;
    const secondFactor = await store.findSecondFactorState(deps.db.single, userId);
    if (!secondFactor?.totpSealed || secondFactor.totpOn) return fail("second_factor_ended", {});
    const sealed = secondFactor.totpSealed;
    const allowed = await countCodeAttempt(deps, userId);
    if (!allowed.ok) return allowed;
    const owner = await findAccountOwner(deps, userId);
    const { kind, code } = parseTypedCode(input.code);
    const step =
      kind === "totp" ? findTotpStep(unsealTotpSecret(owner.key, userId, sealed), code, secondFactor.nowMs) : undefined;
    if (step === undefined) return fail("second_factor_wrong", {});
    await refundCodeAttempt(deps, userId);
    return deps.db.transaction("system", async (tx) => {
      if (!(await store.enableTotp(tx, userId, sealed, step))) return fail("second_factor_ended", {});
      await recordSecurityChange(tx, deps, owner, "totp_on");
      return ok({ result: "success", recoveryCodes: await issueRecoveryCodes(tx, deps, userId) } as const);
    });
  };
}

export function removeAuthenticator(deps: AccountDeps): Handler<typeof removeTotp> {
  return async (input, caller) => {
    const proved = await reauthenticate(deps, caller, input.password);
    if (!proved.ok) return proved;
    const owner = await findAccountOwner(deps, caller.userId);
    const right = await consumeSecondFactorCode(deps, owner.id, input.code);
    if (!right.ok) return right;
    await deps.db.transaction("system", async (tx) => {
      await store.disableTotp(tx, owner.id);
      await recordSecurityChange(tx, deps, owner, "totp_off");
    });
    return ok({ result: "success" });
  };
}

export function reissueRecoveryCodes(deps: AccountDeps): Handler<typeof renewRecoveryCodes> {
  return async (input, caller) => {
    const proved = await reauthenticate(deps, caller, input.password);
    if (!proved.ok) return proved;
    const owner = await findAccountOwner(deps, caller.userId);
    const right = await consumeSecondFactorCode(deps, owner.id, input.code);
    if (!right.ok) return right;
    return deps.db.transaction("system", async (tx) => {
      await recordSecurityChange(tx, deps, owner, "recovery_codes_renewed");
      return ok({ recoveryCodes: await issueRecoveryCodes(tx, deps, owner.id) });
    });
  };
}
