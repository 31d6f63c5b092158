import { addPush, notices, pushKey, readNotices, removePush } from "@idanimo/contract/notices";
import type { FastifyInstance } from "fastify";
import type { Mount } from "../../http/mount.ts";
import { forgetDevice, keyOf, listNotices, markAsRead, type NoticeDeps, tellDevice } from "./use-cases.ts";

/** The list of notices, and the devices that are told. */
export function noticeRoutes(app: FastifyInstance, mount: Mount, deps: NoticeDeps): void {
  mount(app, notices, listNotices(deps));
  mount(app, readNotices, markAsRead(deps));
  mount(app, pushKey, keyOf(deps));
  mount(app, addPush, tellDevice(deps));
  mount(app, removePush, forgetDevice(deps));
}
