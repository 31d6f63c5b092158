/** Words to devices, through the push services of their browsers. */
export type Push = {
  /** What a browser subscribes with; null where the operator has no key, and then nothing is sent. */
  readonly publicKey: string | null;
  /** Whether a device may be kept: its service is one we know, and its keys are keys. Source: T-60, T-69. */
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
  /** Says nothing of what it is about, and is the same however often it is sent: a device shows it once. Source: R-13. */
  readonly tag: string;
};

/** `gone`: this device will never be reached again. `refused`: this push will not go out. `later`: try again. */
export type PushResult =
  { readonly kind: "sent" } | { readonly kind: "gone" | "refused" | "later"; readonly why: string };
