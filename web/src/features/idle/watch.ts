import type { Activity } from "../../lib/storage.ts";
import type { Pages } from "./activity.ts";
import { idlenessAt, tellPagesEveryMs, tellServerAfterLoadMs, tellServerEveryMs } from "./rules.ts";

type Options = {
  readonly pages: Pages;
  /** The quiet time before the warning. */
  readonly warnAfterMs: number;
  /** Seconds left while the warning stands; undefined while somebody is there. */
  readonly onChange: (secondsLeft: number | undefined) => void;
  /** Tells the server that somebody is there; whether it heard. */
  readonly keep: () => Promise<boolean>;
  /** The time is over. Called once. */
  readonly end: () => void;
};

export type Watch = {
  /** Somebody did something at this page. */
  readonly sign: () => void;
  /** The button of the warning: counts in all pages. */
  readonly stay: () => Promise<void>;
  /** Looks at the clock now. */
  readonly look: () => void;
  readonly stop: () => void;
};

/**
 * Watches whether somebody is at one of the pages of this browser, told from the clock and from what the pages know together.
 * While the warning stands only its button counts. A page that loads counts: somebody has opened it. Source: SESSION-08 to 12.
 */
export function watchIdleness({ pages, warnAfterMs, onChange, keep, end }: Options): Watch {
  let known: Activity = { last: Date.now(), told: pages.read()?.told ?? 0 };
  let wroteAt = 0;
  let triedAt = 0;
  let stopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function learn(other: Activity | undefined) {
    if (other) known = { last: Math.max(known.last, other.last), told: Math.max(known.told, other.told) };
  }

  function write() {
    wroteAt = Date.now();
    pages.write(known);
  }

  function look() {
    if (stopped) return;
    clearTimeout(timer);
    learn(pages.read());
    const idleness = idlenessAt(known.last, Date.now(), warnAfterMs);
    onChange(idleness.step === "warned" ? idleness.secondsLeft : undefined);
    if (idleness.step === "over") {
      stop();
      return end();
    }
    timer = setTimeout(look, idleness.step === "active" ? idleness.nextInMs : 1_000);
  }

  async function tellServer() {
    const told = Date.now();
    triedAt = told;
    if (await keep()) {
      known = { ...known, told };
      write();
    } else triedAt = 0;
  }

  function tellServerWhenDue() {
    if (!stopped && Date.now() - Math.max(known.told, triedAt) > tellServerEveryMs) void tellServer();
  }

  function sign() {
    if (stopped) return;
    // a device that slept: the time may be over although no timer has said so yet
    if (idlenessAt(known.last, Date.now(), warnAfterMs).step !== "active") return look();
    known = { ...known, last: Date.now() };
    if (Date.now() - wroteAt > tellPagesEveryMs) write();
    tellServerWhenDue();
  }

  async function stay() {
    if (stopped) return;
    known = { ...known, last: Date.now() };
    write();
    look();
    await tellServer();
  }

  function stop() {
    stopped = true;
    clearTimeout(timer);
    clearTimeout(afterLoad);
    unfollow();
  }

  const unfollow = pages.follow((activity) => {
    const wasActive = idlenessAt(known.last, Date.now(), warnAfterMs).step === "active";
    learn(activity);
    if (!wasActive) look();
  });
  // not at once: the first seconds belong to what the reader came for
  const afterLoad = setTimeout(tellServerWhenDue, tellServerAfterLoadMs);
  write();
  look();
  return { sign, stay, look, stop };
}

const longestTimerMs = 3_600_000;
const askAgainMs = 60_000;

/**
 * Watches for the last moment of a sign-in, by the clock. The clock of a device may be wrong, so the server is asked: its refusal
 * ends the sign-in here. Source: SESSION-07.
 * @param at milliseconds since 1970
 */
export function watchExpiry(at: number, ask: () => void): { readonly look: () => void; readonly stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  function look() {
    clearTimeout(timer);
    const leftMs = at - Date.now();
    if (leftMs <= 0) ask();
    timer = setTimeout(look, leftMs <= 0 ? askAgainMs : Math.min(leftMs, longestTimerMs));
  }
  look();
  return { look, stop: () => clearTimeout(timer) };
}
