import { endOtherSessions, endSession, sessions, switchCurrency, updateProfile } from "@idanimo/contract/profile";
import type { FastifyInstance } from "fastify";
import type { Mount } from "../../../http/mount.ts";
import type { AccountDeps } from "../deps.ts";
import { identifyWith } from "../use-cases/signed-in.ts";
import { pictureRoute } from "./picture-route.ts";
import { openPictures } from "./pictures.ts";
import { endOneSignIn, endOtherSignIns, listSignIns } from "./sign-ins.ts";
import { changeProfile, chooseCurrency } from "./update-profile.ts";

/** Room for a picture of 2 MB in base64 and the other fields. Source: T-57. */
const bodyLimit = 2_900_000;

export function profileRoutes(app: FastifyInstance, mount: Mount, deps: AccountDeps): void {
  mount(app, updateProfile, changeProfile(deps, openPictures()), { bodyLimit });
  mount(app, switchCurrency, chooseCurrency(deps));
  mount(app, sessions, listSignIns(deps));
  mount(app, endSession, endOneSignIn(deps));
  mount(app, endOtherSessions, endOtherSignIns(deps));
  pictureRoute(app, identifyWith(deps), deps);
}
