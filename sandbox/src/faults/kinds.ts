export const targets = [
  "prembly",
  "dojah",
  "flutterwave",
  "termii",
  "smtp",
  "ip",
  "google",
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

type Kind = { readonly targets: readonly Target[]; readonly says: string };

const records = ["dojah", "smartcomply", "mono", "vinaudit", "stolen", "match"] as const;
const overHttp = [
  "prembly",
  "flutterwave",
  "termii",
  "ip",
  "google",
  "facebook",
  "turnstile",
  "push",
  ...records,
  "live_face",
] as const;
const everywhere = targets;
const thatNotify = ["flutterwave", "termii"] as const;

/** Every fault the control call can ask for. `R-27` of the threat list names most of them. */
export const faultKinds = {
  refuse: { targets: everywhere, says: "The connection is cut before anything was read." },
  hang: { targets: everywhere, says: "No answer; the line is cut after two minutes." },
  slow_first_byte: { targets: everywhere, says: "The first byte comes after 8 seconds." },
  slow_drip: { targets: overHttp, says: "The answer trickles in over 12 seconds." },
  http_500: { targets: everywhere, says: "Error 500 with the provider's error body (mail: 451, try later)." },
  http_502_html: { targets: overHttp, says: "Error 502 with a page instead of data." },
  http_429: { targets: everywhere, says: "Error 429 with Retry-After: 30 (mail: 450 for the recipient)." },
  http_401: { targets: everywhere, says: "Error 401, as with a wrong key (mail: 530)." },
  cut_mid_body: { targets: overHttp, says: "Half of the answer, then the line is cut." },
  answer_lost: { targets: everywhere, says: "Everything is done, but the answer never arrives." },
  garbled_json: { targets: overHttp, says: "The answer is no JSON." },
  wrong_person: { targets: ["prembly", ...records], says: "The record of somebody else." },
  wrong_currency: { targets: ["flutterwave"], says: "A transaction is told in another currency." },
  huge_body: { targets: overHttp, says: "The true answer followed by 64 MB of blanks." },
  gzip_bomb: { targets: overHttp, says: "The same 64 MB, packed into a few kilobytes." },
  bad_utf8: { targets: overHttp, says: "The answer holds bytes that are no text." },
  ok_with_error: { targets: overHttp, says: "Status 200 with the provider's error body." },
  schema_drift: {
    targets: ["prembly", "dojah"],
    says: 'The record under other keys, with keys missing and "null" as text.',
  },
  flapping: { targets: overHttp, says: "Five calls fail with 500, five work, and so on." },
  webhook_none: { targets: thatNotify, says: "A notice is never sent." },
  webhook_late: { targets: thatNotify, says: "A notice is sent 20 seconds late." },
  webhook_twice: { targets: thatNotify, says: "A notice is sent twice." },
  webhook_wrong_hash: { targets: thatNotify, says: "A notice carries a wrong mark." },
} as const satisfies Record<string, Kind>;

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

/** Faults of what a provider sends by itself are decided when it sends, not when it is called. */
export function isNoticeFault(kind: FaultKind): boolean {
  return kind.startsWith("webhook_");
}
