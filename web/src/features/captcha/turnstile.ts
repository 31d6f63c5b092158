import type { CaptchaPurpose } from "@idanimo/contract/accounts";
import { loadScriptInTime } from "../../lib/foreign-script.ts";
import type { SignInSettings } from "../../lib/sign-in-settings.ts";
import { currentTheme } from "../../lib/theme.ts";
import { checkLimitMs, type CheckState } from "./keep-solved.ts";
import { untilSeen, watchSight } from "./sight.ts";
import type { Unfinished } from "./solve.ts";

export type TurnstileSettings = Extract<SignInSettings["captcha"], { kind: "turnstile" }>;

/** The parts of the widget's script that are used. */
export type Turnstile = {
  readonly render: (
    place: HTMLElement,
    settings: {
      sitekey: string;
      action: string;
      theme: "light" | "dark";
      size: "flexible";
      "response-field": false;
      callback: (token: unknown) => void;
      "expired-callback": () => void;
      "timeout-callback": () => void;
      "before-interactive-callback": () => void;
      "after-interactive-callback": () => void;
      "error-callback": () => true;
    },
  ) => string | undefined;
  readonly reset: (widget: string) => void;
  readonly remove: (widget: string) => void;
};
declare global {
  interface Window {
    turnstile?: Turnstile;
  }
}

type Options = {
  readonly settings: TurnstileSettings;
  readonly purpose: CaptchaPurpose;
  /** Where the widget is drawn. */
  readonly place: HTMLElement;
  /** Takes it away again. */
  readonly signal: AbortSignal;
  readonly tell: (state: CheckState) => void;
};

/**
 * Loads the hosted check and lets it work. Its script and then its work have as long as a check of our own; a person who is asked
 * something has the time they need, and what did not come where nobody looked for a while is begun anew.
 */
export async function runTurnstile({ settings, purpose, place, signal, tell }: Options): Promise<void> {
  const wasHidden = watchSight(signal);
  const address = new URL(settings.scriptUrl, location.origin);
  address.searchParams.set("render", "explicit");
  const load = () => {
    wasHidden();
    return loadScriptInTime(address.href, checkLimitMs);
  };
  tell({ step: "working" });
  while (!(await load()) && !signal.aborted) {
    if (!wasHidden()) return tell({ step: "failed", why: "not_loaded" });
    await untilSeen(signal);
  }
  const { turnstile } = window;
  if (signal.aborted) return;
  if (!turnstile) return tell({ step: "failed", why: "not_loaded" });

  let timer: ReturnType<typeof setTimeout> | undefined;
  const hold = () => clearTimeout(timer);
  const say = (state: CheckState) => {
    hold();
    if (!signal.aborted) tell(state);
  };
  const failed = (why: Unfinished) => say({ step: "failed", why });
  const working = () => {
    say({ step: "working" });
    wasHidden();
    timer = setTimeout(() => void stopped("late"), checkLimitMs);
  };
  const stopped = async (why: Unfinished) => {
    hold();
    if (!wasHidden()) return failed(why);
    await untilSeen(signal);
    if (signal.aborted) return;
    if (widget !== undefined) turnstile.reset(widget);
    working();
  };
  working();
  const widget = turnstile.render(place, {
    sitekey: settings.siteKey,
    action: purpose,
    theme: currentTheme(),
    size: "flexible",
    "response-field": false,
    callback: (token) => (typeof token === "string" && token ? say({ step: "done", answer: token }) : failed("unable")),
    "expired-callback": working,
    "timeout-callback": working,
    "before-interactive-callback": hold,
    "after-interactive-callback": working,
    "error-callback": () => {
      void stopped("not_loaded");
      return true;
    },
  });
  signal.addEventListener("abort", () => {
    hold();
    if (widget !== undefined) turnstile.remove(widget);
  });
}
