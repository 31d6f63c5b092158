import { addPush, pushKey, pushSubscription, removePush } from "@idanimo/contract/notices";
import { safeParse } from "zod/mini";
import { call, type Problem } from "../../lib/call.ts";
import { storedClientToken } from "../../lib/storage.ts";
import { type PushDevice, browserPushDevice } from "./push-device.ts";

/**
 * Whether this device gets notices while no page is open. `denied`: the user blocked them in the browser, and only
 * the browser's settings can allow them again.
 */
export type PushStatus = "unsupported" | "denied" | "off" | "on";

/** The result of turning push on: the new status, or why it failed. */
export type TurnOnResult =
  | { readonly kind: "standing"; readonly standing: PushStatus }
  /** The operator has no key, or the browser's push service cannot be reached. */
  | { readonly kind: "not_possible" }
  | { readonly kind: "refused"; readonly problem: Problem };

export async function readPushStatus(device: PushDevice = browserPushDevice): Promise<PushStatus> {
  const permission = device.permission();
  if (permission === "unsupported" || permission === "denied") return permission;
  if (permission !== "granted" || !storedClientToken.get()) return "off";
  return (await device.subscription()) ? "on" : "off";
}

/**
 * Asks for permission, subscribes at the browser's push service and registers with our server. Call it from a user
 * gesture. A device without a token gets no push: there is no fallback [PUSH-04 PUSH-05 T-69].
 */
export async function turnOnPush(device: PushDevice = browserPushDevice): Promise<TurnOnResult> {
  const permission = await device.requestPermission();
  if (permission !== "granted") return { kind: "standing", standing: permission === "default" ? "off" : permission };
  const key = await call(pushKey, {});
  if (!key.ok) return { kind: "refused", problem: key.problem };
  if (key.value.publicKey === null) return { kind: "not_possible" };
  // a subscription of an earlier session is not reused: its address belonged to another user
  await (await device.subscription())?.unsubscribe();
  const created = await device.subscribe(key.value.publicKey);
  return created ? registerSubscription(created) : { kind: "not_possible" };
}

/** Removes the subscription, here and on the server. */
export async function turnOffPush(device: PushDevice = browserPushDevice): Promise<void> {
  storedClientToken.remove();
  await (await device.subscription())?.unsubscribe();
  await call(removePush, {});
}

/** Registers an existing subscription for a new session. */
export async function resumePush(device: PushDevice = browserPushDevice): Promise<void> {
  const deviceSubscription = device.permission() === "granted" ? await device.subscription() : undefined;
  if (deviceSubscription) await registerSubscription(deviceSubscription);
}

type DeviceSubscription = NonNullable<Awaited<ReturnType<PushDevice["subscription"]>>>;

async function registerSubscription(stored: DeviceSubscription): Promise<TurnOnResult> {
  const subscription = safeParse(pushSubscription, stored.content);
  const result = subscription.success ? await call(addPush, subscription.data) : undefined;
  if (result?.ok) {
    storedClientToken.set(stored.label);
    return { kind: "standing", standing: "on" };
  }
  await stored.unsubscribe();
  return result ? { kind: "refused", problem: result.problem } : { kind: "not_possible" };
}
