import { registerServiceWorker } from "../../lib/service-worker.ts";
import { sharedComputer } from "../../lib/storage.ts";

/** The browser functions that push needs. Tests replace them, because a headless browser cannot subscribe. */
export type PushDevice = {
  readonly permission: () => NotificationPermission | "unsupported";
  readonly requestPermission: () => Promise<NotificationPermission | "unsupported">;
  readonly subscription: () => Promise<Subscription | undefined>;
  /** Undefined if the browser's push service cannot be reached. */
  readonly subscribe: (publicKey: string) => Promise<Subscription | undefined>;
};

type Subscription = {
  /** `endpoint` and `keys`, as sent to the server. */
  readonly content: unknown;
  /** Identifies the subscription; a hash, so that it is no credential. */
  readonly label: string;
  readonly unsubscribe: () => Promise<void>;
};

/** False on a shared computer, whose next user must not see this user's notices. */
function supportsPush(): boolean {
  return (
    !sharedComputer.get() && "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis
  );
}

async function describeSubscription(subscription: PushSubscription): Promise<Subscription> {
  const { endpoint, keys } = subscription.toJSON();
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(subscription.endpoint));
  return {
    content: { endpoint, keys: { p256dh: keys?.["p256dh"], auth: keys?.["auth"] } },
    label: Array.from(new Uint8Array(hash, 0, 16), (byte) => byte.toString(16).padStart(2, "0")).join(""),
    unsubscribe: async () => void (await subscription.unsubscribe().catch(() => undefined)),
  };
}

export const browserPushDevice: PushDevice = {
  permission: () => (supportsPush() ? Notification.permission : "unsupported"),
  requestPermission: async () => (supportsPush() ? Notification.requestPermission() : "unsupported"),
  subscription: async () => {
    const registration = supportsPush() ? await navigator.serviceWorker.getRegistration("/") : undefined;
    const subscription = await registration?.pushManager.getSubscription();
    return subscription ? describeSubscription(subscription) : undefined;
  },
  subscribe: async (publicKey) => {
    try {
      await registerServiceWorker();
      const { pushManager } = await navigator.serviceWorker.ready;
      const created = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
      return await describeSubscription(created);
    } catch {
      return undefined;
    }
  },
};
