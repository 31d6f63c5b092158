import { pushSubscription } from "@idanimo/contract/notices";
import type * as z from "zod/mini";
import type { Tx } from "../../database/database.ts";
import type { Push, PushDevice } from "../../providers/push/port.ts";
import { upsertDevice, type SignInReference } from "./push-store.ts";

/** Devices that are told, as sign-ins bring and take them. Source: T-69, PUSH-04, PUSH-05. */

const toPushDevice = ({ endpoint, keys }: z.output<typeof pushSubscription>): PushDevice => ({ endpoint, ...keys });

/**
 * Keeps the device a sign-in named.
 * @returns false when its push service is none of ours or its keys are none; then nothing was kept
 */
export async function registerDevice(
  tx: Tx,
  push: Pick<Push, "accepts">,
  signIn: SignInReference,
  subscription: z.output<typeof pushSubscription>,
): Promise<boolean> {
  const device = toPushDevice(subscription);
  if (!push.accepts(device)) return false;
  await upsertDevice(tx, signIn, device);
  return true;
}

/**
 * The same for the text that came with a sign-in: the JSON of a browser's subscription. Any other text, such as a token made up
 * where there was none, names no device: no push then. Source: F-06.
 */
export async function registerPushSubscription(
  tx: Tx,
  push: Pick<Push, "accepts">,
  signIn: SignInReference,
  text: string,
): Promise<boolean> {
  const { success, data } = pushSubscription.safeParse(parseSubscription(text));
  return success && registerDevice(tx, push, signIn, data);
}

function parseSubscription(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    // browsers add when it ends, which they keep to themselves
    if (typeof value !== "object" || value === null || !("endpoint" in value) || !("keys" in value)) return undefined;
    return { endpoint: value.endpoint, keys: value.keys };
  } catch {
    return undefined;
  }
}
