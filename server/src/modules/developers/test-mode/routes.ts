import {
  addPlayMoney,
  decideTestConsent,
  readTestMode,
  replyToTestMessage,
  testInbox,
} from "@idanimo/contract/developers/test-mode";
import { fail, ok } from "@idanimo/contract/problems";
import type { FastifyInstance } from "fastify";
import type { Mount } from "../../../http/mount.ts";
import type { TestModeDeps } from "./deps.ts";
import { creditPlayMoney, decideAsSubject, listInbox, replyAsSubject } from "./use-cases.ts";

/** The calls of test mode. */
export function testModeRoutes(app: FastifyInstance, mount: Mount, deps: TestModeDeps): void {
  mount(app, readTestMode, async () => ok({ isAvailable: true }));
  mount(app, addPlayMoney, creditPlayMoney(deps));
  mount(app, decideTestConsent, decideAsSubject(deps));
  mount(app, testInbox, listInbox(deps));
  mount(app, replyToTestMessage, replyAsSubject(deps));
}

/** The same calls in live: whether there is a test mode, and nothing else. */
export function liveTestModeRoutes(app: FastifyInstance, mount: Mount, hasTestMode: boolean): void {
  mount(app, readTestMode, async (_input, { member }) => ok({ isAvailable: hasTestMode && member !== null }));
  for (const operation of [addPlayMoney, decideTestConsent, testInbox, replyToTestMessage])
    mount(app, operation, async () => fail("not_found", {}));
}
