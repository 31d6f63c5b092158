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
import type { FastifyInstance } from "fastify";
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
export function sessionRoutes(app: FastifyInstance, mount: ConsoleMount, deps: ConsoleDeps): void {
  mount(app, operatorSignIn, (input, _operator, { ip }) => checkOperatorPassword(deps, { ...input, ip }));
  mount(app, operatorSecondStep, async (input, _operator, context) => {
    const result = await completeOperatorSignIn(deps, { ...input, userAgent: context.userAgent });
    if (!result.ok) return result;
    context.setToken(result.value.token);
    return ok({ result: "success" });
  });
  mount(app, operatorSignOut, async (_input, operator, context) => {
    await signOutOperator(deps, operator);
    context.setToken(undefined);
    return ok({ result: "success" });
  });
  mount(app, currentOperator, async (_input, { id, name, email, roles }, { csrfToken }) => {
    const colleagues = await countOthersWithRoles(deps.db.single, id, operatorRoles);
    return ok({ id, name, email, roles: [...roles], csrfToken, hasColleague: colleagues > 0 });
  });
  mount(app, openOperation, (input) => openInvitation(deps, input.token));
  mount(app, finishOperation, (input) => finishInvitation(deps, input));
}
