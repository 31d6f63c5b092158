import { randomBytes } from "node:crypto";
import { operatorInvitationMinutes } from "@idanimo/contract/console/rights";
import { recoveryCodeCount } from "@idanimo/contract/limits";
import { fail, ok, type Result } from "@idanimo/contract/problems";
import type { Tx } from "../../database/database.ts";
import { type Vault, tokenHash } from "../../kernel/vault.ts";
import type { IdSource } from "../../kernel/ids.ts";
import {
  findTotpStep,
  formatRecoveryCode,
  formatTotpSecret,
  parseTypedCode,
  recoveryAlphabet,
  recoveryCodeLength,
  renderQrCode,
  totpSecretBytes,
} from "../accounts/index.ts";
import { writeAudit } from "../audit/index.ts";
import type { OperatorIdentityDeps } from "./deps.ts";
import { hashOperatorRecoveryCode, sealOperatorTotp, unsealOperatorTotp } from "./secrets.ts";
import * as store from "./store.ts";

/** Creates a one-time link's token for an invited operator; an earlier one ends. */
export async function createInvitation(tx: Tx, ids: IdSource, operatorId: string): Promise<string> {
  const token = ids.token();
  await store.insertInvitation(tx, operatorId, tokenHash(token), operatorInvitationMinutes);
  return token;
}

/** Opens an invitation: the authenticator's secret is the same at each opening, and the link stays valid. */
export async function openInvitation({ db, vault }: OperatorIdentityDeps, token: string) {
  const invited = await db.transaction("system", async (tx) => {
    const operator = await store.lockInvitation(tx, tokenHash(token));
    if (!operator) return undefined;
    const secret = operator.totpSealed
      ? unsealOperatorTotp(vault, operator.id, operator.totpSealed)
      : randomBytes(totpSecretBytes);
    if (!operator.totpSealed)
      await store.storeTotpSecret(tx, operator.id, sealOperatorTotp(vault, operator.id, secret));
    return { ...operator, secret };
  });
  if (!invited) return fail("operator_link_ended", {});
  const shown = formatTotpSecret(invited.secret, `console: ${invited.email}`);
  return ok({ email: invited.email, name: invited.name, ...shown, qrCode: await renderQrCode(shown.uri) });
}

/** Sets the password and confirms the authenticator. @returns the recovery codes, this once */
export async function finishInvitation(
  deps: OperatorIdentityDeps,
  given: { readonly token: string; readonly password: string; readonly code: string },
): Promise<
  Result<
    { readonly recoveryCodes: string[] },
    "operator_link_ended" | "second_factor_wrong" | "too_many_requests" | "unavailable"
  >
> {
  const allowed = await deps.limits.consume(
    "login_account",
    `operator:invitation:${tokenHash(given.token).toString("hex")}`,
  );
  if (!allowed.ok) return allowed;
  const hashed = await deps.passwords.hash(given.password);
  if (!hashed.ok) return hashed;
  return deps.db.transaction("system", async (tx) => {
    const operator = await store.lockInvitation(tx, tokenHash(given.token));
    if (!operator?.totpSealed) return fail("operator_link_ended", {});
    const secret = unsealOperatorTotp(deps.vault, operator.id, operator.totpSealed);
    const step = findTotpStep(secret, parseTypedCode(given.code).code, operator.nowMs);
    if (step === undefined) return fail("second_factor_wrong", {});
    await store.activateOperator(tx, operator.id, { passwordHash: hashed.value, totpStep: step });
    const recoveryCodes = await issueRecoveryCodes(tx, deps, operator.id);
    await writeAudit(tx, deps.ids, {
      actorKind: "operator",
      actorId: operator.id,
      action: "operator_activated",
      objectId: operator.id,
    });
    return ok({ recoveryCodes });
  });
}

async function issueRecoveryCodes(
  tx: Tx,
  { ids, vault }: { readonly ids: IdSource; readonly vault: Vault },
  operatorId: string,
): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, () => ids.letters(recoveryCodeLength, recoveryAlphabet));
  await store.insertRecoveryCodes(
    tx,
    operatorId,
    codes.map((code) => hashOperatorRecoveryCode(vault, operatorId, code)),
  );
  return codes.map(formatRecoveryCode);
}
