import { operatorRoles } from "@idanimo/contract/console/rights";
import {
  currentOperator,
  finishInvitation as finishOperation,
  openInvitation as openOperation,
  operatorSecondStep,
  operatorSignIn,
  operatorSignOut,
} from "@idanimo/contract/console/session";
import { ok } from "@idanimo/contract/problems";
import {
  checkOperatorPassword,
  completeOperatorSignIn,
  countOthersWithRoles,
  finishInvitation,
  openInvitation,
  signOutOperator,
} from "../modules/operator-identity/index.ts";
import type { ConsoleDeps } from "./deps.ts";
import type { ConsoleMount } from "./mount.ts";

/** Sign-in, sign-out and the set-up of an invited operator. */
export function sessionRoutes(mount: ConsoleMount, deps: ConsoleDeps): void {
  mount(operatorSignIn, (input, _operator, { ip }) => checkOperatorPassword(deps, { ...input, ip }));
  mount(operatorSecondStep, async (input, _operator, context) => {
    const result = await completeOperatorSignIn(deps, { ...input, userAgent: context.userAgent });
    if (!result.ok) return result;
    context.setToken(result.value.token);
    return ok({ result: "success" });
  });
  mount(operatorSignOut, async (_input, operator, context) => {
    await signOutOperator(deps, operator);
    context.setToken(undefined);
    return ok({ result: "success" });
  });
  mount(currentOperator, async (_input, { id, name, email, roles }, { csrfToken }) => {
    const colleagues = await countOthersWithRoles(deps.db.single, id, operatorRoles);
    return ok({ id, name, email, roles: [...roles], csrfToken, hasColleague: colleagues > 0 });
  });
  mount(openOperation, (input) => openInvitation(deps, input.token));
  mount(finishOperation, (input) => finishInvitation(deps, input));
}
