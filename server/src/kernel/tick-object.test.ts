import { createHook } from "node:async_hooks";
import { setFlagsFromString } from "node:v8";
import { expect, test } from "vitest";
import { collectGarbage } from "./testing/collect-garbage.ts";
import { retainedTickObject, retainTickObject } from "./tick-object.ts";

setFlagsFromString("--allow-natives-syntax");
// oxlint-disable-next-line typescript/no-implied-eval -- V8's own question, which no module may hold
const haveSameForm = new Function("left", "right", "return %HaveSameMap(left, right)") as (
  left: object,
  right: object,
) => boolean;

test("a tick has the form of the one that is held, also after V8 has cleaned up several times", async () => {
  retainTickObject();
  for (let times = 0; times < 6; times += 1) {
    collectGarbage();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const ticks: object[] = [];
  const hook = createHook({ init: (_id, type, _trigger, made) => void (type === "TickObject" && ticks.push(made)) });
  hook.enable();
  process.nextTick(() => undefined);
  hook.disable();
  expect(ticks).toHaveLength(1);
  expect(haveSameForm(ticks[0] ?? {}, retainedTickObject.one ?? [])).toBe(true);
});
