import { pushSubscription } from "@idanimo/contract/notices";
import type * as z from "zod/mini";
import type { Tx } from "../../database/database.ts";
import type { Push, PushDevice } from "../../providers/push/port.ts";
import { upsertDevice, type SignInReference } from "./push-store.ts";

/** Registration of push devices, each bound to one sign-in. [T-69 PUSH-04 PUSH-05] */

const toPushDevice = ({ endpoint, keys }: z.output<typeof pushSubscription>): PushDevice => ({ endpoint, ...keys });

/**
 * Stores the device of a sign-in.
 * @returns false, without storing anything, if its push service is not allowed or its keys are invalid
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
 * The same for the text that a sign-in sends: a browser subscription as JSON. Ignores any other text, such as a
 * placeholder token, so that no push is sent. [F-06]
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
    // browsers also send `expirationTime`, which we ignore
    if (typeof value !== "object" || value === null || !("endpoint" in value) || !("keys" in value)) return undefined;
    return { endpoint: value.endpoint, keys: value.keys };
  } catch {
    return undefined;
  }
}
