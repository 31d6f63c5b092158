import { endOtherSessions, endSession, sessions, switchCurrency, updateProfile } from "@idanimo/contract/profile";
import type { FastifyInstance } from "fastify";
import type { Mount } from "../../../http/mount.ts";
import type { AccountDeps } from "../deps.ts";
import { createAuthenticate } from "../use-cases/sessions.ts";
import { pictureRoute } from "./picture-route.ts";
import { openPictureEncoder } from "./picture-encoder.ts";
import { revokeSession, revokeOtherSessions, listSessions } from "./sessions.ts";
import { saveProfile, switchActiveCurrency } from "./update-profile.ts";

/** Fits a picture of 2 MB in base64 and the other fields. [T-57] */
const bodyLimit = 2_900_000;

export function profileRoutes(app: FastifyInstance, mount: Mount, deps: AccountDeps): void {
  mount(app, updateProfile, saveProfile(deps, openPictureEncoder()), { bodyLimit });
  mount(app, switchCurrency, switchActiveCurrency(deps));
  mount(app, sessions, listSessions(deps));
  mount(app, endSession, revokeSession(deps));
  mount(app, endOtherSessions, revokeOtherSessions(deps));
  pictureRoute(app, createAuthenticate(deps), deps);
}
