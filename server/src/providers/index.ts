import { webhookTimeoutSeconds } from "@idanimo/contract/developers/limits";
import { Gauge, type Registry } from "prom-client";
import { type Clock, systemClock } from "../kernel/clock.ts";
import type { SourceSettings } from "./source-settings.ts";
import { type BreakerRules, defaultBreakerRules, type ProviderHealth } from "./circuit-breaker.ts";
import type { HostedCaptcha } from "./captcha/port.ts";
import { turnstile, type TurnstileSettings } from "./captcha/turnstile.ts";
import { flutterwave, type FlutterwaveSettings } from "./card-payments/flutterwave.ts";
import type { CardPayments } from "./card-payments/port.ts";
import { ipLookup, type IpLookupSettings } from "./ip-lookup/ipapi.ts";
import type { IpLookup } from "./ip-lookup/port.ts";
import { ProviderClient, type ProviderLog, providerMetrics } from "./provider-client.ts";
import { liveFace } from "./live-face/live-face.ts";
import type { LiveFace } from "./live-face/port.ts";
import type { Mail } from "./mail/port.ts";
import { smtp, type SmtpSettings } from "./mail/smtp.ts";
import { openIdConnect } from "./enterprise-sign-in/openid-connect.ts";
import type { EnterpriseSignIn } from "./enterprise-sign-in/port.ts";
import { dnsDomainRecords } from "./domain-records/dns.ts";
import type { DomainRecords } from "./domain-records/port.ts";
import { type HttpClient, openHttpClient } from "./http-client.ts";
import { isLoopbackAddress, isPublicAddress } from "./public-addresses.ts";
import type { PremblySettings } from "./person-records/prembly-call.ts";
import type { Push } from "./push/port.ts";
import { type PushSettings, webPush } from "./push/web-push.ts";
import type { Sms } from "./sms/port.ts";
import { facebookSignIn, type FacebookSettings } from "./social-sign-in/facebook.ts";
import { googleSignIn, type GoogleSettings } from "./social-sign-in/google.ts";
import type { SocialSignIn } from "./social-sign-in/port.ts";
import { termii, type TermiiSettings } from "./sms/termii.ts";
import { openSources, type Sources } from "./sources.ts";

export { neverOpenRules, type ProviderHealth } from "./circuit-breaker.ts";

/** All external providers, each behind its port. */
export type Providers = {
  readonly cardPayments: CardPayments;
  /** The sources of records. */
  readonly sources: Sources;
  readonly sms: Sms;
  readonly mail: Mail;
  readonly ipLookup: IpLookup;
  readonly push: Push;
  /** Undefined if the operator has no keys for it. */
  readonly google: SocialSignIn | undefined;
  readonly facebook: SocialSignIn | undefined;
  /** Undefined without a provider of live captures: then NIN + Face is off. */
  readonly liveFace: LiveFace | undefined;
  /** The identity providers of organisations. */
  readonly enterpriseSignIn: EnterpriseSignIn;
  /** The TXT records with which organisations prove their domains. */
  readonly domainRecords: DomainRecords;
  /** Calls webhook endpoints: public addresses, and those of this machine in a demonstration [DP-06]. */
  readonly webhooks: HttpClient;
  /** Undefined: our own proof of work is used. */
  readonly captcha: HostedCaptcha | undefined;
  /** When failures of a provider stop calls to it. */
  readonly breakerRules: BreakerRules;
  /** The health of each, as seen by this process. */
  health(need: ProviderRole): ProviderHealth;
  close(): void;
};

const stateNumbers = { up: 0, slow: 1, down: 2 } as const satisfies Record<ProviderHealth["state"], number>;

export type ProviderRole = "cardPayments" | "sms" | "mail" | "ipLookup";

export type ProviderDeps = {
  readonly registry: Registry;
  readonly clock?: Clock;
  readonly breakerRules?: BreakerRules;
  /** Logs failed calls, without their values. */
  readonly log?: ProviderLog;
};

