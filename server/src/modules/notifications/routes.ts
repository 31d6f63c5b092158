import { addPush, notices, pushKey, readNotices, removePush } from "@idanimo/contract/notices";
import type { FastifyInstance } from "fastify";
import type { Mount } from "../../http/mount.ts";
import {
  removePushDevice,
  getPushKey,
  listNotices,
  markNoticesAsRead,
  type NoticeDeps,
  addPushDevice,
} from "./use-cases.ts";

export function noticeRoutes(app: FastifyInstance, mount: Mount, deps: NoticeDeps): void {
  mount(app, notices, listNotices(deps));
  mount(app, readNotices, markNoticesAsRead(deps));
  mount(app, pushKey, getPushKey(deps));
  mount(app, addPush, addPushDevice(deps));
  mount(app, removePush, removePushDevice(deps));
}
