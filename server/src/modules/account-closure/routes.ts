import { closeAccount } from "@idanimo/contract/account-rights";
import type { FastifyInstance } from "fastify";
import { clearSessionCookie } from "../../http/cookies.ts";
import type { Mount } from "../../http/mount.ts";
import type { AccountDeps } from "../accounts/index.ts";
import { closeOwnAccount } from "./close-account.ts";

export function accountClosureRoutes(app: FastifyInstance, mount: Mount, deps: AccountDeps): void {
  mount(app, closeAccount, closeOwnAccount(deps), { after: (_value, reply) => clearSessionCookie(reply) });
}
