import * as operations from "@idanimo/contract/console/passkeys";
import { ok } from "@idanimo/contract/problems";
import {
  addPasskey,
  createPasskeyOptions,
  createPasskeySignInOptions,
  listOperatorPasskeys,
  removePasskey,
  signInWithPasskey,
} from "../modules/operator-identity/index.ts";
import type { ConsoleDeps } from "./deps.ts";
import type { ConsoleMount } from "./mount.ts";

/** Mounts the operations of operators' passkeys. */
export function passkeyRoutes(mount: ConsoleMount, deps: ConsoleDeps): void {
  mount(operations.operatorPasskeySignInOptions, (_input, _operator, { ip, origin }) =>
    createPasskeySignInOptions(deps, { ip, origin }),
  );
  mount(operations.operatorPasskeySignIn, async (input, _operator, { ip, origin, userAgent, setToken }) => {
    const result = await signInWithPasskey(deps, { ...input, ip, origin, userAgent });
    if (!result.ok) return result;
    setToken(result.value.token);
    return ok({ result: "success" });
  });
  mount(operations.listOperatorPasskeys, async (_input, { id }) =>
    ok({ passkeys: await listOperatorPasskeys(deps, id) }),
  );
  mount(operations.operatorPasskeyOptions, ({ password }, operator, { origin }) =>
    createPasskeyOptions(deps, operator, { password, origin }),
  );
  mount(operations.addOperatorPasskey, (input, operator, { origin }) =>
    addPasskey(deps, operator, { ...input, origin }),
  );
  mount(operations.removeOperatorPasskey, async (input, operator) => {
    const result = await removePasskey(deps, operator, input);
    return result.ok ? ok({ result: "success" }) : result;
  });
}
