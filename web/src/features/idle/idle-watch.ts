import type { Activity } from "../../lib/storage.ts";
import type { SharedActivity } from "./activity.ts";
import { idlenessAt, broadcastIntervalMs, keepAliveAfterLoadMs, keepAliveIntervalMs } from "./rules.ts";

type Options = {
  readonly sharedActivity: SharedActivity;
  /** The quiet time before the warning. */
  readonly warnAfterMs: number;
  /** Seconds left while the warning stands; undefined while somebody is there. */
  readonly onChange: (secondsLeft: number | undefined) => void;
  /** Tells the server that somebody is there; whether it heard. */
  readonly keepAlive: () => Promise<boolean>;
  /** The time is over. Called once. */
  readonly onExpired: () => void;
};

export type IdleWatch = {
  /** Somebody did something at this page. */
  readonly recordActivity: () => void;
  /** The button of the warning: counts in all pages. */
  readonly stay: () => Promise<void>;
  /** Looks at the clock now. */
  readonly checkClock: () => void;
  readonly stop: () => void;
};

/**
 * Watches whether somebody is at one of the pages of this browser, told from the clock and from what the pages know together.
 * While the warning stands only its button counts. A page that loads counts: somebody has opened it. Source: SESSION-08 to 12.
 */
export function watchIdleness({ sharedActivity, warnAfterMs, onChange, keepAlive, onExpired }: Options): IdleWatch {
  let known: Activity = { lastActiveAtMs: Date.now(), reportedAtMs: sharedActivity.read()?.reportedAtMs ?? 0 };
  let wroteAt = 0;
  let triedAt = 0;
  let stopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function mergeActivity(other: Activity | undefined) {
    if (other)
      known = {
        lastActiveAtMs: Math.max(known.lastActiveAtMs, other.lastActiveAtMs),
        reportedAtMs: Math.max(known.reportedAtMs, other.reportedAtMs),
      };
  }

  function write() {
    wroteAt = Date.now();
    sharedActivity.write(known);
  }

  function checkClock() {
    if (stopped) return;
    clearTimeout(timer);
    mergeActivity(sharedActivity.read());
    const idleness = idlenessAt(known.lastActiveAtMs, Date.now(), warnAfterMs);
    onChange(idleness.step === "warned" ? idleness.secondsLeft : undefined);
    if (idleness.step === "over") {
      stop();
      return onExpired();
    }
    timer = setTimeout(checkClock, idleness.step === "active" ? idleness.nextInMs : 1_000);
  }

  async function sendKeepAlive() {
    const told = Date.now();
    triedAt = told;
    if (await keepAlive()) {
      known = { ...known, reportedAtMs: told };
      write();
    } else triedAt = 0;
  }

  function sendKeepAliveWhenDue() {
    if (!stopped && Date.now() - Math.max(known.reportedAtMs, triedAt) > keepAliveIntervalMs) void sendKeepAlive();
  }

  function recordActivity() {
    if (stopped) return;
    // a device that slept: the time may be over although no timer has said so yet
    if (idlenessAt(known.lastActiveAtMs, Date.now(), warnAfterMs).step !== "active") return checkClock();
    known = { ...known, lastActiveAtMs: Date.now() };
    if (Date.now() - wroteAt > broadcastIntervalMs) write();
    sendKeepAliveWhenDue();
  }

  async function stay() {
    if (stopped) return;
    known = { ...known, lastActiveAtMs: Date.now() };
    write();
    checkClock();
    await sendKeepAlive();
  }

  function stop() {
    stopped = true;
    clearTimeout(timer);
    clearTimeout(afterLoad);
    unsubscribe();
  }

  const unsubscribe = sharedActivity.subscribe((activity) => {
    const wasActive = idlenessAt(known.lastActiveAtMs, Date.now(), warnAfterMs).step === "active";
    mergeActivity(activity);
    if (!wasActive) checkClock();
  });
  // not at once: the first seconds belong to what the reader came for
  const afterLoad = setTimeout(sendKeepAliveWhenDue, keepAliveAfterLoadMs);
  write();
  checkClock();
  return { recordActivity, stay, checkClock, stop };
}

const maxTimerMs = 3_600_000;
const expiryRetryMs = 60_000;

/**
 * Watches for the last moment of a sign-in, by the clock. The clock of a device may be wrong, so the server is asked: its refusal
 * ends the sign-in here. Source: SESSION-07.
 * @param expiresAt milliseconds since 1970
 */
export function watchExpiry(
  expiresAt: number,
  onExpiry: () => void,
): { readonly checkClock: () => void; readonly stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  function look() {
    clearTimeout(timer);
    const leftMs = expiresAt - Date.now();
    if (leftMs <= 0) onExpiry();
    timer = setTimeout(look, leftMs <= 0 ? expiryRetryMs : Math.min(leftMs, maxTimerMs));
  }
  look();
  return { checkClock: look, stop: () => clearTimeout(timer) };
}
