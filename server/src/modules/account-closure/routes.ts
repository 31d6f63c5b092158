import { closeAccount } from "@idanimo/contract/account-rights";
import { closeOrganisation, readClosing, stopClosing } from "@idanimo/contract/organisations/closing";
import type { FastifyInstance } from "fastify";
import { clearSessionCookie } from "../../http/cookies.ts";
import type { Mount } from "../../http/mount.ts";
import type { AccountDeps } from "../accounts/index.ts";
import { closeOwnAccount } from "./close-account.ts";
import { closeOwnOrganisation } from "./close-organisation.ts";
import { readClosingState, stopClosingOrganisation } from "./closing-requests.ts";

export function accountClosureRoutes(app: FastifyInstance, mount: Mount, deps: AccountDeps): void {
  mount(app, closeAccount, closeOwnAccount(deps), { after: (_value, reply) => clearSessionCookie(reply) });
  mount(app, closeOrganisation, closeOwnOrganisation(deps));
  mount(app, readClosing, readClosingState(deps));
  mount(app, stopClosing, stopClosingOrganisation(deps));
}
