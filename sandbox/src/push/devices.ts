import { createECDH, randomBytes } from "node:crypto";
import type { Clock } from "../kernel/clock.ts";
import { type Database, textOf } from "../kernel/database.ts";

/** A simulated browser with its own keys: pushes to it can be read in the inbox. */
export type Device = {
  readonly id: string;
  /** P-256, 32 bytes in base64url. */
  readonly privateKey: string;
  readonly publicKey: string;
  /** 16 bytes in base64url. */
  readonly auth: string;
  /** The key it was subscribed with; empty if it accepts pushes from any sender. */
  readonly senderKey: string;
};

/** Reserved endings of a device's id, and the response of its push service. */
export const reservedDeviceEndings = {
  "0410": { status: 410, says: "It is gone for good: 410." },
  "0413": { status: 413, says: "Whatever is sent is too large: 413." },
  "0429": { status: 429, says: "Too much is sent: 429, try again in 30 seconds." },
} as const;
export type DeviceEnding = keyof typeof reservedDeviceEndings;

export function isDeviceEnding(text: string | undefined): text is DeviceEnding {
  return text !== undefined && Object.hasOwn(reservedDeviceEndings, text);
}

/** The ending of an id; undefined for an ordinary device. */
export function endingOf(id: string): DeviceEnding | undefined {
  const ending = id.slice(-4);
  return isDeviceEnding(ending) ? ending : undefined;
}

export type Devices = ReturnType<typeof createDevices>;

export function createDevices(database: Database, clock: Clock) {
  return {
    create(senderKey = "", ending?: DeviceEnding): Device {
      const curve = createECDH("prime256v1");
      const publicKey = curve.generateKeys("base64url");
      const privateKey = curve.getPrivateKey().toString("hex").padStart(64, "0"); // a short one would lose its leading zeros
      const device = {
        // hex and an "x" at the end, so that an ordinary id never has a reserved ending by chance
        id: `${randomBytes(12).toString("hex")}${ending === undefined ? "x" : `-${ending}`}`,
        privateKey: Buffer.from(privateKey, "hex").toString("base64url"),
        publicKey,
        auth: randomBytes(16).toString("base64url"),
        senderKey,
      };
      database.insert("push_devices", {
        id: device.id,
        private_key: device.privateKey,
        public_key: publicKey,
        auth: device.auth,
        sender_key: senderKey,
        at: clock.iso(),
      });
      return device;
    },

    byId(id: string): Device | undefined {
      const row = database.one("select * from push_devices where id = ?", id);
      return (
        row && {
          id,
          privateKey: textOf(row, "private_key"),
          publicKey: textOf(row, "public_key"),
          auth: textOf(row, "auth"),
          senderKey: textOf(row, "sender_key"),
        }
      );
    },
  };
}

/** As `PushSubscription.toJSON()` returns it. */
export function subscriptionOf(device: Device, origin: string) {
  return {
    endpoint: `${origin}/push/${device.id}`,
    expirationTime: null,
    keys: { p256dh: device.publicKey, auth: device.auth },
  };
}
