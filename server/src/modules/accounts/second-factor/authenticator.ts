import { fail, ok } from "@idanimo/contract/problems";
import type { confirmTotp, removeTotp, renewRecoveryCodes, setUpTotp } from "@idanimo/contract/second-factor";
import type { Handler } from "../../../http/call.ts";
import type { AccountDeps } from "../deps.ts";
import { proveAgain } from "../prove.ts";
import { giveCodeTryBack, newRecoveryCodes, openSecret, sealSecret, spendCode, takeCodeTry } from "./codes.ts";
import { findOwner, noteChange } from "./owner.ts";
import { typedCode } from "./rules.ts";
import * as store from "./store.ts";
import { shownSecret, stepOfCode, totpSecretBytes } from "./totp.ts";

/** Makes a secret. One that is on stays: changing it needs a code of it, so it is turned off first. */
export function setUp(deps: AccountDeps): Handler<typeof setUpTotp> {
  return async (input, caller) => {
    const proved = await proveAgain(deps, caller, input.password);
    if (!proved.ok) return proved;
    const owner = await findOwner(deps, caller.userId);
    const secret = Buffer.from(deps.ids.token(), "base64url").subarray(0, totpSecretBytes);
    if (!(await store.keepTotpSecret(deps.db.single, owner.id, sealSecret(owner.key, owner.id, secret))))
      return fail("totp_already_on", {});
    const shown = shownSecret(secret, owner.email);
    return ok({ ...shown, qrCode: await pictureOf(shown.uri) });
  };
}

/** The library holds 12 MB that few processes ever need, so it is loaded by the first who does. */
async function pictureOf(uri: string): Promise<string> {
  const { default: qrCode } = await import("qrcode");
  const svg = await qrCode.toString(uri, { type: "svg", margin: 4, errorCorrectionLevel: "M" });
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
}

/** Its first right code turns it on and counts as used. */
export function confirm(deps: AccountDeps): Handler<typeof confirmTotp> {
  return async (input, caller) => {
    const { userId } = caller;
    const standing = await store.findSecondStep(deps.db.single, userId);
    if (!standing?.totpSealed || standing.totpOn) return fail("second_factor_ended", {});
    const sealed = standing.totpSealed;
    const allowed = await takeCodeTry(deps, userId);
    if (!allowed.ok) return allowed;
    const owner = await findOwner(deps, userId);
    const { kind, code } = typedCode(input.code);
    const step = kind === "totp" ? stepOfCode(openSecret(owner.key, userId, sealed), code, standing.nowMs) : undefined;
    if (step === undefined) return fail("second_factor_wrong", {});
    await giveCodeTryBack(deps, userId);
    return deps.db.transaction("system", async (tx) => {
      if (!(await store.turnTotpOn(tx, userId, sealed, step))) return fail("second_factor_ended", {});
      await noteChange(tx, deps, owner, "totp_on");
      return ok({ result: "success", recoveryCodes: await newRecoveryCodes(tx, deps, userId) } as const);
    });
  };
}

export function remove(deps: AccountDeps): Handler<typeof removeTotp> {
  return async (input, caller) => {
    const proved = await proveAgain(deps, caller, input.password);
    if (!proved.ok) return proved;
    const owner = await findOwner(deps, caller.userId);
    const right = await spendCode(deps, owner.id, input.code);
    if (!right.ok) return right;
    await deps.db.transaction("system", async (tx) => {
      await store.turnTotpOff(tx, owner.id);
      await noteChange(tx, deps, owner, "totp_off");
    });
    return ok({ result: "success" });
  };
}

export function renew(deps: AccountDeps): Handler<typeof renewRecoveryCodes> {
  return async (input, caller) => {
    const proved = await proveAgain(deps, caller, input.password);
    if (!proved.ok) return proved;
    const owner = await findOwner(deps, caller.userId);
    const right = await spendCode(deps, owner.id, input.code);
    if (!right.ok) return right;
    return deps.db.transaction("system", async (tx) => {
      await noteChange(tx, deps, owner, "recovery_codes_renewed");
      return ok({ recoveryCodes: await newRecoveryCodes(tx, deps, owner.id) });
    });
  };
}
