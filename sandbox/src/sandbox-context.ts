import { createHmac } from "node:crypto";
import type { Settings } from "./config.ts";
import { createDomainTexts, type DomainTexts } from "./dns/domain-texts.ts";
import { createFaults, type Faults } from "./faults/faults.ts";
import type { Target } from "./faults/fault-kinds.ts";
import { createPayments, type Payments } from "./flutterwave/payments.ts";
import { createMessages, type Messages } from "./inbox/messages.ts";
import { type Clock, createClock } from "./kernel/clock.ts";
import { type Database, openDatabase } from "./kernel/database.ts";
import { createDevices, type Devices } from "./push/devices.ts";
import { createWebhooks, type Webhooks, type WebhookSender, type WebhookSenderRules } from "./webhooks.ts";
import { createLookupLog, type LookupLog } from "./prembly/lookup-log.ts";

/** State that the sandbox's modules share. */
export type SandboxContext = {
  readonly settings: Settings;
  readonly database: Database;
  readonly clock: Clock;
  readonly faults: Faults;
  readonly webhooks: Webhooks;
  readonly payments: Payments;
  readonly lookups: LookupLog;
  readonly messages: Messages;
  readonly devices: Devices;
  readonly domainTexts: DomainTexts;
  /** Calls that reached each provider, with or without a fault. */
  readonly calls: Record<Target, number>;
  /** Emails that the mail catcher rejected permanently. */
  readonly counts: { bouncedMails: number };
  /** The sandbox's own address; known once it listens. */
  origin(): string;
  setOrigin(origin: string): void;
  close(): void;
};

export function createSandboxContext(settings: Settings): SandboxContext {
  const database = openDatabase(settings.dataFile);
  const clock = createClock();
  const senders = webhookSendersOf(settings);
  const { productUrl, productMode } = settings;
  const productHeaders: Record<string, string> = productMode === undefined ? {} : { "idanimo-mode": productMode };
  const webhooks = createWebhooks({ database, clock, productUrl, productHeaders, senders });
  let origin = "";
  return {
    settings,
    database,
    clock,
    faults: createFaults(),
    webhooks,
    payments: createPayments(database, clock),
    lookups: createLookupLog(database, clock),
    messages: createMessages(database, clock),
    devices: createDevices(database, clock),
    domainTexts: createDomainTexts(),
    calls: zeroCallCounts(),
    counts: { bouncedMails: 0 },
    origin: () => origin,
    setOrigin: (address) => void (origin = address),
    close() {
      webhooks.close();
      clock.close();
      database.close();
    },
  };
}

export function zeroCallCounts(): Record<Target, number> {
  return {
    prembly: 0,
    dojah: 0,
    flutterwave: 0,
    termii: 0,
    smtp: 0,
    ip: 0,
    push: 0,
    google: 0,
    directory: 0,
    facebook: 0,
    turnstile: 0,
    smartcomply: 0,
    mono: 0,
    vinaudit: 0,
    stolen: 0,
    match: 0,
    live_face: 0,
  };
}

function webhookSendersOf({ keys }: Settings): Record<WebhookSender, WebhookSenderRules> {
  return {
    flutterwave: {
      secret: keys.flutterwaveSecretHash,
      signatureHeaders: (_body, secret) => ({ "verif-hash": secret }), // the secret itself: this provider does not sign
      accepts: (status) => status === 200,
    },
    termii: {
      secret: keys.termiiSecretKey,
      signatureHeaders: (body, secret) => ({
        "x-termii-signature": createHmac("sha512", secret).update(body).digest("hex"),
      }),
      accepts: (status) => status >= 200 && status < 300,
    },
  };
}
