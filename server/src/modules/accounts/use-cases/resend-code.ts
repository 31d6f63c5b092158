import type { resendCode } from "@idanimo/contract/accounts";
import { ok } from "@idanimo/contract/problems";
import type { Handler } from "../../../http/call.ts";
import type { AccountDeps } from "../deps.ts";
import { sendNewCode } from "./send-new-code.ts";

export function resendActivationCode(deps: AccountDeps): Handler<typeof resendCode> {
  return async (input, _caller, context) => {
    const fromAddress = await deps.limits.consume("code_address", context.ip);
    if (!fromAddress.ok) return fromAddress;
    const sent = await sendNewCode(deps, input.id);
    return sent.ok ? ok({ result: "success" }) : sent;
  };
}
