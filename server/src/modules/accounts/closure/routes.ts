import { beginExport, closeAccount } from "@idanimo/contract/account-rights";
import type { FastifyInstance } from "fastify";
import { clearSessionCookie } from "../../../http/cookies.ts";
import type { Mount } from "../../../http/mount.ts";
import type { AccountDeps } from "../deps.ts";
import { authoriseExport } from "../data-export/begin-export.ts";
import { closeOwnAccount } from "./close-account.ts";

export function accountClosureRoutes(app: FastifyInstance, mount: Mount, deps: AccountDeps): void {
  mount(app, beginExport, authoriseExport(deps));
  mount(app, closeAccount, closeOwnAccount(deps), { after: (_value, reply) => clearSessionCookie(reply) });
}
