export const targets = [
  "prembly",
  "dojah",
  "flutterwave",
  "termii",
  "smtp",
  "ip",
  "google",
  "directory",
  "facebook",
  "turnstile",
  "push",
  "smartcomply",
  "mono",
  "vinaudit",
  "stolen",
  "match",
  "live_face",
] as const;
export type Target = (typeof targets)[number];

type FaultSpec = { readonly targets: readonly Target[]; readonly says: string };

const recordSources = ["dojah", "smartcomply", "mono", "vinaudit", "stolen", "match"] as const;
const httpTargets = [
  "prembly",
  "flutterwave",
  "termii",
  "ip",
  "google",
  "directory",
  "facebook",
  "turnstile",
  "push",
  ...recordSources,
  "live_face",
] as const;
const allTargets = targets;
const webhookSenders = ["flutterwave", "termii"] as const;

/** Every fault that a control call can inject. */
export const faultKinds = {
  refuse: { targets: allTargets, says: "The connection is cut before anything was read." },
  hang: { targets: allTargets, says: "No answer; the line is cut after two minutes." },
  slow_first_byte: { targets: allTargets, says: "The first byte comes after 8 seconds." },
  slow_drip: { targets: httpTargets, says: "The answer trickles in over 12 seconds." },
  http_500: { targets: allTargets, says: "Error 500 with the provider's error body (mail: 451, try later)." },
  http_502_html: { targets: httpTargets, says: "Error 502 with a page instead of data." },
  http_429: { targets: allTargets, says: "Error 429 with Retry-After: 30 (mail: 450 for the recipient)." },
  http_401: { targets: allTargets, says: "Error 401, as with a wrong key (mail: 530)." },
  cut_mid_body: { targets: httpTargets, says: "Half of the answer, then the line is cut." },
  answer_lost: { targets: allTargets, says: "Everything is done, but the answer never arrives." },
  garbled_json: { targets: httpTargets, says: "The answer is no JSON." },
  wrong_person: { targets: ["prembly", ...recordSources], says: "The record of another person." },
  wrong_currency: { targets: ["flutterwave"], says: "A transaction is reported in another currency." },
  huge_body: { targets: httpTargets, says: "The true answer followed by 64 MB of blanks." },
  gzip_bomb: { targets: httpTargets, says: "The same 64 MB, packed into a few kilobytes." },
  bad_utf8: { targets: httpTargets, says: "The answer holds bytes that are no text." },
  ok_with_error: { targets: httpTargets, says: "Status 200 with the provider's error body." },
  schema_drift: {
    targets: ["prembly", "dojah"],
    says: 'The record under other keys, with keys missing and "null" as text.',
  },
  flapping: { targets: httpTargets, says: "Five calls fail with 500, five work, and so on." },
  webhook_none: { targets: webhookSenders, says: "A notice is never sent." },
  webhook_late: { targets: webhookSenders, says: "A notice is sent 20 seconds late." },
  webhook_twice: { targets: webhookSenders, says: "A notice is sent twice." },
  webhook_wrong_hash: { targets: webhookSenders, says: "A notice carries a wrong mark." },
} as const satisfies Record<string, FaultSpec>;

export type FaultKind = keyof typeof faultKinds;

export function isTarget(text: string | undefined): text is Target {
  return targets.some((target) => target === text);
}

export function isFaultKind(text: string | undefined): text is FaultKind {
  return text !== undefined && Object.hasOwn(faultKinds, text);
}

export function appliesTo(kind: FaultKind, target: Target): boolean {
  const known: readonly Target[] = faultKinds[kind].targets;
  return known.includes(target);
}

/** Faults of webhooks are decided when they are sent, not when the provider is called. */
export function isWebhookFault(kind: FaultKind): boolean {
  return kind.startsWith("webhook_");
}
