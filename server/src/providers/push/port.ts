/** Push notifications, through the push services of browsers. */
export type Push = {
  /** The key with which a browser subscribes; null if the operator has no key, and then nothing is sent. */
  readonly publicKey: string | null;
  /** Whether a device may be stored: its service is a known one, and its keys are valid. [T-60 T-69] */
  accepts(device: PushDevice): boolean;
  send(device: PushDevice, words: PushMessage): Promise<PushResult>;
};

/** A browser's subscription. */
export type PushDevice = {
  readonly endpoint: string;
  /** Its public key, an uncompressed point of P-256, in base64url. */
  readonly p256dh: string;
  /** 16 bytes in base64url. */
  readonly auth: string;
};

export type PushMessage = {
  readonly title: string;
  readonly body: string;
  readonly type: string;
  /** Reveals nothing, and is the same for every repeat, so that a device shows the notification once. */
  readonly tag: string;
};

/** `gone`: this device can never be reached again. `refused`: this push will not be sent. `later`: try again. */
export type PushResult =
  | { readonly kind: "sent" }
  | { readonly kind: "gone" | "refused" | "later"; readonly why: string };