export type ProviderSettings = {
  /** If true, every call uses https. */
  readonly production: boolean;
  /** Whether webhooks may go to this machine: in a demonstration. */
  readonly hasLoopbackWebhooks: boolean;
  readonly flutterwave: FlutterwaveSettings;
  readonly prembly: PremblySettings;
  readonly sources: SourceSettings;
  readonly termii: TermiiSettings;
  readonly smtp: SmtpSettings;
  readonly ipLookup: IpLookupSettings;
  readonly push: PushSettings;
  /** Resolvers for TXT records; empty: those of the system. */
  readonly dnsServers: readonly string[];
  readonly google: GoogleSettings | undefined;
  readonly facebook: FacebookSettings | undefined;
  readonly turnstile: TurnstileSettings | undefined;
};

/** Builds every adapter with the settings' URLs and keys; opens no connection. */
export function openProviders(settings: ProviderSettings, deps: ProviderDeps): Providers {
  const clock = deps.clock ?? systemClock;
  const breakerRules = deps.breakerRules ?? defaultBreakerRules;
  const outside = openHttpClient({}, settings.production);
  const anywhere = openHttpClient({ bytes: 512 * 1024 }, true, { accepts: isPublicAddress });
  const webhooks = openHttpClient({ totalMs: webhookTimeoutSeconds * 1_000 }, !settings.hasLoopbackWebhooks, {
    accepts: settings.hasLoopbackWebhooks
      ? (address) => isPublicAddress(address) || isLoopbackAddress(address)
      : isPublicAddress,
  });
  const metrics = providerMetrics(deps.registry);
  const known = new Map<string, ProviderClient>();
  /** One client per provider, whatever it is used for, so that a failing provider is down for all of it. */
  const line = (name: string) => {
    const found = known.get(name);
    if (found) return found;
    const made = new ProviderClient(name, { httpClient: outside, clock, metrics, log: deps.log, breakerRules });
    known.set(name, made);
    metrics.begin(name);
    return made;
  };
  deps.registry.registerMetric(
    new Gauge({
      name: "idanimo_provider_state",
      help: "How each provider is doing, as this process has seen it: 0 up, 1 slow, 2 its breaker is open, until a call ends well.",
      labelNames: ["provider"],
      registers: [],
      collect() {
        for (const [provider, one] of known)
          this.set({ provider }, one.isOpen ? stateNumbers.down : stateNumbers[one.health().state]);
      },
    }),
  );
  const lines = {
    cardPayments: line("flutterwave"),
    sms: line("termii"),
    mail: line("smtp"),
    ipLookup: line("ipapi"),
  } as const satisfies Record<ProviderRole, ProviderClient>;
  const mail = smtp(lines.mail, settings.smtp);
  return {
    cardPayments: flutterwave(lines.cardPayments, settings.flutterwave),
    sources: openSources({ ...settings.sources, prembly: settings.prembly, flutterwave: settings.flutterwave }, line),
    sms: termii(lines.sms, settings.termii, clock),
    mail,
    ipLookup: ipLookup(lines.ipLookup, line("ipify"), settings.ipLookup, clock),
    push: webPush(line, settings.push),
    google: settings.google && googleSignIn(line("google"), settings.google, clock),
    facebook: settings.facebook && facebookSignIn(line("facebook"), settings.facebook, clock),
    captcha: settings.turnstile && turnstile(line("turnstile"), settings.turnstile),
    liveFace: settings.sources.liveFace && liveFace(line("live-face"), settings.sources.liveFace),
    enterpriseSignIn: openIdConnect(
      { anywhere, sandbox: outside },
      // the same that a demonstration's push devices have
      { sandboxOrigin: settings.push.sandboxOrigin },
    ),
    webhooks,
    breakerRules,
    domainRecords: dnsDomainRecords(settings.dnsServers),
    health: (need) => lines[need].health(),
    close() {
      outside.close();
      anywhere.close();
      webhooks.close();
      mail.close();
    },
  };
}
