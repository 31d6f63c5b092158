import type { CaptchaPurpose } from "@idanimo/contract/accounts";
import { loadScriptWithTimeout } from "../../lib/third-party-script.ts";
import type { SignInSettings } from "../../lib/sign-in-settings.ts";
import { readCurrentTheme } from "../../lib/theme.ts";
import { captchaTimeoutMs, type CaptchaState } from "./keep-captcha-solved.ts";
import { waitUntilPageVisible, trackPageHidden } from "./page-visibility.ts";
import type { CaptchaFailure } from "./solve-challenge.ts";

export type TurnstileSettings = Extract<SignInSettings["captcha"], { kind: "turnstile" }>;

/** The parts of the widget's script that are used. */
export type Turnstile = {
  readonly render: (
    container: HTMLElement,
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
  readonly container: HTMLElement;
  /** Removes the widget when it aborts. */
  readonly signal: AbortSignal;
  readonly onState: (state: CaptchaState) => void;
};

/**
 * Loads and runs the hosted captcha. Its script and then its check have the same time limit as our own check. There
 * is no limit while it waits for the user. A check that failed while the page was hidden restarts.
 */
export async function mountTurnstile({ settings, purpose, container, signal, onState }: Options): Promise<void> {
  const wasHidden = trackPageHidden(signal);
  const address = new URL(settings.scriptUrl, location.origin);
  address.searchParams.set("render", "explicit");
  const load = () => {
    wasHidden();
    return loadScriptWithTimeout(address.href, captchaTimeoutMs);
  };
  onState({ step: "working" });
  while (!(await load()) && !signal.aborted) {
    if (!wasHidden()) return onState({ step: "failed", why: "not_loaded" });
    await waitUntilPageVisible(signal);
  }
  const { turnstile } = window;
  if (signal.aborted) return;
  if (!turnstile) return onState({ step: "failed", why: "not_loaded" });

  let timer: ReturnType<typeof setTimeout> | undefined;
  const stopTimer = () => clearTimeout(timer);
  const report = (state: CaptchaState) => {
    stopTimer();
    if (!signal.aborted) onState(state);
  };
  const reportFailed = (why: CaptchaFailure) => report({ step: "failed", why });
  const reportWorking = () => {
    report({ step: "working" });
    wasHidden();
    timer = setTimeout(() => void retryWhenVisible("late"), captchaTimeoutMs);
  };
  const retryWhenVisible = async (why: CaptchaFailure) => {
    stopTimer();
    if (!wasHidden()) return reportFailed(why);
    await waitUntilPageVisible(signal);
    if (signal.aborted) return;
    if (widget !== undefined) turnstile.reset(widget);
    reportWorking();
  };
  reportWorking();
  const widget = turnstile.render(container, {
    sitekey: settings.siteKey,
    action: purpose,
    theme: readCurrentTheme(),
    size: "flexible",
    "response-field": false,
    callback: (token) =>
      typeof token === "string" && token ? report({ step: "done", answer: token }) : reportFailed("unable"),
    "expired-callback": reportWorking,
    "timeout-callback": reportWorking,
    "before-interactive-callback": stopTimer,
    "after-interactive-callback": reportWorking,
    "error-callback": () => {
      void retryWhenVisible("not_loaded");
      return true;
    },
  });
  signal.addEventListener("abort", () => {
    stopTimer();
    if (widget !== undefined) turnstile.remove(widget);
  });
}
