import type { Activity } from "../../lib/storage.ts";
import type { SharedActivity } from "./activity.ts";
import { idlenessAt, broadcastIntervalMs, keepAliveAfterLoadMs, keepAliveIntervalMs } from "./rules.ts";

type Options = {
  readonly sharedActivity: SharedActivity;
  /** Idle time before the warning. */
  readonly warnAfterMs: number;
  /** Seconds left while the warning is shown; undefined while the user is active. */
  readonly onChange: (secondsLeft: number | undefined) => void;
  /** Reports activity to the server. @returns whether it succeeded */
  readonly keepAlive: () => Promise<boolean>;
  /** The countdown ended. Called once. */
  readonly onExpired: () => void;
};

export type IdleWatch = {
  /** Records user activity on this page. */
  readonly recordActivity: () => void;
  /** The button of the warning: applies to all pages. */
  readonly stay: () => Promise<void>;
  /** Checks the idle time now. */
  readonly checkClock: () => void;
  readonly stop: () => void;
};

/**
 * Watches for inactivity across the open pages of this browser, by the clock and the state that the pages share.
 * While the warning is shown, only its button counts. Loading a page counts as activity [SESSION-08 SESSION-09
 * SESSION-10 SESSION-11 SESSION-12].
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
    const reported = Date.now();
    triedAt = reported;
    if (await keepAlive()) {
      known = { ...known, reportedAtMs: reported };
      write();
    } else triedAt = 0;
  }

  function sendKeepAliveWhenDue() {
    if (!stopped && Date.now() - Math.max(known.reportedAtMs, triedAt) > keepAliveIntervalMs) void sendKeepAlive();
  }

  function recordActivity() {
    if (stopped) return;
    // after sleep, the time may be over although no timer has fired yet
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
  // delayed: the first seconds belong to the requests of the page itself
  const afterLoad = setTimeout(sendKeepAliveWhenDue, keepAliveAfterLoadMs);
  write();
  checkClock();
  return { recordActivity, stay, checkClock, stop };
}

const maxTimerMs = 3_600_000;
const expiryRetryMs = 60_000;

/**
 * Watches for the expiry of a session. The device's clock may be wrong, so the server is queried: its rejection
 * ends the session here [SESSION-07].
 * @param expiresAt Unix time in milliseconds
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
