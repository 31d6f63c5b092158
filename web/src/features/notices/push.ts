import { addPush, pushKey, pushSubscription, removePush } from "@idanimo/contract/notices";
import { safeParse } from "zod/mini";
import { call, type Problem } from "../../lib/call.ts";
import { storedClientToken } from "../../lib/storage.ts";
import { type PushDevice, browserPushDevice } from "./push-device.ts";

/**
 * Notices on this device while no page is open. `unsupported`: this browser cannot. `denied`: the person has forbidden it in the
 * browser, which alone can allow it again.
 */
export type PushStatus = "unsupported" | "denied" | "off" | "on";

/** What became of turning it on: where it stands now, or why it could not be. */
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
 * Asks the person's leave, subscribes at the browser's push service and tells our server. Call it only from a press. A device that
 * has no token gets no push: there is none to fall back to. Source: PUSH-04, PUSH-05, T-69.
 */
export async function turnOnPush(device: PushDevice = browserPushDevice): Promise<TurnOnResult> {
  const permission = await device.requestPermission();
  if (permission !== "granted") return { kind: "standing", standing: permission === "default" ? "off" : permission };
  const key = await call(pushKey, {});
  if (!key.ok) return { kind: "refused", problem: key.problem };
  if (key.value.publicKey === null) return { kind: "not_possible" };
  // a subscription of an earlier sign-in is not carried over: whoever held its address held it for somebody else
  await (await device.subscription())?.unsubscribe();
  const made = await device.subscribe(key.value.publicKey);
  return made ? registerSubscription(made) : { kind: "not_possible" };
}

/** Forgets the device, here and at the server. */
export async function turnOffPush(device: PushDevice = browserPushDevice): Promise<void> {
  storedClientToken.remove();
  await (await device.subscription())?.unsubscribe();
  await call(removePush, {});
}

/** After a new sign-in: the device still may be told, so it now belongs to this one. */
export async function resumePush(device: PushDevice = browserPushDevice): Promise<void> {
  const deviceSubscription = device.permission() === "granted" ? await device.subscription() : undefined;
  if (deviceSubscription) await registerSubscription(deviceSubscription);
}

type DeviceSubscription = NonNullable<Awaited<ReturnType<PushDevice["subscription"]>>>;

async function registerSubscription(kept: DeviceSubscription): Promise<TurnOnResult> {
  const subscription = safeParse(pushSubscription, kept.content);
  const answer = subscription.success ? await call(addPush, subscription.data) : undefined;
  if (answer?.ok) {
    storedClientToken.set(kept.label);
    return { kind: "standing", standing: "on" };
  }
  await kept.unsubscribe();
  return answer ? { kind: "refused", problem: answer.problem } : { kind: "not_possible" };
}
