import type { CaptchaPurpose } from "@idanimo/contract/accounts";
import { useEffect, useRef } from "react";
import { loadScriptInTime } from "../../lib/foreign-script.ts";
import type { SignInSettings } from "../../lib/sign-in-settings.ts";
import { currentTheme } from "../../lib/theme.ts";
import { checkLimitMs, type CheckState } from "./keep-solved.ts";

export type TurnstileSettings = Extract<SignInSettings["captcha"], { kind: "turnstile" }>;

/** The parts of the widget's script that are used. */
type Turnstile = {
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
      "error-callback": () => true;
    },
  ) => string | undefined;
  readonly remove: (widget: string) => void;
};
declare global {
  interface Window {
    turnstile?: Turnstile;
  }
}

type Props = {
  readonly settings: TurnstileSettings;
  readonly purpose: CaptchaPurpose;
  readonly tell: (state: CheckState) => void;
};

/** A hosted check in place of our own, where the operator chose one. It renews itself when its answer grows old. Source: design 5. */
export function TurnstileWidget({ settings, purpose, tell }: Props) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let here = true;
    let widget: string | undefined;
    const say = (state: CheckState) => here && tell(state);
    const failed = () => say({ step: "failed", why: "not_loaded" });
    const working = () => say({ step: "working" });
    working();
    const address = new URL(settings.scriptUrl, location.origin);
    address.searchParams.set("render", "explicit");
    void loadScriptInTime(address.href, checkLimitMs).then((loaded) => {
      const { turnstile } = window;
      if (!here) return;
      if (!loaded || !turnstile || !place.current) return failed();
      widget = turnstile.render(place.current, {
        sitekey: settings.siteKey,
        action: purpose,
        theme: currentTheme(),
        size: "flexible",
        "response-field": false,
        callback: (token) => (typeof token === "string" && token ? say({ step: "done", answer: token }) : failed()),
        "expired-callback": working,
        "timeout-callback": working,
        "error-callback": () => {
          failed();
          return true;
        },
      });
    });
    return () => {
      here = false;
      if (widget) window.turnstile?.remove(widget);
    };
  }, [settings, purpose, tell]);
  return <div ref={place} />;
}
