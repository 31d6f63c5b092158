import { beginExport, closeAccount } from "@idanimo/contract/account-rights";
import type { FastifyInstance } from "fastify";
import { takeSignIn } from "../../../http/cookies.ts";
import type { Mount } from "../../../http/mount.ts";
import type { AccountDeps } from "../deps.ts";
import { allow } from "./begin-export.ts";
import { close } from "./close-account.ts";

/** What an account's holder may always do: take everything along, and leave. */
export function leaveRoutes(app: FastifyInstance, mount: Mount, deps: AccountDeps): void {
  mount(app, beginExport, allow(deps));
  mount(app, closeAccount, close(deps), { after: (_value, reply) => takeSignIn(reply) });
}
